//! Why the server refuses what a page or a script asks for.

use crate::{Text, texts};

texts! {
    /// Why a request is refused.
    pub enum Refusal in "refusal" {
        // The request
        Message { reason: String } => "the message cannot be read: {reason}",
        NoAddress => "there is no such address: docs/page.md lists the addresses",
        Method { path: String, method: String } =>
            "{path} does not take {method}: the Allow header of this answer lists the methods that it takes",
        Address { reason: String } => "the address cannot be read: {reason}",
        Query { reason: String } => "the query string cannot be read: {reason}",
        Large { most: usize } => "the request is larger than {most} bytes",
        Late { seconds: f32 } => "the body of the request did not arrive within {seconds} seconds: send it again",
        NoWebSocket { reason: String } => "{reason}: this address is for WebSockets",
        Connections => "there are too many connections: close some and try again",
        Rate => "messages come too fast: wait a moment",
        Questions => "too many questions are unanswered: wait a moment",
        Closing => "the server is shutting down",

        // Games
        NoGame { game: String } => "there is no game {game}",
        NoNode { node: u32 } => "the game has no node {node}",
        Games => "too many games are open: close some and try again",
        Watched => "this page watches too many games: close some and try again",
        ListTooLong { games: u32, most: u32 } => "{games} games are too many for one list: at most {most}",
        Turn { player: String } => "it is {player}'s turn",
        PersonsTurn => "it is a person's turn",
        Counting => "dead stones are being marked: agree on the count, or play on",
        NotCounting => "no dead stones are being marked now",
        NotCounted => "the stones are still being counted: try again in a moment",
        NoStone { point: String } => "there is no stone at {point}",
        NothingToUndo => "there is no move to undo",
        Over => "the game is over",
        NobodyThinks => "no player is thinking",
        Archived => "this game was played in a tournament: it can be viewed, but not continued",
        SeatMoves => "a seat can be taken for 1 to 1000 moves",
        Invalid { reason: Box<Text> } => "{reason}",
        Illegal { reason: Box<Text> } => "{reason}",

        // Records
        Nodes { most: usize } => "the record has more than {most} nodes, which is too many for the page",
        NoRecord => "the record holds no game",
        Damaged { reason: String } => "the SGF is damaged: {reason}",
        Collection { games: usize } => "the SGF holds {games} games: send one of them",
        HandicapOf { stones: String } => "HA[{stones}] is not a number of handicap stones for this board",
        HandicapOnBoard => "a text board already has its stones: set no handicap",
        Kept { reason: String } => "the stored game cannot be read: {reason}",
        Ledger { reason: String } => "{reason}",
        Report { reason: String } => "the report cannot be made: {reason}",

        // Limits
        Budget { budget: String, most: String } => "a budget of {budget} is too much: at most {most}",
        Clock { clock: String, most: String } => "a clock of {clock} is too much: at most {most}",
        Pause { pause: u32, most: u32 } => "a pause of {pause} ms is too much: at most {most} ms",
        Seconds { seconds: f32, most: u64 } => "a player can think for 0.01 to {most} seconds, not for {seconds}",
        CouncilEmpty => "a council needs at least one player",
        CouncilTooLarge { players: usize, most: usize } =>
            "{players} players are too many for a council: at most {most}",

        // Players
        Setting { player: String, param: String, value: String, reason: Box<Text> } =>
            "{player} cannot have {param}={value} here: {reason}",
        NoMove { player: String, reason: Box<Text> } => "{player} has no move: {reason}",
        Crashed { player: String } => "{player} crashed",
        Failure { reason: String } => "{reason}",
        DoesNotRank { player: String } => "{player} does not rank moves",
        NoOwnership { player: String } => "{player} does not estimate ownership",

        // Overlays and reviews
        Influence { name: String } => "there is no influence map {name}: expected bouzy, chen or zobrist",
        Overlay { reason: Box<Text> } => "{reason}",
        OverlayCrashed => "the overlay crashed",
        NothingToReview => "there is no move to review",
        CannotReview { player: String } => "{player} neither ranks moves nor estimates a win rate or a score",
        Reviewing => "the game is already being reviewed",

        // Problems
        NoProblem { problem: String } => "there is no problem {problem}",
        NoAnswer => "the record has no move that could solve a problem",

        // Contests
        NoContest { contest: String } => "there is no contest {contest}",
        ContestName => "a contest needs a name of at most 80 characters",
        ContestTaken { contest: String } =>
            "there is a contest {contest} with other players or terms: choose another name, or repeat them to \
             resume it",
        NoGames => "a contest needs at least one game",
        ContestStart => "contests begin on an empty board: leave out the starting position",
        ContestStopped { contest: String, reason: Box<Text> } => "the contest {contest} has stopped: {reason}",
        Entrants => "a match needs two players, a tournament at least two",
        EntrantsTooMany { players: usize, most: usize } =>
            "{players} players are too many for a contest: at most {most}",
        GamesTooMany { games: u32, most: u32 } => "{games} games are too many for a pair: at most {most}",
        Twice { player: String } => "{player} takes part twice",
        Runs => "no more contests or lessons can run at once: stop one first",

        // Lessons
        NoLesson { lesson: String } => "there is no lesson {lesson}",
        Lesson { reason: Box<Text> } => "{reason}",
        NoTeacher { teacher: String, names: String } =>
            "there is no teacher {teacher} on the page: choose one of {names}",
        NeedsRecords { teacher: String } => "{teacher} learns from game records: choose some",
        NeedsNoRecords { teacher: String } => "{teacher} plays its training games itself: leave out the records",
        LessonCrashed => "the lesson crashed",
    }
}

impl std::error::Error for Refusal {}

texts! {
    /// Why a page may not give a setting to a player or a teacher.
    pub(crate) enum SettingRefusal in "setting" {
        Nothing => "there is nothing to choose from",
        Closed => "it cannot be set from the page",
        Choices { names: String } => "choose one of {names}",
        Cores { cores: usize } => "this machine has {cores} {cores|core|cores}",
        Memory { most: i64 } => "at most {most} MiB",
        Range { least: i64, most: i64 } => "expected {least} to {most}",
        Ponder => "players on the page do not think on their opponent's time",
    }
}
