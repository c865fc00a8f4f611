// The messages between page and server. Generated from crates/web/src/message by its test:
// PONNUKI_WRITE_MESSAGES=1 cargo test --workspace messages

/**
 * A translatable text.
 */
export type Text = { 
/**
 * Its key in the page's catalogues, such as `refusal.no-game`.
 */
code: string, 
/**
 * The arguments, by name.
 */
arguments: { [key in string]: Argument }, 
/**
 * The English sentence, for logs and for clients other than the page.
 */
english: string, };

/**
 * An argument of a text.
 */
export type Argument = number | string | Text;

/**
 * A message of the page. `tag` is chosen by the page; every answer and every error that belongs to the message carries
 * it.
 */
export type Request = { 
/**
 * Chosen by the page; comes back with the answer.
 */
tag: number, 
/**
 * What the page wants.
 */
intention: Intention, };

/**
 * What the page wants.
 */
export type Intention = { "kind": "new", terms: Terms, } | { "kind": "watch", game: string, } | { "kind": "leave", game: string, } | { "kind": "list", offset: number, limit: number, } | { "kind": "list-live" } | { "kind": "play", game: string, node: number, mv: string, } | { "kind": "undo", game: string, } | { "kind": "go", game: string, node: number, } | { "kind": "take-up", game: string, node: number, } | { "kind": "seat", game: string, color: Side, who: string, moves: number | null, } | { "kind": "run", game: string, on: boolean, } | { "kind": "step", game: string, } | { "kind": "pace", game: string, pause: number, } | { "kind": "move-now", game: string, } | { "kind": "stop", game: string, } | { "kind": "force", game: string, player: string, } | { "kind": "dead", game: string, point: string, } | { "kind": "agree", game: string, } | { "kind": "resume", game: string, } | { "kind": "rematch", game: string, } | { "kind": "overlay", game: string, node: number, what: OverlayKind, } | { "kind": "council", game: string, node: number, players: Array<string>, seconds: number, } | { "kind": "analyse", game: string, node: number, player: string, } | { "kind": "quiet", game: string, } | { "kind": "estimate", game: string, node: number, } | { "kind": "review", game: string, player: string, seconds: number, } | { "kind": "record", game: string, } | { "kind": "start-contest", contest: NewContest, } | { "kind": "watch-contest", contest: string, } | { "kind": "stop-contest", contest: string, } | { "kind": "resume-contest", contest: string, } | { "kind": "list-contests" } | { "kind": "learn", lesson: NewLesson, } | { "kind": "stop-learning", lesson: string, } | { "kind": "list-lessons" } | { "kind": "list-problems" } | { "kind": "problem", name: string, } | { "kind": "own-problem", sgf: string, };

/**
 * How a game begins.
 */
export type Terms = { 
/**
 * 2 to 19.
 */
size: number, 
/**
 * The name of a rule set.
 */
rules: string, 
/**
 * Nothing: what is usual.
 */
komi: number | null, 
/**
 * Handicap stones.
 */
handicap: number, 
/**
 * A clock as `ponnuki match --clock` reads it, such as `5m+3x30s`; nothing: none.
 */
clock: string | null, 
/**
 * What programs may spend on a move, as a tournament file has it: `2s`, `8000`; nothing: what their
 * specification says.
 */
budget: string | null, 
/**
 * Black's, then White's: `human` or a specification.
 */
seats: [string, string], 
/**
 * How long programs wait before each move, in milliseconds.
 */
pause: number, 
/**
 * A text board or an SGF to start from. An SGF's own size, rules, komi and handicap go before these.
 */
start: string | null, };

/**
 * A colour.
 */
export type Side = "black" | "white";

/**
 * What can be laid over a board.
 */
export type OverlayKind = { "kind": "influence", by: string, } | { "kind": "heat", player: string, } | { "kind": "ownership", player: string, } | { "kind": "opening" } | { "kind": "reply" } | { "kind": "value", net: string, };

/**
 * A match or a tournament to be played.
 */
export type NewContest = { 
/**
 * What it is called; the same name with the same players and terms continues it.
 */
name: string, 
/**
 * Who meets whom.
 */
system: System, 
/**
 * Specifications.
 */
players: Array<string>, 
/**
 * Games a pair (or rounds, in a Swiss tournament).
 */
games: number, 
/**
 * The board, rules, clock and budget; its seats count for nothing.
 */
terms: Terms, };

