//! The options of `sepoy match`: names, help and effect in one table.
//!
//! Names and values follow cutechess-cli and fastchess wherever those have the option.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use super::engine_options::is_key;
use super::options::{DrawRule, OpeningSource, Options, PgnOutput, ResignRule, Shard, Tournament};
use super::sprt::{Model, Sprt};
use super::words::{Group, OptionError, Setting};

/// One option.
pub struct MatchOption {
    /// The names it goes by, without dashes.
    pub names: &'static [&'static str],
    /// Its words, for the help.
    words: &'static str,
    /// What it does.
    help: &'static str,
    /// Takes it into the options.
    pub apply: fn(&mut Options, &Group) -> Result<(), OptionError>,
}

type Applied = Result<(), OptionError>;

/// All options, in the order of the help.
pub const OPTIONS: &[MatchOption] = &[
    MatchOption {
        names: &["engine"],
        words: "SETTINGS",
        help: "An engine: name=NAME cmd=PROGRAM args=\"...\" dir=DIRECTORY option.NAME=VALUE tc=TC st=SECONDS \
               movetime=MS nodes=N depth=N timemargin=MS restart=on|off initstr=LINE stderr=FILE; name=self or \
               cmd=self is the built-in one. TC is moves/minutes:seconds+increment, or inf.",
        apply: engine,
    },
    MatchOption {
        names: &["each"],
        words: "SETTINGS",
        help: "The same settings for every engine.",
        apply: each,
    },
    MatchOption {
        names: &["tc", "st", "movetime", "nodes", "depth", "timemargin"],
        words: "VALUE",
        help: "Short for -each tc=VALUE and so on.",
        apply: limit,
    },
    MatchOption {
        names: &["variant"],
        words: "NAME",
        help: "chess (or standard), madrasi, madrasi-ri, isardam, isardam-b, maharajah.",
        apply: |options, group| {
            let name: String = group.one("a variant")?;
            options.variant = name.parse().map_err(|error| group.error(error))?;
            Ok(())
        },
    },
    MatchOption {
        names: &["rounds"],
        words: "N",
        help: "How often each encounter takes place (1).",
        apply: |options, group| {
            options.rounds = positive(group)?;
            Ok(())
        },
    },
    MatchOption {
        names: &["games"],
        words: "N",
        help: "Games of an encounter (2); colours change after each.",
        apply: |options, group| {
            options.games = positive(group)?;
            options.games_given = true;
            Ok(())
        },
    },
    MatchOption {
        names: &["repeat"],
        words: "[N]",
        help: "Play each opening N times (2, the default).",
        apply: repeat,
    },
    MatchOption {
        names: &["norepeat"],
        words: "",
        help: "A new opening for each game.",
        apply: |options, group| {
            if group.flag()? {
                options.repeat = 1;
            }
            Ok(())
        },
    },
    MatchOption {
        names: &["noswap"],
        words: "",
        help: "Do not change colours.",
        apply: |options, group| {
            options.swap = !group.flag()?;
            Ok(())
        },
    },
    MatchOption {
        names: &["reverse"],
        words: "",
        help: "Begin each encounter with the colours the other way.",
        apply: |options, group| {
            options.reverse = group.flag()?;
            Ok(())
        },
    },
    MatchOption {
        names: &["tournament"],
        words: "round-robin|gauntlet",
        help: "Who meets whom.",
        apply: |options, group| {
            options.tournament = match group.one::<String>("round-robin or gauntlet")?.as_str() {
                "round-robin" | "roundrobin" => Tournament::RoundRobin,
                "gauntlet" => Tournament::Gauntlet,
                other => return Err(group.error(format!("'{other}' is neither round-robin nor gauntlet"))),
            };
            Ok(())
        },
    },
    MatchOption {
        names: &["seeds"],
        words: "N",
        help: "The first N engines play the gauntlet (1).",
        apply: |options, group| {
            options.seeds = positive(group)? as usize;
            Ok(())
        },
    },
    MatchOption {
        names: &["concurrency"],
        words: "N|all",
        help: "Games side by side (1); never more thinking threads than cores unless -force-concurrency.",
        apply: |options, group| {
            let all = group.words == ["all"];
            options.concurrency = Some(if all { usize::MAX } else { positive(group)? as usize });
            Ok(())
        },
    },
    MatchOption {
        names: &["force-concurrency"],
        words: "",
        help: "Let more engines think than there are cores.",
        apply: |options, group| {
            options.force_concurrency = group.flag()?;
            Ok(())
        },
    },
    MatchOption {
        names: &["openings"],
        words: "SOURCE",
        help: "file=FILE [format=epd|pgn] [order=sequential|random] [start=N] [plies=N], or random [plies=N] \
               [balance=CENTIPAWNS] [nodes=N] (the default: legal moves at random that a short search finds \
               balanced), or start. Maharajah begins with its eight set-ups in turn.",
        apply: openings,
    },
    MatchOption {
        names: &["srand", "seed"],
        words: "N",
        help: "Seed of everything random (1).",
        apply: |options, group| {
            options.seed = group.one("a whole number")?;
            Ok(())
        },
    },
    MatchOption {
        names: &["draw"],
        words: "SETTINGS",
        help: "movenumber=N movecount=N score=CENTIPAWNS: a draw when both engines say so.",
        apply: draw,
    },
    MatchOption {
        names: &["resign"],
        words: "SETTINGS",
        help: "movecount=N score=CENTIPAWNS [twosided=true]: lost when the engine says so.",
        apply: resign,
    },
    MatchOption {
        names: &["maxmoves"],
        words: "N",
        help: "A game of N moves is a draw.",
        apply: |options, group| {
            let moves: u32 = group.one("a number of moves")?;
            options.adjudication.max_moves = Some(moves).filter(|&n| n > 0);
            Ok(())
        },
    },
    MatchOption {
        names: &["sprt"],
        words: "SETTINGS",
        help: "elo0=E elo1=E [alpha=0.05] [beta=0.05] [model=logistic|normalized]: stop when decided.",
        apply: sprt,
    },
    MatchOption {
        names: &["pgnout"],
        words: "FILE [min]",
        help: "Write the games; min: without comments; append=false begins the file anew.",
        apply: pgn_output,
    },
    MatchOption {
        names: &["resume"],
        words: "",
        help: "Go on with the match in the file of -pgnout.",
        apply: |options, group| {
            if let [file] = group.words.as_slice() {
                options.pgn.file = Some(file.into());
                options.resume = true;
            } else {
                options.resume = group.flag()?;
            }
            Ok(())
        },
    },
    MatchOption {
        names: &["shard"],
        words: "I/N",
        help: "Play part I of N, for N machines with the same command.",
        apply: shard,
    },
    MatchOption {
        names: &["report"],
        words: "FILES",
        help: "Play nothing: one table of the games in these PGN files.",
        apply: |options, group| {
            // fastchess has a switch of this name for a part of its tables, which are always shown here.
            options
                .report
                .extend(group.words.iter().filter(|word| !word.starts_with("penta=")).map(PathBuf::from));
            Ok(())
        },
    },
    MatchOption {
        names: &["json"],
        words: "",
        help: "The result as one JSON object on standard output, everything else on standard error.",
        apply: |options, group| {
            options.json = group.flag()?;
            Ok(())
        },
    },
    MatchOption {
        names: &["ratinginterval"],
        words: "N",
        help: "A table after every N games (10; 0: only at the end).",
        apply: |options, group| {
            options.rating_interval = group.one("a number of games")?;
            Ok(())
        },
    },
    MatchOption {
        names: &["wait"],
        words: "MS",
        help: "Pause before each game.",
        apply: |options, group| {
            options.wait = milliseconds(group)?;
            Ok(())
        },
    },
    MatchOption {
        names: &["startup-ms", "ping-ms", "ucinewgame-ms"],
        words: "MS",
        help: "How long an engine may take to answer uci and isready (15000).",
        apply: |options, group| {
            options.startup_timeout = milliseconds(group)?;
            Ok(())
        },
    },
    MatchOption {
        names: &["move-timeout-ms"],
        words: "MS",
        help: "An engine without a clock that thinks longer than this hangs (120000).",
        apply: |options, group| {
            options.move_timeout = milliseconds(group)?;
            Ok(())
        },
    },
    MatchOption {
        names: &["event"],
        words: "TEXT",
        help: "The PGN tag Event.",
        apply: |options, group| {
            options.event = group.words.join(" ");
            Ok(())
        },
    },
    MatchOption {
        names: &["site"],
        words: "TEXT",
        help: "The PGN tag Site.",
        apply: |options, group| {
            options.site = group.words.join(" ");
            Ok(())
        },
    },
    MatchOption {
        names: &["debug"],
        words: "",
        help: "Show the traffic with the engines on standard error.",
        apply: |options, group| {
            options.debug = group.words != ["false"];
            Ok(())
        },
    },
    MatchOption {
        names: &[
            "bookmode",
            "recover",
            "scoreinterval",
            "outcomeinterval",
            "autosaveinterval",
            "output",
            "testenv",
            "use-affinity",
            "show-latency",
            "strict",
            "crc32",
            "resultformat",
            "log",
            "tb",
            "tbadjudicate",
            "tbignore50",
            "tbpieces",
        ],
        words: "...",
        help: "Accepted for the sake of existing scripts, without effect (engines are always restarted).",
        apply: |_, group| {
            eprintln!("sepoy: -{} has no effect here", group.option);
            Ok(())
        },
    },
    MatchOption {
        names: &["help", "h"],
        words: "",
        help: "Show this help.",
        apply: |options, _| {
            options.help = true;
            Ok(())
        },
    },
];

