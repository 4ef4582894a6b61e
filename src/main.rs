//! The `sepoy` binary: parse the arguments, read the configuration, run the tool they name, report
//! an error.

use std::io;
use std::process::ExitCode;

use anyhow::Context;
use clap::Parser;
use sepoy::config::{Config, ordinary};
use sepoy::tools::Cli;
use sepoy::uci;

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("sepoy: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    let (config, mistakes) = Config::load(cli.config.as_deref());
    start_log(&config)?;
    match cli.tool {
        // A client must not lose its engine over a typing error; a person can mend it.
        None => Ok(uci::run(&config, &mistakes)?),
        Some(tool) => match mistakes.into_iter().next() {
            Some(mistake) => Err(mistake.into()),
            None => tool.run(),
        },
    }
}

/// The program's own messages go to standard error or a file, never to standard output.
fn start_log(config: &Config) -> anyhow::Result<()> {
    let mut builder = env_logger::Builder::new();
    builder.filter_level(config.log_level).parse_default_env();
    if let Some(path) = &config.log_file {
        let file = ordinary::append_to(path).with_context(|| format!("log file {}", path.display()))?;
        builder.target(env_logger::Target::Pipe(Box::new(file)));
    }
    builder.init();
    Ok(())
}

/// The reader of our output went away (`sepoy ... | head`): that is no failure.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