/**
 * Who meets whom in a contest.
 */
export type System = "round-robin" | "gauntlet" | "swiss" | "match" | "best-of";

/**
 * A small learning run.
 */
export type NewLesson = { "kind": "td", representation: string, selection: string, games: number, seed: number, } | { "kind": "preference", window: string, radius: number, records: string, };

/**
 * A message from the server.
 */
export type ServerMessage = { 
/**
 * The tag of the message that this answers; none for notifications.
 */
tag: number | null, 
/**
 * What happened.
 */
event: Event, };

/**
 * An answer or a notification.
 */
export type Event = { "kind": "welcome", version: string, players: Array<PlayerCard>, rules: Array<RuleCard>, presets: Array<Preset>, } | { "kind": "done" } | { "kind": "error", reason: Text, } | { "kind": "opened", game: string, terms: Terms, tree: Array<Twig>, problem: ProblemCard | null, } | { "kind": "position", game: string, position: Position, } | { "kind": "grown", game: string, twig: Twig, } | { "kind": "thought", game: string, node: number, player: string, thought: Thought, } | { "kind": "opinion", game: string, node: number, player: string, mv: string | null, thought: Thought | null, seconds: number, error: Text | null, } | { "kind": "overlay", game: string, node: number, values: Array<number>, labels: Array<Label>, remark: Text | null, } | { "kind": "estimate", game: string, node: number, owners: Array<number>, dead: Array<string>, count: Count, open: number, by: string | null, lead: number | null, } | { "kind": "reviewed", game: string, done: number, of: number, moves: Array<MoveReview>, } | { "kind": "record", game: string, sgf: string, } | { "kind": "games", games: Array<GameCard>, all: number, } | { "kind": "live", games: Array<string>, } | { "kind": "contest", contest: ContestCard, } | { "kind": "contests", contests: Array<ContestCard>, } | { "kind": "lesson", lesson: LessonCard, } | { "kind": "lessons", lessons: Array<LessonCard>, } | { "kind": "problems", problems: Array<ProblemCard>, } | { "kind": "answered", game: string, mv: string, right: boolean, comment: string, };

/**
 * How a game stands.
 */
export type Position = { 
/**
 * The node that is looked at, and the one where the game stands.
 */
node: number, 
/**
 * Where the game stands.
 */
live: number, 
/**
 * How many moves lead to it.
 */
number: number, 
/**
 * 2 to 19.
 */
size: number, 
/**
 * For each point 1 for Black, -1 for White, 0 for none.
 */
stones: Array<number>, 
/**
 * Who is to move.
 */
toPlay: Side, 
/**
 * The points at which the side to move may play.
 */
legal: Array<string>, 
/**
 * The last move.
 */
last: string | null, 
/**
 * The point that the ko forbids.
 */
ko: string | null, 
/**
 * Stones that Black and White have lost.
 */
captured: [number, number], 
/**
 * Who plays, Black first, and what is left on their clocks.
 */
seats: [SeatCard, SeatCard], 
/**
 * Whether programs go on by themselves.
 */
running: boolean, 
/**
 * Whether somebody thinks.
 */
thinking: boolean, 
/**
 * How long programs wait before each move, in milliseconds.
 */
pause: number, 
/**
 * What happens next: play, count (dead stones are marked) or over.
 */
phase: Phase, 
/**
 * The result, such as B+3.5, once there is one, and how it came about.
 */
result: string | null, 
/**
 * The count, while dead stones are marked and after.
 */
count: Count | null, 
/**
 * How a game of a contest ended, or why a program has no move.
 */
remark: Text | null, };

/**
 * Where in its course a game is.
 */
export type Phase = "play" | "count" | "over";

/**
 * Who has a seat.
 */
export type SeatCard = { 
/**
 * `human` or a specification.
 */
who: string, 
/**
 * What the record calls a person.
 */
name: string | null, 
/**
 * For how many more moves, where it is not for good.
 */
moves: number | null, 
/**
 * What is left on the clock, in milliseconds, and in words.
 */
clock: ClockCard | null, };

/**
 * A clock.
 */