/// Commands to begin with.
const EXAMPLES: &str = "Examples:
  sepoy match -engine name=new cmd=self -engine name=old cmd=./sepoy-old -each tc=8+0.08 \\
      -variant madrasi -rounds 5000 -repeat -sprt elo0=0 elo1=5 -concurrency 4 -pgnout games.pgn
  sepoy match --engine name=self --engine name=other,cmd=./other,option.Hash=64 --nodes 20000 --games 100
  sepoy match -report part1.pgn part2.pgn -json
";

/// The help text of all options.
pub fn help() -> String {
    let mut text = String::from("Options (one dash or two):\n");
    for option in OPTIONS {
        let names: Vec<String> = option.names.iter().map(|name| format!("-{name}")).collect();
        let _ = writeln!(text, "{}", format!("  {} {}", names.join(", "), option.words).trim_end());
        for line in wrapped(option.help, 92) {
            let _ = writeln!(text, "        {line}");
        }
    }
    text + "\n" + EXAMPLES
}

/// The text in lines of at most `width` letters.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.len() + 1 + word.len() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn positive(group: &Group) -> Result<u32, OptionError> {
    match group.one("a positive whole number")? {
        0 => Err(group.error("'0' is not a positive whole number")),
        number => Ok(number),
    }
}

fn milliseconds(group: &Group) -> Result<Duration, OptionError> {
    Ok(Duration::from_millis(group.one::<u32>("a whole number of milliseconds")?.into()))
}

