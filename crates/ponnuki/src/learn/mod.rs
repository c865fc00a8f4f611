//! `ponnuki learn`: one subcommand for each teacher of the list, with options made from its declaration.

use anyhow::Result;
use clap::{ArgMatches, Command, FromArgMatches};
use learn::teacher::{Data, TEACHERS};

pub mod games;
mod lesson;
mod options;
mod td;

/// Train models: from game records, by self-play, or from a library of boards
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

enum What {
    Lesson(Box<lesson::Args>),
    Td(Box<td::Args>),
    /// What used to be here, and the command that does it now.
    Moved(&'static str, &'static str),
}

/// Subcommands that teach nothing and have moved.
const MOVED: [(&str, &str); 3] = [("curves", "model curves"), ("net", "model convert"), ("shards", "data shards")];

impl clap::Subcommand for What {
    fn augment_subcommands(command: Command) -> Command {
        let with_teachers = TEACHERS.iter().fold(command, |command, entry| {
            let inner = Command::new(entry.name);
            command.subcommand(match entry.data {
                Data::SelfPlay => <td::Args as clap::Args>::augment_args(inner),
                _ => lesson::command(inner, entry),
            })
        });
        MOVED.iter().fold(with_teachers, |command, (old, _)| {
            let rest = clap::Arg::new("rest").num_args(0..).trailing_var_arg(true).allow_hyphen_values(true);
            command.subcommand(Command::new(old).hide(true).disable_help_flag(true).arg(rest))
        })
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        TEACHERS.iter().any(|entry| entry.name == name)
    }
}

impl FromArgMatches for What {
    fn from_arg_matches(matches: &ArgMatches) -> Result<What, clap::Error> {
        let Some((name, inner)) = matches.subcommand() else {
            return Err(options::usage_error("name a teacher; `ponnuki learn --help` lists them"));
        };
        if let Some((old, new)) = MOVED.iter().find(|(old, _)| *old == name) {
            return Ok(What::Moved(old, new));
        }
        let entry = learn::teacher::teacher(name).map_err(options::usage_error)?;
        Ok(match entry.data {
            Data::SelfPlay => What::Td(Box::new(td::Args::from_arg_matches(inner)?)),
            _ => What::Lesson(Box::new(lesson::Args::new(entry, inner)?)),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = What::from_arg_matches(matches)?;
        Ok(())
    }
}

pub fn run(args: Args) -> Result<()> {
    match args.what {
        What::Lesson(args) => lesson::run(*args),
        What::Td(args) => td::run(*args),
        What::Moved(old, new) => {
            options::usage_error(format!("`ponnuki learn {old}` is now `ponnuki {new}`")).exit();
        }
    }
}
