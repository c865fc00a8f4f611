/**
 * The state of the page, as signals, and the requests to the server.
 *
 * Every event from the server arrives here and updates the list or the game it belongs to. After a lost connection the
 * page subscribes again to everything it watched, and every screen is restored.
 */
import { signal } from "@preact/signals";
import type { ContestCard, Event, GameCard, Intention, LessonCard, Position, ProblemCard } from "../messages";
import { Connection, Refused, type Answer, type Status } from "./connection";
import { Game } from "./game";
import { say, t } from "../catalogue";

export type Welcome = Answer<"welcome">;

export const status = signal<Status>("connecting");
export const welcome = signal<Welcome | null>(null);
export const gameList = signal<{ games: GameCard[]; all: number } | null>(null);
/** The names of the games in progress. */
export const liveGames = signal<readonly string[]>([]);
export const contests = signal<ReadonlyMap<string, ContestCard>>(new Map());
export const lessons = signal<ReadonlyMap<string, LessonCard>>(new Map());
export const problems = signal<ProblemCard[] | null>(null);

/** A short message that disappears after some seconds. */
export interface Notice {
  id: number;
  text: string;
  isError: boolean;
}
export const notices = signal<Notice[]>([]);

const watched = new Map<string, { game: Game; watchers: number }>();
const watchedContests = new Set<string>();
/** The tags of requests whose answer is a position to show. */
const jumps = new Set<number>();
const JUMPING: ReadonlySet<Intention["kind"]> = new Set(["watch", "new", "go", "play", "undo", "take-up", "resume"]);
let connection: Connection | null = null;

export function connect(address: string): void {
  connection = new Connection(address, {
    status: now => {
      status.value = now;
    },
    sent: (intention, tag) => {
      if (JUMPING.has(intention.kind)) jumps.add(tag);
    },
    event: receive,
  });
  connection.open();
}

/** Sends an intention that needs no direct answer. */
export function send(intention: Intention): void {
  if (connection?.send(intention) == null) notice(t("notConnected"), true);
}

/** Sends an intention and waits for the answer. A refusal is shown, by default as a notice, and returns `null`. */
export async function ask<K extends Event["kind"]>(
  intention: Intention,
  kind: K,
  refused: (reason: string) => void = reason => notice(reason, true),
): Promise<Answer<K> | null> {
  try {
    if (!connection) throw new Refused(null);
    return await connection.ask(intention, kind);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    refused(error.reason ? say(error.reason) : t("notConnected"));
    return null;
  }
}

/** Watches a game, until `leave` is called as often as this. */
export function watch(id: string): Game {
  const known = watched.get(id);
  if (known) {
    known.watchers += 1;
    return known.game;
  }
  const game = new Game(id);
  watched.set(id, { game, watchers: 1 });
  if (status.peek() === "open") void subscribe(game);
  return game;
}

export function leave(id: string): void {
  const known = watched.get(id);
  if (!known) return;
  known.watchers -= 1;
  if (known.watchers > 0) return;
  watched.delete(id);
  if (status.peek() === "open") connection?.send({ kind: "leave", game: id });
}

export function watchContest(name: string): void {
  watchedContests.add(name);
  if (status.peek() === "open") connection?.send({ kind: "watch-contest", contest: name });
}

export function notice(text: string, isError = false): void {
  const id = (notices.peek().at(-1)?.id ?? 0) + 1;
  notices.value = [...notices.peek().slice(-3), { id, text, isError }];
  setTimeout(() => dismiss(id), isError ? 8_000 : 4_000);
}

export function dismiss(id: number): void {
  notices.value = notices.peek().filter(one => one.id !== id);
}

/** Whether a person at this page may place a stone; the server decides. */
export function personToMove(position: Position): boolean {
  if (position.phase === "count") return false;
  if (position.phase === "over" || position.node !== position.live || !position.running) return true;
  return position.seats[position.toPlay === "black" ? 0 : 1].who === "human";
}

function receive(event: Event, tag: number | null): void {
  switch (event.kind) {
    case "welcome":
      welcome.value = event;
      resubscribe();
      break;
    case "error":
      notice(say(event.reason), true);
      break;
    case "games":
      gameList.value = { games: event.games, all: event.all };
      break;
    case "live":
      liveGames.value = event.games;
      break;
    case "contest":
      contests.value = new Map(contests.value).set(event.contest.name, event.contest);
      break;
    case "contests":
      contests.value = new Map(event.contests.map(contest => [contest.name, contest]));
      break;
    case "lesson":
      lessons.value = new Map(lessons.value).set(event.lesson.lesson, event.lesson);
      break;
    case "lessons":
      lessons.value = new Map(event.lessons.map(lesson => [lesson.lesson, lesson]));
      break;
    case "problems":
      problems.value = event.problems;
      break;
    default:
      if ("game" in event) watched.get(event.game)?.game.apply(event, tag !== null && jumps.has(tag));
      if (tag !== null && event.kind === "position") jumps.delete(tag);
  }
}

async function subscribe(game: Game): Promise<void> {
  const opened = await ask({ kind: "watch", game: game.id }, "opened");
  game.missing.value = opened === null && status.peek() === "open";
}

function resubscribe(): void {
  for (const [id, { game }] of watched) {
    const position = game.position.peek();
    void subscribe(game);
    if (position && position.node !== position.live) connection?.send({ kind: "go", game: id, node: position.node });
  }
  for (const name of watchedContests) connection?.send({ kind: "watch-contest", contest: name });
}
