//! `help [TOPIC]`: a chapter of the guide, or the help of a subcommand; and `manual`, the page for `man`.

use crate::cli::Cli;
use crate::exit_code::ExitCode;
use crate::report::{Console, guide};

/// Shows what was asked for, or what can be asked for.
pub(super) fn run(topic: Option<&str>, console: Console) -> anyhow::Result<ExitCode> {
    let Some(topic) = topic else {
        console.answer(&guide::overview())?;
        return Ok(ExitCode::Clean);
    };
    let mut definition = Cli::definition();
    definition.build();
    let help = definition
        .find_subcommand_mut(topic)
        .map(|subcommand| subcommand.render_long_help().ansi().to_string());
    match guide::shown(topic).or(help) {
        Some(text) => {
            console.answer(&text)?;
            Ok(ExitCode::Clean)
        }
        None => {
            console.error(&anyhow::anyhow!(
                "there is no topic `{topic}`\nhelp: the topics are {}, and the names of subcommands",
                guide::names().collect::<Vec<_>>().join(", ")
            ));
            Ok(ExitCode::Usage)
        }
    }
}

/// Prints the page.
pub(super) fn manual(console: Console) -> anyhow::Result<ExitCode> {
    let mut page = Vec::new();
    clap_mangen::Man::new(Cli::definition()).render(&mut page)?;
    console.answer(&String::from_utf8(page)?)?;
    Ok(ExitCode::Clean)
}
