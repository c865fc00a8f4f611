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
 * A message from the page. Every answer and every error that belongs to it carries its tag.
 */
export type Request = { 
/**
 * Chosen by the page; the answer carries the same.
 */
tag: number, 
/**
 * The request.
 */
intention: Intention, };

/**
 * A request of the page.
 */
export type Intention = { "kind": "new", terms: Terms, } | { "kind": "watch", game: string, } | { "kind": "leave", game: string, } | { "kind": "list", offset: number, limit: number, } | { "kind": "list-live" } | { "kind": "play", game: string, node: number, mv: string, } | { "kind": "undo", game: string, } | { "kind": "go", game: string, node: number, } | { "kind": "take-up", game: string, node: number, } | { "kind": "seat", game: string, color: Side, who: string, moves: number | null, } | { "kind": "run", game: string, on: boolean, } | { "kind": "step", game: string, } | { "kind": "pace", game: string, pause: number, } | { "kind": "move-now", game: string, } | { "kind": "stop", game: string, } | { "kind": "force", game: string, player: string, } | { "kind": "dead", game: string, point: string, } | { "kind": "agree", game: string, } | { "kind": "resume", game: string, } | { "kind": "rematch", game: string, } | { "kind": "overlay", game: string, node: number, what: OverlayKind, } | { "kind": "council", game: string, node: number, players: Array<string>, seconds: number, } | { "kind": "analyse", game: string, node: number, player: string, } | { "kind": "quiet", game: string, } | { "kind": "estimate", game: string, node: number, } | { "kind": "review", game: string, player: string, seconds: number, } | { "kind": "record", game: string, } | { "kind": "start-contest", contest: NewContest, } | { "kind": "watch-contest", contest: string, } | { "kind": "stop-contest", contest: string, } | { "kind": "resume-contest", contest: string, } | { "kind": "list-contests" } | { "kind": "learn", lesson: NewLesson, } | { "kind": "stop-learning", lesson: string, } | { "kind": "list-lessons" } | { "kind": "list-problems" } | { "kind": "problem", name: string, } | { "kind": "own-problem", sgf: string, };

/**
 * The terms of a game.
 */
export type Terms = { 
/**
 * The board size, 2 to 19.
 */
size: number, 
/**
 * The name of a rule set.
 */
rules: string, 
/**
 * The komi; by default that of the rules.
 */
komi: number | null, 
/**
 * The number of handicap stones.
 */
handicap: number, 
/**
 * A clock in the notation of `ponnuki match --clock`, such as `5m+3x30s`; without it, there are no clocks.
 */
clock: string | null, 
/**
 * The budget of programs per move in the notation of tournament files: `2s` or `8000`; by default that of their
 * specifications.
 */
budget: string | null, 
/**
 * The players, Black first: `human` or a specification.
 */
seats: [string, string], 
/**
 * The pause before each move of a program, in milliseconds.
 */
pause: number, 
/**
 * The starting position, as a text board or an SGF. Size, rules, komi and handicap of an SGF override these.
 */
start: string | null, };

/**
 * A colour.
 */
export type Side = "black" | "white";

/**
 * An overlay of the board.
 */
export type OverlayKind = { "kind": "influence", by: string, } | { "kind": "heat", player: string, } | { "kind": "ownership", player: string, } | { "kind": "opening" } | { "kind": "reply" } | { "kind": "value", net: string, };

/**
 * A match or a tournament to start.
 */
export type NewContest = { 
/**
 * Its name; the same name with the same players and terms resumes it.
 */
name: string, 
/**
 * How players are paired.
 */
system: System, 
/**
 * The specifications of the players.
 */
players: Array<string>, 
/**
 * The number of games of each pair, or of rounds in a Swiss tournament.
 */
games: number, 
/**
 * The board, rules, clock and budget; the seats are ignored.
 */
terms: Terms, };

/**
 * How players are paired in a contest.
 */
export type System = "round-robin" | "gauntlet" | "swiss" | "match" | "best-of";

/**
 * A lesson to start.
 */
export type NewLesson = { 
/**
 * The name of the teacher.
 */
teacher: string, 
/**
 * The settings that differ from the defaults in the teacher's form, by parameter.
 */
settings: Array<[string, string]>, 
/**
 * The game records as SGF; empty if the teacher plays its training games itself.
 */
records: string, };

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
export type Event = { "kind": "welcome", version: string, players: Array<PlayerCard>, rules: Array<RuleCard>, presets: Array<Preset>, teachers: Array<TeacherCard>, } | { "kind": "done" } | { "kind": "error", reason: Text, } | { "kind": "opened", game: string, terms: Terms, tree: Array<Twig>, problem: ProblemCard | null, } | { "kind": "position", game: string, position: Position, } | { "kind": "grown", game: string, twig: Twig, } | { "kind": "thought", game: string, node: number, player: string, thought: Thought, } | { "kind": "opinion", game: string, node: number, player: string, mv: string | null, thought: Thought | null, seconds: number, error: Text | null, } | { "kind": "overlay", game: string, node: number, values: Array<number>, labels: Array<Label>, remark: Text | null, } | { "kind": "estimate", game: string, node: number, owners: Array<number>, dead: Array<string>, count: Count, open: number, by: string | null, lead: number | null, } | { "kind": "reviewed", game: string, done: number, of: number, moves: Array<MoveReview>, } | { "kind": "record", game: string, sgf: string, } | { "kind": "games", games: Array<GameCard>, all: number, } | { "kind": "live", games: Array<string>, } | { "kind": "contest", contest: ContestCard, } | { "kind": "contests", contests: Array<ContestCard>, } | { "kind": "lesson", lesson: LessonCard, } | { "kind": "lessons", lessons: Array<LessonCard>, } | { "kind": "problems", problems: Array<ProblemCard>, } | { "kind": "answered", game: string, mv: string, right: boolean, comment: string, };

