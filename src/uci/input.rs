//! Lines from a pipe that may send anything.

use std::io::{self, BufRead};

/// The longest line that is read, in bytes; of a longer one nothing is kept.
pub(super) const LONGEST_LINE: usize = 1 << 20;

/// Reads the next line without its line break, whatever bytes it holds: those that are no UTF-8
/// become replacement characters. A line beyond [`LONGEST_LINE`] comes back as `Err` with its
/// length, so that endless input cannot fill the memory. `None` is the end of input.
pub(super) fn read_line(input: &mut impl BufRead) -> io::Result<Option<Result<String, usize>>> {
    let mut kept = Vec::new();
    let mut length = 0;
    let mut any = false;
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if buffer.is_empty() {
            return Ok(any.then(|| finish(kept, length)));
        }
        any = true;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        length += part.len();
        if length <= LONGEST_LINE {
            kept.extend_from_slice(part);
        } else {
            kept = Vec::new();
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(Some(finish(kept, length)));
        }
    }
}

fn finish(mut kept: Vec<u8>, length: usize) -> Result<String, usize> {
    if length > LONGEST_LINE {
        return Err(length);
    }
    if kept.last() == Some(&b'\r') {
        kept.pop();
    }
    Ok(String::from_utf8_lossy(&kept).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn lines(bytes: &[u8]) -> Vec<Result<String, usize>> {
        let mut input = BufReader::with_capacity(7, bytes);
        std::iter::from_fn(|| read_line(&mut input).unwrap()).collect()
    }

    #[test]
    fn line_breaks_of_both_kinds() {
        assert_eq!(
            lines(b"uci\r\n\nisready\nquit"),
            ["uci", "", "isready", "quit"].map(|s| Ok(s.to_owned()))
        );
        assert!(lines(b"").is_empty());
    }

    #[test]
    fn bytes_of_no_encoding() {
        assert_eq!(lines(b"go \xff\xfe\n"), [Ok("go \u{fffd}\u{fffd}".to_owned())]);
    }

    #[test]
    fn an_endless_line_is_dropped_and_the_next_is_read() {
        let mut bytes = vec![b'x'; LONGEST_LINE + 5];
        bytes.extend_from_slice(b"\nuci\n");
        assert_eq!(lines(&bytes), [Err(LONGEST_LINE + 5), Ok("uci".to_owned())]);
        let longest = vec![b'x'; LONGEST_LINE];
        assert_eq!(lines(&longest)[0].as_ref().map(String::len), Ok(LONGEST_LINE));
    }
}
