// This file is written from crates/web/src/message.rs. Do not edit it.

export type Request = { tag: number, intention: Intention, };

export type Intention = { "kind": "new", terms: Terms, } | { "kind": "watch", game: string, } | { "kind": "leave", game: string, } | { "kind": "list", offset: number, limit: number, } | { "kind": "play", game: string, node: number, mv: string, } | { "kind": "undo", game: string, } | { "kind": "go", game: string, node: number, } | { "kind": "take-up", game: string, node: number, } | { "kind": "seat", game: string, color: Side, who: string, moves: number | null, } | { "kind": "run", game: string, on: boolean, } | { "kind": "step", game: string, } | { "kind": "pace", game: string, pause: number, } | { "kind": "move-now", game: string, } | { "kind": "stop", game: string, } | { "kind": "force", game: string, player: string, } | { "kind": "dead", game: string, point: string, } | { "kind": "agree", game: string, } | { "kind": "resume", game: string, } | { "kind": "rematch", game: string, } | { "kind": "overlay", game: string, node: number, what: Look, } | { "kind": "council", game: string, node: number, players: Array<string>, seconds: number, } | { "kind": "analyse", game: string, node: number, player: string, } | { "kind": "quiet", game: string, } | { "kind": "estimate", game: string, node: number, } | { "kind": "review", game: string, player: string, seconds: number, } | { "kind": "record", game: string, } | { "kind": "start-contest", contest: NewContest, } | { "kind": "watch-contest", contest: string, } | { "kind": "stop-contest", contest: string, } | { "kind": "list-contests" } | { "kind": "learn", lesson: NewLesson, } | { "kind": "stop-learning", lesson: string, } | { "kind": "list-problems" } | { "kind": "problem", name: string, };

export type Terms = { size: number, rules: string, komi: number | null, handicap: number, clock: string | null, budget: string | null, seats: [string, string], pause: number, start: string | null, };

export type Side = "black" | "white";

export type Look = { "kind": "influence", by: string, } | { "kind": "heat", player: string, } | { "kind": "ownership", player: string, } | { "kind": "opening" } | { "kind": "reply" } | { "kind": "value", net: string, };

export type NewContest = { name: string, system: string, players: Array<string>, games: number, terms: Terms, };

export type NewLesson = { "kind": "td", representation: string, selection: string, games: number, seed: number, } | { "kind": "preference", window: string, radius: number, records: string, };

export type Telling = { tag: number | null, event: Event, };

export type Event = { "kind": "welcome", version: string, players: Array<PlayerCard>, rules: Array<RuleCard>, presets: Array<Preset>, } | { "kind": "done" } | { "kind": "error", reason: string, } | { "kind": "opened", game: string, terms: Terms, tree: Array<Twig>, } | { "kind": "position", game: string, position: Position, } | { "kind": "grown", game: string, twig: Twig, } | { "kind": "thought", game: string, node: number, player: string, thought: Thought, } | { "kind": "opinion", game: string, node: number, player: string, mv: string | null, thought: Thought | null, seconds: number, error: string | null, } | { "kind": "overlay", game: string, node: number, values: Array<number>, labels: Array<Label>, remark: string, } | { "kind": "estimate", game: string, node: number, owners: Array<number>, dead: Array<string>, count: Count, } | { "kind": "reviewed", game: string, done: number, of: number, verdicts: Array<Verdict>, } | { "kind": "record", game: string, sgf: string, } | { "kind": "games", games: Array<GameCard>, all: number, } | { "kind": "contest", contest: ContestCard, } | { "kind": "contests", contests: Array<ContestCard>, } | { "kind": "lesson", lesson: string, done: number, of: number, unit: string, curve: Array<[number, number]>, player: string | null, finished: boolean, } | { "kind": "problems", problems: Array<ProblemCard>, } | { "kind": "answered", game: string, right: boolean, remark: string, };

export type Position = { node: number, live: number, number: number, size: number, stones: Array<number>, toPlay: Side, legal: Array<string>, last: string | null, ko: string | null, captured: [number, number], seats: [SeatCard, SeatCard], running: boolean, thinking: boolean, pause: number, phase: Phase, result: string | null, count: Count | null, remark: string, };

export type Phase = "play" | "count" | "over";

export type SeatCard = { who: string, moves: number | null, clock: ClockCard | null, };

export type ClockCard = { left: number, then: string, running: boolean, };

export type Twig = { node: number, parent: number | null, mv: string | null, by: Side | null, who: string | null, winRate: number | null, score: number | null, verdict: Verdict | null, comment: string, };

export type Thought = { visits: number, winRate: number | null, score: number | null, candidates: Array<Candidate>, ownership: Array<number> | null, policy: Array<number> | null, notes: Array<[string, string]>, };

export type Candidate = { mv: string, visits: number, winRate: number | null, score: number | null, prior: number | null, line: Array<string>, };

export type Label = { point: string, text: string, };

export type Count = { result: string, lines: Array<[string, number, number]>, owners: Array<number>, dead: Array<string>, };

export type Verdict = { node: number, loss: number, rank: number | null, best: Array<string>, winRate: number | null, };

export type PlayerCard = { name: string, summary: string, parameters: Array<ParameterCard>, ranks: boolean, thinks: boolean, };

export type ParameterCard = { name: string, kind: string, default: string, range: [number, number] | null, choices: Array<string>, about: string, };

export type RuleCard = { name: string, komi: number, about: string, };

export type Preset = { name: string, spec: string, rating: number | null, };

export type GameCard = { game: string, size: number, seats: [string, string], moves: number, result: string | null, changed: number, contest: string | null, stones: Array<number>, };

export type ContestCard = { name: string, system: string, done: number, of: number, running: boolean, standings: Array<Standing>, cross: Array<Array<[number, number]>>, latest: Array<GameCard>, };

export type Standing = { player: string, games: number, points: number, rating: [number, number] | null, forfeits: number, };

export type ProblemCard = { name: string, task: string, size: number, };