/**
 * The state of a game at a node.
 */
export type Position = { 
/**
 * The node of this position.
 */
node: number, 
/**
 * The current node of the game.
 */
live: number, 
/**
 * The number of moves that lead to the node.
 */
number: number, 
/**
 * The board size, 2 to 19.
 */
size: number, 
/**
 * The stone on each point: 1 for Black, -1 for White, 0 for none.
 */
stones: Array<number>, 
/**
 * The side to move.
 */
toPlay: Side, 
/**
 * The legal points of the side to move.
 */
legal: Array<string>, 
/**
 * The last move.
 */
last: string | null, 
/**
 * The point that is forbidden by ko.
 */
ko: string | null, 
/**
 * The number of captured stones of Black and of White.
 */
captured: [number, number], 
/**
 * The players and their clocks, Black first.
 */
seats: [SeatCard, SeatCard], 
/**
 * Whether programs move without a request.
 */
running: boolean, 
/**
 * Whether a program thinks.
 */
thinking: boolean, 
/**
 * The pause before each move of a program, in milliseconds.
 */
pause: number, 
/**
 * The phase of the game.
 */
phase: Phase, 
/**
 * The result of a finished game, such as B+3.5.
 */
result: string | null, 
/**
 * The count, from the marking of dead stones on.
 */
count: Count | null, 
/**
 * How the game of a contest ended, or why a program has no move.
 */
remark: Text | null, };

/**
 * The phase of a game.
 */
export type Phase = "play" | "count" | "over";

/**
 * A seat.
 */
export type SeatCard = { 
/**
 * The player: `human` or a specification.
 */
who: string, 
/**
 * The name of a person in the record.
 */
name: string | null, 
/**
 * The number of remaining moves of a temporary player.
 */
moves: number | null, 
/**
 * The clock.
 */
clock: ClockCard | null, };

/**
 * A clock.
 */
export type ClockCard = { 
/**
 * The remaining milliseconds of the current period.
 */
left: number, 
/**
 * The periods after it, in words.
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
 * The move that leads to it; `null` for the root and for set-up stones.
 */
mv: string | null, 
/**
 * The side that played it.
 */
by: Side | null, 
/**
 * The player of the move: `human` or a specification.
 */
who: string | null, 
/**
 * Black's win rate by the player of the move, 0 to 1.
 */
winRate: number | null, 
/**
 * Black's lead by the player of the move, in points.
 */
score: number | null, 
/**
 * The review of the move.
 */
review: MoveReview | null, 
/**
 * The comment in the record, without that of a review.
 */
comment: string, };

/**
 * The analysis of a position by a player, from Black's perspective.
 */
export type Thought = { 
/**
 * The number of playouts, or of another unit of the player's search.
 */
visits: number, 
/**
 * Black's win rate.
 */
winRate: number | null, 
/**
 * Black's lead in points.
 */
score: number | null, 
/**
 * The candidate moves, best first.
 */
candidates: Array<Candidate>, 
/**
 * The ownership of each point, from 1 (Black) to -1 (White).
 */
ownership: Array<number> | null, 
/**
 * The prior probability of each point.
 */
policy: Array<number> | null, 
/**
 * Other results, as titles and texts.
 */
notes: Array<[string, string]>, };

/**
 * A candidate move.
 */
export type Candidate = { 
/**
 * The move.
 */
mv: string, 
/**
 * The number of its visits.
 */
visits: number, 
/**
 * Black's win rate.
 */
winRate: number | null, 
/**
 * Black's lead in points.
 */
score: number | null, 
/**
 * Its prior probability.
 */
prior: number | null, 
/**
 * The principal variation, from this move on.
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
 * The text, at most four characters.
 */
text: string, };

/**
 * The count of a position.
 */
export type Count = { 
/**
 * The result, such as W+2.5.
 */
result: string, 
/**
 * The rows, with Black's and White's number.
 */
lines: Array<[CountRow, number, number]>, 
/**
 * The owner of each point: 1 for Black, -1 for White, 0 for neither.
 */
owners: Array<number>, 
/**
 * The dead stones.
 */
dead: Array<string>, };

/**
 * A row of a count.
 */
export type CountRow = "stones" | "surrounded" | "territory" | "prisoners" | "dead" | "komi" | "handicap" | "total";

/**
 * The review of a move. A measure is missing where the reviewer does not provide it.
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
 * A teacher and the fields of its form.
 */
export type TeacherCard = { 
/**
 * Its name.
 */
name: string, 
/**
 * What it teaches.
 */
summary: Text, 
/**
 * Its parameters, without those that a page may not set.
 */
parameters: Array<ParameterCard>, 
/**
 * Whether a lesson needs game records.
 */
needsRecords: boolean, };

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
 * The state of a lesson.
 */
export type LessonCard = { 
/**
 * Its name.
 */
lesson: string, 
/**
 * The teacher and its settings.
 */
title: string, 
/**
 * The time of its start, in milliseconds since 1970.
 */
begun: number, 
/**
 * The number of training games so far.
 */
done: number, 
/**
 * The number of all training games.
 */
of: number, 
/**
 * Why it failed.
 */
failure: Text | null, 
/**
 * The learning curve: training games and measure.
 */
curve: Array<[number, number]>, 
/**
 * What the learning curve shows.
 */
measure: Measure, 
/**
 * The specification of the player of the model, once it is stored.
 */
player: string | null, 
/**
 * Whether it has ended.
 */
finished: boolean, };

/**
 * What a learning curve shows.
 */
export type Measure = "won" | "error" | "loss";
