//! Problems from the command line, from files and from standard input.

use anyhow::{Context, bail};
use serde::Deserialize;
use serde_json::Value;

use crate::notation::epd::Epd;
use crate::rules::Variant;
use crate::solver::stipulation::Stipulation;
use crate::tools::text::without_mark;

/// A problem to solve.
#[derive(Debug)]
pub struct Problem {
    /// The name that a JSON line gives it.
    pub id: Option<Value>,
    /// The rules.
    pub variant: Variant,
    /// The position.
    pub fen: String,
    /// What is asked for.
    pub stipulation: Stipulation,
}

/// What holds where a line says nothing else.
pub struct Defaults {
    /// The rules.
    pub variant: Variant,
    /// The stipulation, if one was given.
    pub stipulation: Option<Stipulation>,
}

/// The fields of a JSON line that matter here; others, such as known solutions, are passed over.
#[derive(Deserialize)]
struct JsonLine {
    fen: String,
    stipulation: Option<String>,
    variant: Option<String>,
    id: Option<Value>,
}

/// Reads one line: a FEN, an EPD with `dm`, or a JSON object. Blank lines and lines that begin with
/// `#` hold no problem.
///
/// # Errors
/// The line is none of these, or has no stipulation and there is no default.
pub fn read_line(line: &str, defaults: &Defaults) -> anyhow::Result<Option<Problem>> {
    let line = without_mark(line.trim());
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let problem = if line.starts_with('{') { read_json(line, defaults)? } else { read_epd(line, defaults)? };
    Ok(Some(problem))
}

fn read_json(line: &str, defaults: &Defaults) -> anyhow::Result<Problem> {
    let read: JsonLine = serde_json::from_str(line).context("JSON line")?;
    let variant = match read.variant {
        Some(name) => name.parse().context("field `variant`")?,
        None => defaults.variant,
    };
    let own = read
        .stipulation
        .map(|text| text.parse::<Stipulation>())
        .transpose()
        .context("field `stipulation`")?;
    let Some(stipulation) = own.or(defaults.stipulation) else {
        bail!("no field `stipulation`, and no --stipulation");
    };
    Ok(Problem { id: read.id, variant, fen: read.fen, stipulation })
}

fn read_epd(line: &str, defaults: &Defaults) -> anyhow::Result<Problem> {
    let epd = Epd::parse(line)?;
    let direct_mate = |operands: &[String]| -> anyhow::Result<Stipulation> {
        let Some(moves) = operands.first().and_then(|text| text.parse().ok()) else {
            bail!("operation `dm`: expected a number of moves");
        };
        Ok(Stipulation::direct_mate(moves)?)
    };
    let own = epd.operands("dm").map(direct_mate).transpose()?;
    let Some(stipulation) = own.or(defaults.stipulation) else {
        bail!("no stipulation: give --stipulation, or `dm N;` in the line");
    };
    let id = epd.operands("id").and_then(|operands| operands.first()).map(|id| Value::from(id.as_str()));
    Ok(Problem { id, variant: defaults.variant, fen: epd.fen, stipulation })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1";

    fn read(line: &str, stipulation: Option<&str>) -> anyhow::Result<Option<Problem>> {
        let stipulation = stipulation.map(|text| text.parse().unwrap());
        read_line(line, &Defaults { variant: Variant::Madrasi, stipulation })
    }

    #[test]
    fn reads_every_form() {
        let plain = read(FEN, Some("#2")).unwrap().unwrap();
        assert_eq!((plain.fen.as_str(), plain.variant), (FEN, Variant::Madrasi));
        let epd = read("7k/8/5K2/6Q1/8/8/8/8 w - - dm 3; id \"three\";", Some("#2")).unwrap().unwrap();
        assert_eq!((epd.fen.as_str(), epd.stipulation.to_string()), (FEN, "#3".to_owned()));
        assert_eq!(epd.id, Some(Value::from("three")));
        let json = format!(r#"{{"fen": "{FEN}", "stipulation": "h#2", "variant": "chess", "keys": []}}"#);
        let json = read(&json, None).unwrap().unwrap();
        assert_eq!((json.variant, json.stipulation.to_string()), (Variant::Chess, "h#2".to_owned()));
        assert!(read("  \r\n", None).unwrap().is_none());
        assert!(read("# a comment", None).unwrap().is_none());
    }

    #[test]
    fn says_what_is_wrong() {
        let message = |line: &str| format!("{:#}", read(line, None).unwrap_err());
        assert!(message(FEN).contains("no stipulation"));
        assert!(message("{\"fen\": 3}").contains("JSON line"));
        assert!(
            message(&format!("{{\"fen\": \"{FEN}\", \"stipulation\": \"j#2\"}}")).contains("`stipulation`")
        );
        assert!(message(&format!("{{\"fen\": \"{FEN}\", \"variant\": \"go\"}}")).contains("unknown variant"));
        assert!(message("7k/8/8/8/8/8/8/K7 w - - dm no;").contains("`dm`"));
    }
}
