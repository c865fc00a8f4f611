//! A limit of playouts per move, set by the parameter that an engine has for it.
//!
//! GTP has no command for such a limit. KataGo and the engines that follow it have `kata-set-param`; engines made for
//! GoGui list parameter commands (`param/LABEL/COMMAND` in `gogui-analyze_commands`), which print every parameter as
//! `[type] name value` and set one with `COMMAND name value`.

use super::{ClientError, Controller};

/// The parameter's names: KataGo, Leela Zero's descendants and Ponnuki; Fuego; michi.
const NAMES: &[&str] = &["maxVisits", "max_games", "N_SIMS"];

/// The parameter by which an engine limits the playouts of a move.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct PlayoutLimit {
    /// The command that sets it, all but the number.
    command: String,
    /// Its value before it was first set.
    initial: String,
}

impl PlayoutLimit {
    /// Finds the parameter; `None` if the engine has none.
    ///
    /// # Errors
    /// If the engine fails. A refusal is not a failure.
    pub(super) fn find(controller: &mut Controller) -> Result<Option<PlayoutLimit>, ClientError> {
        let kata = ["kata-list-params", "kata-get-param", "kata-set-param"];
        if kata.iter().all(|command| controller.supports(command)) {
            let listed = controller.ask_optional("kata-list-params")?.unwrap_or_default();
            if let Some(name) = NAMES.iter().find(|&&name| listed.split_whitespace().any(|word| word == name))
                && let Some(value) = controller.ask_optional(&format!("kata-get-param {name}"))?
            {
                return Ok(Some(PlayoutLimit::new("kata-set-param", name, &value)));
            }
        }
        if controller.supports("gogui-analyze_commands") {
            let listed = controller.ask_optional("gogui-analyze_commands")?.unwrap_or_default();
            for command in listed.lines().filter_map(parameter_command) {
                let parameters = controller.ask_optional(command)?.unwrap_or_default();
                if let Some((name, value)) = parameters.lines().find_map(parameter) {
                    return Ok(Some(PlayoutLimit::new(command, name, value)));
                }
            }
        }
        Ok(None)
    }

    fn new(command: &str, name: &str, value: &str) -> PlayoutLimit {
        PlayoutLimit { command: format!("{command} {name}"), initial: value.trim().to_string() }
    }

    /// The command that sets the limit; no limit restores the engine's first value.
    pub(super) fn set(&self, playouts: Option<u64>) -> String {
        let value = playouts.map_or_else(|| self.initial.clone(), |playouts| playouts.to_string());
        format!("{} {value}", self.command)
    }
}

/// The command of a line such as `param/Uct Param Player/uct_param_player`.
fn parameter_command(line: &str) -> Option<&str> {
    let mut parts = line.trim().split('/');
    (parts.next() == Some("param")).then(|| parts.nth(1)).flatten().map(str::trim).filter(|command| !command.is_empty())
}

/// Name and value of a line such as `[string] max_games 8000`, if the name is that of the limit.
fn parameter(line: &str) -> Option<(&str, &str)> {
    let (_, rest) = line.trim().strip_prefix('[')?.split_once(']')?;
    let (name, value) = rest.trim().split_once(char::is_whitespace)?;
    NAMES.contains(&name).then_some((name, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gogui_parameters_are_read_line_by_line() {
        assert_eq!(parameter_command("param/Uct Param Player/uct_param_player"), Some("uct_param_player"));
        assert_eq!(parameter_command("gfx/Prior Knowledge/uct_gfx"), None);
        assert_eq!(parameter_command("param/Nothing"), None);
        assert_eq!(parameter("[string] max_games 8000"), Some(("max_games", "8000")));
        assert_eq!(parameter("[bool] ponder 1"), None);
        assert_eq!(parameter("max_games 8000"), None);
    }
}
