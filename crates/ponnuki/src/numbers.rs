//! Numbers on the command line, with one error for each kind.

use std::str::FromStr;

use clap::Command;

/// Reads a whole number of 1 or more.
pub fn count<T: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<T, String> {
    match text.parse() {
        Ok(count) if count >= T::from(1) => Ok(count),
        _ => Err("expected a whole number, 1 or more".to_string()),
    }
}

/// Reads an even number of 2 or more.
pub fn even(text: &str) -> Result<u64, String> {
    let even = text.parse().ok().filter(|number: &u64| *number > 0 && number.is_multiple_of(2));
    even.ok_or_else(|| "expected an even number, 2 or more".to_string())
}

/// Reads a share above 0.
pub fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share: &f64| *share > 0.0 && *share <= 1.0);
    share.ok_or_else(|| "expected a share above 0, up to 1".to_string())
}

/// Reads a whole number of 0 or more.
pub fn whole(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "expected a whole number, 0 or more".to_string())
}

/// Lets every option take a negative number: its parser then refuses it with its own error.
pub fn take_negative(command: Command) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|inner| inner.get_name().to_string()).collect();
    let with_inner = names.iter().fold(command, |command, name| command.mut_subcommand(name, take_negative));
    with_inner.mut_args(|arg| if arg.get_action().takes_values() { arg.allow_negative_numbers(true) } else { arg })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_is_one_or_more() {
        assert_eq!(count::<usize>("12"), Ok(12));
        for text in ["0", "-3", "1.5", "", "many", "99999999999999999999999"] {
            assert_eq!(count::<u64>(text), Err("expected a whole number, 1 or more".to_string()), "{text}");
        }
    }

    #[test]
    fn an_even_number_and_a_share_are_above_0() {
        assert_eq!((even("2"), share("1"), share("0.01")), (Ok(2), Ok(1.0), Ok(0.01)));
        assert!(["0", "1", "-2", "2.0", ""].iter().all(|text| even(text).is_err()));
        assert!(["0", "1.01", "-1", "nan", "inf", ""].iter().all(|text| share(text).is_err()));
    }
}
