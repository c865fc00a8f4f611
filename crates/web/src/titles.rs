//! The names of colours, rules and presets, the tasks of problems, and how games end.

use arena::{Fault, Finish};
use goban::{Color, Rules};

use crate::message::RuleCard;
use crate::{Template, Text, texts};

texts! {
    pub(crate) enum ColorName in "color" {
        Black => "Black",
        White => "White",
    }
}

texts! {
    /// The name of a preset.
    pub enum PresetName in "preset" {
        Kyu { rank: u32 } => "{rank} kyu",
        Dan { rank: u32 } => "{rank} dan",
        Strongest => "Strongest",
    }
}

texts! {
    /// How a game of a contest ended.
    pub(crate) enum Ended in "finish" {
        Passes => "Both players passed.",
        PlayedOut => "Both players passed, disagreed on dead stones, and played on until every stone was alive.",
        Estimate => "Both players passed and disagreed on dead stones. The referee's estimate decided.",
        NoMoveLeft => "No legal move was left.",
        Resignation => "One side resigned.",
        Time => "One side ran out of time.",
        MoveLimit => "The move limit was reached.",
        Adjudication => "The game was clearly decided.",
        IllegalMove => "One side made an illegal move.",
        Hang => "One side did not answer.",
        Crash => "One side crashed.",
        Garbage => "One side gave an answer that is not a move.",
        Refusal => "One side refused to play.",
    }
}

texts! {
    /// The task of a user's problem.
    pub(crate) enum OwnTask in "own-task" {
        Comment { side: Text, comment: String } => "{side} to play. {comment}",
        Turn { side: Text } => "{side} to play.",
    }
}

/// The tasks of the program's problems, by the keys in their files.
const TASKS: [(&str, &str); 16] = [
    ("ladder", "{side} to play and capture."),
    ("net", "{side} to play and capture."),
    ("snapback", "{side} to play and capture."),
    ("run", "{side} to play and escape."),
    ("eyes", "{side} to play and kill."),
    ("nakade", "{side} to play and kill."),
    ("kill", "{side} to play and kill."),
    ("live", "{side} to play and live."),
    ("ko", "{side} to play and win; there may be a ko."),
    ("seki", "{side} to play: what becomes of the seki?"),
    ("leave", "{side} to play without spoiling the seki."),
    ("semeai", "{side} to play and win the capturing race."),
    ("race", "{side} to play: the capturing race, or the corner?"),
    ("cut", "{side} to play: cut or connect."),
    ("endgame", "{side} to play: the biggest endgame point."),
    ("choice", "{side} to play: which fight comes first?"),
];

/// The rule sets: name, title, description.
const RULES: [(&str, &str, &str); 8] = [
    ("chinese", "Chinese", "area scoring; no immediate retaking of a ko; White gets a point per handicap stone"),
    ("japanese", "Japanese", "territory and prisoners; no points in seki"),
    ("korean", "Korean", "like Japanese"),
    ("aga", "AGA", "area scoring; no position may repeat with the same player to move"),
    (
        "new-zealand",
        "New Zealand",
        "area scoring; suicide allowed; no position may repeat with the same player to move",
    ),
    (
        "tromp-taylor",
        "Tromp-Taylor",
        "area scoring; suicide allowed; no position may repeat; every stone counts as alive",
    ),
    ("simple", "Simple", "area scoring; no immediate retaking of a ko"),
    ("deathmatch", "Deathmatch", "no passing; prisoners, stones and surrounded points count"),
];

/// The name of a colour.
pub(crate) fn color(color: Color) -> Text {
    match color {
        Color::Black => ColorName::Black.text(),
        Color::White => ColorName::White.text(),
    }
}

/// How a game ended.
pub(crate) fn finish(finish: Finish) -> Text {
    let ended = match finish {
        Finish::Passes => Ended::Passes,
        Finish::PlayedOut => Ended::PlayedOut,
        Finish::Estimate => Ended::Estimate,
        Finish::NoMoveLeft => Ended::NoMoveLeft,
        Finish::Resignation => Ended::Resignation,
        Finish::Time => Ended::Time,
        Finish::MoveLimit => Ended::MoveLimit,
        Finish::Adjudication => Ended::Adjudication,
        Finish::Forfeit(Fault::IllegalMove) => Ended::IllegalMove,
        Finish::Forfeit(Fault::Hang) => Ended::Hang,
        Finish::Forfeit(Fault::Crash) => Ended::Crash,
        Finish::Forfeit(Fault::Garbage) => Ended::Garbage,
        Finish::Forfeit(Fault::Refusal) => Ended::Refusal,
    };
    ended.text()
}

/// The task of a problem of the program, by the key in its file; `None` for an unknown key.
pub(crate) fn task(key: &str, turn: Color) -> Option<Text> {
    let (_, template) = TASKS.into_iter().find(|(known, _)| *known == key)?;
    Some(Text::new(format!("task.{key}"), template, [("side", color(turn).into())]))
}

/// The task of a user's problem: the side to play and the comment in the record.
pub(crate) fn own_task(comment: &str, turn: Color) -> Text {
    let side = color(turn);
    if comment.is_empty() {
        return OwnTask::Turn { side }.text();
    }
    OwnTask::Comment { side, comment: comment.to_string() }.text()
}

/// All rule sets with their usual komi.
pub(crate) fn rules() -> Vec<RuleCard> {
    let card = |(name, rules): (&str, Rules)| {
        let (_, title, about) = RULES.into_iter().find(|(known, ..)| *known == name).unwrap_or((name, name, ""));
        RuleCard {
            name: name.to_string(),
            title: Text::new(format!("rules.{name}"), title, []),
            komi: rules.usual_komi(),
            about: Text::new(format!("rules-about.{name}"), about, []),
        }
    };
    Rules::ALL.into_iter().map(card).collect()
}

/// The English templates of all these texts.
pub(crate) fn templates() -> Vec<Template> {
    let rules = RULES.into_iter().flat_map(|(name, title, about)| {
        let texts = [(format!("rules.{name}"), title), (format!("rules-about.{name}"), about)];
        texts.map(|(code, english)| Template { code, english, arguments: &[] })
    });
    let task = |(key, english)| Template { code: format!("task.{key}"), english, arguments: &["side"] };
    let names = [ColorName::templates(), PresetName::templates(), Ended::templates(), OwnTask::templates()];
    names.into_iter().flatten().chain(rules).chain(TASKS.into_iter().map(task)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_set_has_a_title() {
        let names = Rules::ALL.map(|(name, _)| name);
        assert_eq!(RULES.map(|(name, ..)| name), names);
    }

    #[test]
    fn a_task_says_whose_turn_it_is() {
        assert_eq!(task("ladder", Color::White).unwrap().to_string(), "White to play and capture.");
        assert_eq!(own_task("Live.", Color::Black).to_string(), "Black to play. Live.");
        assert_eq!(task("no such task", Color::Black), None);
    }
}
