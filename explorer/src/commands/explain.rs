//! `explain [CODE]`: the rule behind an exclusion code, an example and a remedy.

use crate::exit_code::ExitCode;
use crate::report::{Console, explanation};
use harness_gen::Code;

/// Prints the explanation of a code, or the list of all codes.
pub(super) fn run(code: Option<&str>, console: Console) -> anyhow::Result<ExitCode> {
    let Some(name) = code else {
        console.answer(&explanation::overview())?;
        return Ok(ExitCode::Clean);
    };
    match Code::parse(name) {
        Some(code) => {
            console.answer(&explanation::one(code))?;
            Ok(ExitCode::Clean)
        }
        None => {
            let known: Vec<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
            console.error(&anyhow::anyhow!(
                "there is no code `{name}`\nhelp: the codes are {}",
                known.join(", ")
            ));
            Ok(ExitCode::Usage)
        }
    }
}
