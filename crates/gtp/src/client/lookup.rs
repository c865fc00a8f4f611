//! Finding an external program: by its label in `engines.toml`, or by its command line.

use std::env;
use std::io::ErrorKind;
use std::path::PathBuf;

use super::{ClientError, CommandLine, Engine, Engines, EnginesError};

impl Engines {
    /// Reads the file that `PONNUKI_ENGINES` names or else `engines.toml` in the working directory or in the user's
    /// configuration folder. Without a file there are no labels.
    ///
    /// # Errors
    /// If the file cannot be read, or an entry is wrong.
    pub fn find() -> Result<Engines, EnginesError> {
        if let Some(path) = env::var_os("PONNUKI_ENGINES") {
            return Engines::read(&PathBuf::from(path));
        }
        let home = || Some(PathBuf::from(env::var_os("HOME")?).join(".config"));
        let configuration = env::var_os("XDG_CONFIG_HOME").map(PathBuf::from).or_else(home);
        let in_configuration = configuration.map(|folder| folder.join("ponnuki/engines.toml"));
        let places = [Some(PathBuf::from("engines.toml")), in_configuration];
        let found = places.into_iter().flatten().find(|path| path.exists());
        found.map_or_else(|| Ok(Engines::default()), |path| Engines::read(&path))
    }

    /// The program of a label or, without such a label, of a command line.
    ///
    /// # Errors
    /// If the command line is empty or cannot be parsed, in a sentence.
    pub fn engine(&self, command: &str) -> Result<Engine, String> {
        if let Some(engine) = self.get(command.trim()) {
            return Ok(engine.clone());
        }
        if command.trim().is_empty() {
            return Err(format!("say which program, as in 'gtp:gnugo --mode gtp'; {}", self.labels_clause()));
        }
        CommandLine::parse(command).map(Engine::bare).map_err(|error| error.to_string())
    }

    /// Why a program did not start. A single word may have been meant as a label.
    pub fn explain(&self, command: &str, error: &ClientError) -> String {
        let word = command.trim();
        match error {
            ClientError::Start { source, .. }
                if source.kind() == ErrorKind::NotFound && self.get(word).is_none() && !word.contains([' ', '/']) =>
            {
                let labels = self.labels_clause();
                format!("'{word}' is neither a label in engines.toml nor a program that is installed; {labels}")
            }
            _ => error.to_string(),
        }
    }

    /// The labels, as the end of a sentence.
    fn labels_clause(&self) -> String {
        let labels: Vec<&str> = self.labels().collect();
        match labels.as_slice() {
            [] => "there is no engines.toml with labels here or in ~/.config/ponnuki".to_string(),
            labels => format!("the labels are {}", labels.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn a_program_is_found_by_its_label_or_by_its_command_line() {
        let engines = Engines::parse("[gnugo]\ncommand = \"gnugo --mode gtp\"", Path::new("engines.toml")).unwrap();
        let line = CommandLine::parse("gnugo --mode gtp").unwrap();
        assert_eq!(engines.engine(" gnugo ").map(|engine| engine.line), Ok(line.clone()));
        assert_eq!(Engines::default().engine("gnugo --mode gtp").map(|engine| engine.line), Ok(line));
        assert!(engines.engine(" ").unwrap_err().ends_with("the labels are gnugo"));
    }
}
