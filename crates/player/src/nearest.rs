//! The name that was probably meant.

use std::fmt;

/// The known name nearest to what was written, by edit distance (insert, delete, replace, swap two neighbours; Damerau
/// 1964) regardless of case; the first of equals. `None` if none is near: one mistake in three letters, or a name that
/// was not written to its end, is near.
pub fn nearest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let written = letters(written);
    let measured = known.into_iter().map(|name| {
        let name_letters = letters(name);
        let mistakes = distance(&written, &name_letters);
        let is_beginning = !written.is_empty() && name_letters.starts_with(&written);
        let is_near = mistakes < written.len() && mistakes <= (written.len() / 3).max(1);
        (name, mistakes, is_near || is_beginning)
    });
    measured.filter(|&(_, _, near)| near).min_by_key(|&(_, mistakes, _)| mistakes).map(|(name, _, _)| name)
}

/// What to say behind a name that is not known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Instead {
    /// The name that was probably meant.
    Nearest(String),
    /// All known names, where none is near.
    OneOf(Vec<String>),
}

/// What to say behind a name that is not known: the one that was probably meant, or else all that are known.
///
/// ```
/// use player::instead;
///
/// assert_eq!(instead("rnadom", ["random", "mcts"]).to_string(), "did you mean random?");
/// assert_eq!(instead("foo", ["random", "mcts"]).to_string(), "expected one of random, mcts");
/// assert_eq!(instead("foo", ["random"]).to_string(), "expected random");
/// ```
pub fn instead<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Instead {
    let known: Vec<&str> = known.into_iter().collect();
    match nearest(written, known.iter().copied()) {
        Some(nearest) => Instead::Nearest(nearest.to_string()),
        None => Instead::OneOf(known.into_iter().map(str::to_string).collect()),
    }
}

impl fmt::Display for Instead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Instead::Nearest(name) => write!(f, "did you mean {name}?"),
            Instead::OneOf(names) => match &names[..] {
                [] => f.write_str("there is none"),
                [only] => write!(f, "expected {only}"),
                all => write!(f, "expected one of {}", all.join(", ")),
            },
        }
    }
}

/// A name longer than this is as far from every known one as its first letters are.
const ENOUGH: usize = 64;

fn letters(text: &str) -> Vec<char> {
    text.chars().take(ENOUGH).flat_map(char::to_lowercase).collect()
}

fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = above[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replaced.min(above[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(before[j - 2] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apart(a: &str, b: &str) -> usize {
        distance(&letters(a), &letters(b))
    }

    #[test]
    fn known_distances() {
        assert_eq!(apart("kitten", "sitting"), 3);
        assert_eq!(apart("mtcs", "mcts"), 1);
        assert_eq!(apart("", "abc"), 3);
        assert_eq!(apart("Random", "random"), 0);
    }

    #[test]
    fn the_nearest_name_is_found() {
        let known = ["random", "crawler", "greedy", "mcts"];
        assert_eq!(nearest("rnadom", known), Some("random"));
        assert_eq!(nearest("greddy", known), Some("greedy"));
        assert_eq!(nearest("x", []), None);
    }

    #[test]
    fn a_name_that_is_not_near_is_not_suggested() {
        assert_eq!(nearest("foo", ["book", "opening"]), None, "two mistakes in three letters");
        assert_eq!(nearest("x", ["a", "p"]), None, "no letter is right");
        assert_eq!(nearest("", ["a", "random"]), None);
        assert_eq!(nearest("transpos", ["threads", "transpositions"]), Some("transpositions"), "its beginning");
    }
}