export type ClockCard = { 
/**
 * Milliseconds that are left of the time that runs now.
 */
left: number, 
/**
 * What comes after it, in words.
 */
then: string, 
/**
 * Whether it runs.
 */
running: boolean, };

/**
 * A node of the tree of variations.
 */
export type Twig = { 
/**
 * Its number; the root is 0.
 */
node: number, 
/**
 * The node before it.
 */
parent: number | null, 
/**
 * The move that leads to it; nothing for the root and for set-up stones.
 */
mv: string | null, 
/**
 * Who made it.
 */
by: Side | null, 
/**
 * The specification of who made it, or `human`.
 */
who: string | null, 
/**
 * The chance of Black as whoever made it saw it, 0 to 1, and Black's lead.
 */
winRate: number | null, 
/**
 * Black's lead as whoever made it saw it.
 */
score: number | null, 
/**
 * What a review says of it.
 */
review: MoveReview | null, 
/**
 * The comment in the record, without that of a review.
 */
comment: string, };

/**
 * What a player thinks, all from Black's view.
 */
export type Thought = { 
/**
 * Playouts, or whatever the player counts.
 */
visits: number, 
/**
 * The chance of Black.
 */
winRate: number | null, 
/**
 * Black's lead.
 */
score: number | null, 
/**
 * Best first.
 */
candidates: Array<Candidate>, 
/**
 * For each point from 1, Black's, to -1, White's.
 */
ownership: Array<number> | null, 
/**
 * How likely each point looked.
 */
policy: Array<number> | null, 
/**
 * Titles and texts.
 */
notes: Array<[string, string]>, };

/**
 * A move that is considered.
 */
export type Candidate = { 
/**
 * The move.
 */
mv: string, 
/**
 * How often it was tried.
 */
visits: number, 
/**
 * The chance of Black.
 */
winRate: number | null, 
/**
 * Black's lead.
 */
score: number | null, 
/**
 * How likely it looked before thinking.
 */
prior: number | null, 
/**
 * What is expected after it, itself included.
 */
line: Array<string>, };

/**
 * A text on a point.
 */
export type Label = { 
/**
 * The point.
 */
point: string, 
/**
 * The text: at most four characters have room.
 */
text: string, };

/**
 * How a position is counted.
 */
export type Count = { 
/**
 * The result, such as W+2.5.
 */
result: string, 
/**
 * What each side has: a row, Black's number and White's.
 */
lines: Array<[CountRow, number, number]>, 
/**
 * For each point 1 for Black's, -1 for White's, 0 for nobody's.
 */
owners: Array<number>, 
/**
 * The stones that are dead.
 */
dead: Array<string>, };

/**
 * What is counted.
 */
export type CountRow = "stones" | "surrounded" | "territory" | "prisoners" | "dead" | "komi" | "handicap" | "total";

/**
 * What a review says of a move. A measure is missing where the reviewer does not provide it.
 */
export type MoveReview = { 
/**
 * The node of the move.
 */
node: number, 
/**
 * How good the move is.
 */
grade: Grade, 
/**
 * The points that the move lost.
 */
pointsLoss: number | null, 
/**
 * The win rate that the move lost, 0 to 1.
 */
winRateLoss: number | null, 
/**
 * The normalised-rank error, 0 to 1.
 */
rankError: number | null, 
/**
 * The rank of the move, from 1.
 */
rank: number | null, 
/**
 * The principal variation, or the best moves of a reviewer that only ranks.
 */
best: Array<string>, 
/**
 * Black's win rate before the move.
 */
winRate: number | null, 
/**
 * Black's win rate after the move.
 */
winRateAfter: number | null, 
/**
 * Black's lead before the move, in points.
 */
lead: number | null, 
/**
 * Black's lead after the move.
 */
leadAfter: number | null, 
/**
 * The specification of the reviewer.
 */
by: string, };

/**
 * How good a move is.
 */
export type Grade = "best" | "good" | "inaccuracy" | "mistake" | "blunder";

/**
 * A player of the roster and the fields of its form.
 */
export type PlayerCard = { 
/**
 * The name in a specification.
 */
name: string, 
/**
 * How it plays.
 */
summary: Text, 
/**
 * Its parameters.
 */
parameters: Array<ParameterCard>, 
/**
 * Whether it can rank all moves.
 */
ranks: boolean, 
/**
 * Whether it reports an analysis while it thinks.
 */
thinks: boolean, };

