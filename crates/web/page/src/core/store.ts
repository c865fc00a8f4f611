/**
 * What the page knows, as signals, and the ways to want something.
 *
 * Everything that the server tells arrives here and goes to the thing it is about. After a lost connection whatever was
 * watched is asked for again, so that every screen comes back as it was.
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
/** The games that go on, by their names. */
export const liveGames = signal<readonly string[]>([]);
export const contests = signal<ReadonlyMap<string, ContestCard>>(new Map());
export const lessons = signal<ReadonlyMap<string, LessonCard>>(new Map());
export const problems = signal<ProblemCard[] | null>(null);

/** What went wrong, or was done, in a sentence that goes away by itself. */
export interface Notice {
  id: number;
  text: string;
  grave: boolean;
}
export const notices = signal<Notice[]>([]);

const watched = new Map<string, { game: Game; watchers: number }>();
const watchedContests = new Set<string>();
/** The messages whose answer is a position that the person wants to look at. */
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
    event: hear,
  });
  connection.open();
}

/** Wants something whose effect is seen by what happens. */
export function tell(intention: Intention): void {
  if (connection?.tell(intention) == null) notice(t("notConnected"), true);
}

/**
 * Wants something and waits for the answer; a refusal is shown, as a notice if nobody else shows it, and answered by
 * nothing.
 */
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

/** A game, and all that happens in it until `leave` is called as often as this was. */
export function watch(id: string): Game {
  const known = watched.get(id);
  if (known) {
    known.watchers += 1;
    return known.game;
  }
  const game = new Game(id);
  watched.set(id, { game, watchers: 1 });
  if (status.peek() === "open") void openUp(game);
  return game;
}

export function leave(id: string): void {
  const known = watched.get(id);
  if (!known) return;
  known.watchers -= 1;
  if (known.watchers > 0) return;
  watched.delete(id);
  if (status.peek() === "open") connection?.tell({ kind: "leave", game: id });
}

export function watchContest(name: string): void {
  watchedContests.add(name);
  if (status.peek() === "open") connection?.tell({ kind: "watch-contest", contest: name });
}

export function notice(text: string, grave = false): void {
  const id = (notices.peek().at(-1)?.id ?? 0) + 1;
  notices.value = [...notices.peek().slice(-3), { id, text, grave }];
  setTimeout(() => dismiss(id), grave ? 8_000 : 4_000);
}

export function dismiss(id: number): void {
  notices.value = notices.peek().filter(one => one.id !== id);
}

/** Whether somebody at the page may place a stone here, as far as the page can tell. */
export function personToMove(position: Position): boolean {
  if (position.phase === "count") return false;
  if (position.phase === "over" || position.node !== position.live || !position.running) return true;
  return position.seats[position.toPlay === "black" ? 0 : 1].who === "human";
}

function hear(event: Event, tag: number | null): void {
  switch (event.kind) {
    case "welcome":
      welcome.value = event;
      comeBack();
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
      if ("game" in event) watched.get(event.game)?.game.hear(event, tag !== null && jumps.has(tag));
      if (tag !== null && event.kind === "position") jumps.delete(tag);
  }
}

async function openUp(game: Game): Promise<void> {
  const opened = await ask({ kind: "watch", game: game.id }, "opened");
  game.missing.value = opened === null && status.peek() === "open";
}

function comeBack(): void {
  for (const [id, { game }] of watched) {
    const position = game.position.peek();
    void openUp(game);
    if (position && position.node !== position.live) connection?.tell({ kind: "go", game: id, node: position.node });
  }
  for (const name of watchedContests) connection?.tell({ kind: "watch-contest", contest: name });
}