fn engine(options: &mut Options, group: &Group) -> Applied {
    options.engine_groups.push((group.clone(), group.settings(is_key)));
    Ok(())
}

fn each(options: &mut Options, group: &Group) -> Applied {
    options.each.extend(group.settings(is_key));
    Ok(())
}

fn limit(options: &mut Options, group: &Group) -> Applied {
    if group.words.is_empty() {
        return Err(group.error("wants a value"));
    }
    for word in &group.words {
        options.each.push(Setting { key: group.option.clone(), value: Some(word.clone()) });
    }
    Ok(())
}

fn repeat(options: &mut Options, group: &Group) -> Applied {
    options.repeat = if group.words.is_empty() { 2 } else { positive(group)? };
    if !options.games_given {
        options.games = options.repeat;
    }
    Ok(())
}

fn openings(options: &mut Options, group: &Group) -> Applied {
    let mut file: Option<PathBuf> = None;
    let (mut format, mut plies, mut balance, mut nodes) = (None, None, 80, 5_000);
    let mut start = false;
    for setting in group.plain_settings() {
        match setting.key.as_str() {
            "random" => {
                if setting.value.is_some() {
                    plies = Some(group.value(&setting, "a number of plies")?);
                }
            }
            "start" if setting.value.is_none() => start = true,
            "file" => file = Some(group.value(&setting, "a file")?),
            "format" => format = Some(group.value::<String>(&setting, "epd or pgn")?),
            "order" => options.shuffle = group.value::<String>(&setting, "sequential or random")? == "random",
            "plies" => plies = Some(group.value(&setting, "a number of plies")?),
            "start" => {
                options.first_opening = group.value::<usize>(&setting, "the number of an opening")?.max(1);
            }
            "balance" => balance = group.value(&setting, "a number of centipawns")?,
            "nodes" => nodes = group.value(&setting, "a number of nodes")?,
            // Each encounter plays the same openings here, whatever the policy.
            "policy" => {}
            _ => {
                let known = "file, format, order, start, plies, policy, random, balance, nodes";
                return Err(group.unknown(&setting, known));
            }
        }
    }
    options.openings = match file {
        None if start => OpeningSource::Start,
        None => OpeningSource::Random { plies, balance, nodes },
        Some(file) => {
            let by_name = || file.extension().map(|e| e.to_string_lossy().into_owned()).unwrap_or_default();
            match format.unwrap_or_else(by_name).as_str() {
                "pgn" => OpeningSource::Games { file, plies },
                "epd" | "fen" | "txt" => OpeningSource::Positions(file),
                other => return Err(group.error(format!("format: '{other}' is neither epd nor pgn"))),
            }
        }
    };
    Ok(())
}