/**
 * A parameter.
 */
export type ParameterCard = { 
/**
 * Its name.
 */
name: string, 
/**
 * The kind of its values.
 */
kind: ParameterKind, 
/**
 * The default, as text.
 */
default: string, 
/**
 * The least and the greatest value.
 */
range: [number, number] | null, 
/**
 * The choices.
 */
choices: Array<string>, 
/**
 * What it does.
 */
about: Text, };

/**
 * The kind of a parameter's values.
 */
export type ParameterKind = "bool" | "int" | "float" | "choice" | "player";

/**
 * A set of rules.
 */
export type RuleCard = { 
/**
 * Its name in messages.
 */
name: string, 
/**
 * Its displayed name.
 */
title: Text, 
/**
 * The usual komi.
 */
komi: number, 
/**
 * A short description.
 */
about: Text, };

/**
 * A ready-made opponent.
 */
export type Preset = { 
/**
 * Its name: a rank, or "Strongest".
 */
title: Text, 
/**
 * The specification.
 */
spec: string, };

/**
 * A game in a list.
 */
export type GameCard = { 
/**
 * Its name.
 */
game: string, 
/**
 * The board size, 2 to 19.
 */
size: number, 
/**
 * The players, Black first: a specification, `human`, or a person's name in the record.
 */
seats: [string, string], 
/**
 * The number of moves.
 */
moves: number, 
/**
 * The result of a finished game.
 */
result: string | null, 
/**
 * The time of the last change, in milliseconds since 1970.
 */
changed: number, 
/**
 * Its contest.
 */
contest: string | null, 
/**
 * The stones, for a small picture of the board.
 */
stones: Array<number>, };

/**
 * The state of a contest.
 */
export type ContestCard = { 
/**
 * Its name.
 */
name: string, 
/**
 * How players are paired.
 */
system: System, 
/**
 * The number of finished games.
 */
done: number, 
/**
 * The number of all games; in a best-of match the largest possible number.
 */
of: number, 
/**
 * Whether all games are finished.
 */
over: boolean, 
/**
 * Whether it runs.
 */
running: boolean, 
/**
 * Whether it is stopping: running games are finished, and no others start.
 */
stopping: boolean, 
/**
 * The standings, best first.
 */
standings: Array<Standing>, 
/**
 * For each pair of players, in the order of the standings: points of the first against the second, and games.
 */
cross: Array<Array<[number, number]>>, 
/**
 * The latest games.
 */
latest: Array<GameCard>, };

/**
 * A line of the standings.
 */
export type Standing = { 
/**
 * The specification.
 */
player: string, 
/**
 * The number of games.
 */
games: number, 
/**
 * Points: 1 for a win, one half for a draw.
 */
points: number, 
/**
 * The rating and its error (95% confidence).
 */
rating: [number, number] | null, 
/**
 * The number of forfeited games.
 */
forfeits: number, };

/**
 * A problem.
 */
export type ProblemCard = { 
/**
 * Its name.
 */
name: string, 
/**
 * The task.
 */
task: Text, 
/**
 * The board size, 2 to 19.
 */
size: number, 
/**
 * The side to play.
 */
toPlay: Side, 
/**
 * Whether it is a user's problem.
 */
own: boolean, };

/**
 * A lesson, as far as it has got.
 */
export type LessonCard = { 
/**
 * Its name.
 */
lesson: string, 
/**
 * What it is about, in few words.
 */
title: string, 
/**
 * When it began, in milliseconds since 1970.
 */
begun: number, 
/**
 * Games that it has learnt from.
 */
done: number, 
/**
 * Games in all.
 */
of: number, 
/**
 * Why it could not begin, or ended early.
 */
failure: Text | null, 
/**
 * How it learns: what is done, and how well it does.
 */
curve: Array<[number, number]>, 
/**
 * By what that is measured.
 */
measure: Measure, 
/**
 * The specification of what was learnt, once it can be played.
 */
player: string | null, 
/**
 * Whether it is over.
 */
finished: boolean, };

/**
 * How well a learner does.
 */
export type Measure = "won" | "error";