fn draw(options: &mut Options, group: &Group) -> Applied {
    let mut rule = DrawRule { move_number: 0, move_count: 1, score: 0 };
    for setting in group.plain_settings() {
        match setting.key.as_str() {
            "movenumber" => rule.move_number = group.value(&setting, "the number of a move")?,
            "movecount" => rule.move_count = group.value::<u32>(&setting, "a number of moves")?.max(1),
            "score" => rule.score = group.value(&setting, "a number of centipawns")?,
            _ => return Err(group.unknown(&setting, "movenumber, movecount, score")),
        }
    }
    options.adjudication.draw = Some(rule);
    Ok(())
}

fn resign(options: &mut Options, group: &Group) -> Applied {
    let mut rule = ResignRule { move_count: 1, score: 0, two_sided: false };
    for setting in group.plain_settings() {
        match setting.key.as_str() {
            "movecount" => rule.move_count = group.value::<u32>(&setting, "a number of moves")?.max(1),
            "score" => rule.score = group.value::<i32>(&setting, "a number of centipawns")?.saturating_abs(),
            "twosided" => rule.two_sided = group.switch(&setting)?,
            _ => return Err(group.unknown(&setting, "movecount, score, twosided")),
        }
    }
    if rule.score == 0 {
        return Err(group.error("score: no engine resigns an even game; give centipawns, as in score=600"));
    }
    options.adjudication.resign = Some(rule);
    Ok(())
}

fn sprt(options: &mut Options, group: &Group) -> Applied {
    let mut sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: Model::Logistic };
    for setting in group.plain_settings() {
        match setting.key.as_str() {
            "elo0" => sprt.elo0 = group.value(&setting, "an Elo difference")?,
            "elo1" => sprt.elo1 = group.value(&setting, "an Elo difference")?,
            "alpha" => sprt.alpha = group.value(&setting, "a probability")?,
            "beta" => sprt.beta = group.value(&setting, "a probability")?,
            "model" => {
                sprt.model = match group.value::<String>(&setting, "a model")?.as_str() {
                    "logistic" => Model::Logistic,
                    "normalized" | "normalised" => Model::Normalized,
                    other => {
                        return Err(
                            group.error(format!("model: '{other}' is neither logistic nor normalized"))
                        );
                    }
                }
            }
            _ => return Err(group.unknown(&setting, "elo0, elo1, alpha, beta, model")),
        }
    }
    if !(sprt.elo0.is_finite() && sprt.elo1.is_finite() && sprt.elo0 < sprt.elo1) {
        return Err(group.error("elo0 must be less than elo1"));
    }
    let probability = |p: f64| p > 0.0 && p < 0.5;
    if !(probability(sprt.alpha) && probability(sprt.beta)) {
        return Err(group.error("alpha and beta must lie between 0 and 0.5"));
    }
    options.sprt = Some(sprt);
    Ok(())
}

fn pgn_output(options: &mut Options, group: &Group) -> Applied {
    let mut output = PgnOutput { append: true, ..PgnOutput::default() };
    for setting in group.plain_settings() {
        match (setting.key.as_str(), &setting.value) {
            ("min", _) => output.minimal = group.switch(&setting)?,
            ("append", _) => output.append = group.switch(&setting)?,
            ("file", Some(file)) => output.file = Some(file.into()),
            ("notation", Some(notation)) if notation != "san" => {
                return Err(group.error(format!("notation: '{notation}' is not written, only san")));
            }
            // What these would add to the comments is always there.
            (
                "fi" | "notation" | "nodes" | "timeleft" | "seldepth" | "nps" | "hashfull" | "pv" | "latency",
                _,
            ) => {}
            (file, None) if output.file.is_none() => output.file = Some(file.into()),
            _ => return Err(group.unknown(&setting, "FILE, min, append, file")),
        }
    }
    if output.file.is_none() {
        return Err(group.error("wants a file"));
    }
    options.pgn = output;
    Ok(())
}

fn shard(options: &mut Options, group: &Group) -> Applied {
    let text: String = group.one("a part I/N")?;
    let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    options.shard = match parts {
        Some((index, count)) if 0 < index && index <= count => Some(Shard { index, count }),
        _ => return Err(group.error(format!("'{text}' is not a part I/N with I from 1 to N"))),
    };
    Ok(())
}
