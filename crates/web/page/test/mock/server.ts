/**
 * A mock of the server, for the page's tests and for working on the page alone. It speaks the protocol over a real
 * WebSocket, plays at random and makes up its analyses.
 */
import { createServer, type Server } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { WebSocketServer, type WebSocket } from "ws";
import { nameOf } from "../../src/core/points";
import { display, get } from "../../src/core/spec";
import type {
  ContestCard,
  Event,
  GameCard,
  Intention,
  LessonCard,
  NewContest,
  NewLesson,
  Request,
  ServerMessage,
  Side,
  Terms,
  MoveReview,
  ProblemCard,
} from "../../src/messages";
import { countOf, MockGame } from "./game";
import { english, text } from "../text";
import { welcome } from "./roster";

function side(color: Side) {
  return { side: text(`color.${color}`) };
}

/** The losses of a move that lost so many points. */
function lost(pointsLoss: number): Pick<MoveReview, "grade" | "pointsLoss" | "winRateLoss"> {
  const grade = pointsLoss >= 8 ? "blunder" : pointsLoss >= 4 ? "mistake" : pointsLoss >= 1.5 ? "inaccuracy" : "good";
  return { grade, pointsLoss, winRateLoss: pointsLoss / 40 };
}

const PROBLEM: ProblemCard = {
  name: "three stones for one",
  task: text("task.snapback", side("black")),
  size: 7,
  toPlay: "black",
  own: false,
};
const PROBLEMS: ProblemCard[] = [
  PROBLEM,
  { ...PROBLEM, name: "live in the corner (1)", task: text("task.live", side("white")), size: 9, toPlay: "white" },
  { ...PROBLEM, name: "who is faster", task: text("task.semeai", side("white")), size: 9, toPlay: "white" },
];

const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

interface Client {
  socket: WebSocket;
  watching: Set<string>;
  contests: Set<string>;
}

export class MockServer {
  readonly games = new Map<string, MockGame>();
  readonly received: Intention[] = [];
  private readonly contests = new Map<string, ContestCard>();
  private readonly lessons = new Map<string, LessonCard>();
  private readonly definitions = new Map<string, NewContest>();
  private readonly clients = new Set<Client>();
  private readonly http: Server;
  private readonly sockets: WebSocketServer;
  private readonly timers = new Set<NodeJS.Timeout>();
  private seed = 20;
  private next = 1;

  constructor(private readonly folder: string | null = null) {
    this.http = createServer((request, response) => void this.serve(request.url ?? "/", response));
    this.sockets = new WebSocketServer({ server: this.http, path: "/ws" });
    this.sockets.on("connection", socket => this.meet(socket));
  }

  listen(port = 0): Promise<string> {
    return new Promise(resolve => {
      this.http.listen(port, "127.0.0.1", () => {
        const address = this.http.address();
        resolve(`http://127.0.0.1:${typeof address === "object" ? address?.port : port}`);
      });
    });
  }

  /** Closes every connection, as a restart does, and keeps the games. */
  drop(): void {
    for (const { socket } of this.clients) socket.terminate();
  }

  close(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    for (const game of this.games.values()) game.close();
    this.drop();
    this.sockets.close();
    return new Promise(resolve => this.http.close(() => resolve()));
  }

  open(terms: Terms): MockGame {
    const id = `g${this.next++}`;
    const game: MockGame = new MockGame(id, terms, event => this.tellWatchers(id, event), this.random);
    this.games.set(id, game);
    game.wake(() => this.changed(game));
    return game;
  }

  private readonly random = (): number => {
    this.seed = (this.seed * 16807) % 2147483647;
    return this.seed / 2147483647;
  };

  private async serve(url: string, response: import("node:http").ServerResponse): Promise<void> {
    const path = normalize(new URL(url, "http://localhost").pathname).replace(/^(\.\.[/\\])+/, "");
    try {
      if (!this.folder) throw new Error("no folder");
      const file = path === "/" ? "index.html" : path;
      const body = await readFile(join(this.folder, file));
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(body);
    } catch {
      response.writeHead(404).end("not found");
    }
  }

  private meet(socket: WebSocket): void {
    const client: Client = { socket, watching: new Set(), contests: new Set() };
    this.clients.add(client);
    socket.on("close", () => this.clients.delete(client));
    socket.on("message", (data: Buffer) => {
      const { tag, intention } = JSON.parse(data.toString()) as Request;
      this.received.push(intention);
      try {
        this.receive(client, tag, intention);
      } catch (error) {
        send(client, tag, { kind: "error", reason: english(error instanceof Error ? error.message : String(error)) });
      }
    });
    send(client, null, welcome);
  }

  private receive(client: Client, tag: number, intention: Intention): void {
    const say = (event: Event) => send(client, tag, event);
    const done = () => say({ kind: "done" });
    if ("game" in intention) {
      const game = this.games.get(intention.game);
      if (!game) throw new Error(`There is no game ${intention.game}.`);
      this.inGame(client, tag, game, intention);
      return;
    }
    switch (intention.kind) {
      case "new":
        this.watch(client, tag, this.open(intention.terms));
        break;
      case "problem": {
        const game = this.open({ ...plain(9), start: null });
        game.problem = PROBLEMS.find(each => each.name === intention.name) ?? { ...PROBLEM, name: intention.name };
        this.watch(client, tag, game);
        break;
      }
      case "own-problem": {
        const game = this.open({ ...plain(9), start: null });
        const comment = /C\[([^\]]*)/.exec(intention.sgf)?.[1] ?? "";
        const task = text("own-task.comment", { ...side("white"), comment });
        game.problem = { ...PROBLEM, name: "mine", task, toPlay: "white", own: true };
        this.watch(client, tag, game);
        break;
      }
      case "list": {
        const all = [...this.games.values()].map(game => game.card()).sort((a, b) => b.changed - a.changed);
        say({ kind: "games", games: all.slice(intention.offset, intention.offset + intention.limit), all: all.length });
        break;
      }
      case "list-live": {
        const live = [...this.games.values()].filter(game => game.isLive()).reverse();
        say({ kind: "live", games: live.map(game => game.id) });
        break;
      }
      case "list-problems":
        say({
          kind: "problems",
          problems: PROBLEMS,
        });
        break;
      case "list-contests":
        say({ kind: "contests", contests: [...this.contests.values()] });
        break;
      case "start-contest":
        this.startContest(client, intention.contest);
        say({ kind: "contest", contest: this.contests.get(intention.contest.name) as ContestCard });
        break;
      case "watch-contest": {
        client.contests.add(intention.contest);
        const contest = this.contests.get(intention.contest);
        if (contest) say({ kind: "contest", contest });
        break;
      }
      case "stop-contest": {
        const contest = this.contests.get(intention.contest);
        const stopped = contest && { ...contest, running: false };
        if (stopped) this.sendContest(stopped);
        if (stopped) say({ kind: "contest", contest: stopped });
        break;
      }
      case "resume-contest": {
        const definition = this.definitions.get(intention.contest);
        if (definition) this.startContest(client, definition);
        const contest = this.contests.get(intention.contest);
        if (contest) say({ kind: "contest", contest });
        break;
      }
      case "learn":
        this.learn(client, tag, intention.lesson);
        break;
      case "list-lessons":
        say({ kind: "lessons", lessons: [...this.lessons.values()] });
        break;
      default:
        done();
    }
  }

  private inGame(client: Client, tag: number, game: MockGame, intention: Extract<Intention, { game: string }>): void {
    const say = (event: Event) => send(client, tag, event);
    switch (intention.kind) {
      case "watch":
        this.watch(client, tag, game);
        return;
      case "leave":
        client.watching.delete(game.id);
        break;
      case "go":
        say({ kind: "position", game: game.id, position: game.position(intention.node) });
        return;
      case "play": {
        const made = game.make(intention.node, intention.mv, "human");
        if (typeof made === "string") throw new Error(made);
        if (game.problem) {
          const right = ["C7", "C8", "D4"].includes(intention.mv);
          const comment = right ? "It lives." : "Too small.";
          say({
            kind: "answered",
            game: game.id,
            mv: intention.mv,
            right,
            comment,
          });
        }
        if (made !== game.live) {
          say({ kind: "position", game: game.id, position: game.position(made) });
          return;
        }
        break;
      }
      case "undo":
        game.undo();
        break;
      case "take-up":
        game.live = intention.node;
        game.phase = "play";
        break;
      case "seat":
        game.sit(intention.color, intention.who, intention.moves);
        break;
      case "run":
        game.running = intention.on;
        break;
      case "stop":
        game.running = false;
        break;
      case "step":
      case "move-now":
        game.move(game.toMove().who);
        break;
      case "force":
        game.move(intention.player);
        break;
      case "pace":
        game.pause = intention.pause;
        break;
      case "dead":
        game.toggleDead(intention.point);
        break;
      case "agree":
        game.end(game.count().result);
        break;
      case "resume":
        game.phase = "play";
        game.running = true;
        break;
      case "rematch": {
        const again = this.open({ ...game.terms, seats: [game.terms.seats[1], game.terms.seats[0]] });
        this.watch(client, tag, again);
        return;
      }
      case "estimate": {
        const state = game.nodes[intention.node]?.state;
        if (!state) throw new Error("no such node");
        const count = countOf(state, new Set(), 7.5);
        say({
          kind: "estimate",
          game: game.id,
          node: intention.node,
          owners: count.owners.map(owner => owner * 0.9),
          dead: [],
          count,
          open: count.owners.filter(owner => owner === 0).length,
          by: "mcts",
          lead: 2.5,
        });
        return;
      }
      case "overlay":
        this.overlay(say, game, intention.node, intention.what.kind);
        return;
      case "council":
        intention.players.forEach((player, i) =>
          setTimeout(() => {
            const thought = game.think(intention.node, player);
            const mv = thought.candidates[0]?.mv ?? "pass";
            say({
              kind: "opinion",
              game: game.id,
              node: intention.node,
              player,
              mv,
              thought,
              seconds: 0.4 + i / 10,
              error: null,
            });
          }, 80 * i),
        );
        return;
      case "analyse":
        this.tellWatchers(game.id, {
          kind: "thought",
          game: game.id,
          node: intention.node,
          player: intention.player,
          thought: game.think(intention.node, intention.player),
        });
        return;
      case "review":
        this.review(say, game);
        return;
      case "record":
        say({ kind: "record", game: game.id, sgf: game.record() });
        return;
      case "quiet":
        break;
    }
    game.wake(() => this.changed(game));
    this.changed(game, client);
    if (client.watching.has(game.id)) say({ kind: "position", game: game.id, position: game.position(game.live) });
    else say({ kind: "done" });
  }

  private watch(client: Client, tag: number, game: MockGame): void {
    client.watching.add(game.id);
    send(client, tag, {
      kind: "opened",
      game: game.id,
      terms: game.terms,
      tree: game.nodes.map(node => node.twig),
      problem: game.problem,
    });
    send(client, tag, { kind: "position", game: game.id, position: game.position(game.live) });
  }

  private overlay(say: (event: Event) => void, game: MockGame, node: number, kind: string): void {
    const { size, stones } = game.nodes[node]?.state ?? { size: 9, stones: [] };
    if (kind === "opening" && size !== 19) {
      say({ kind: "error", reason: text("overlay.opening-size", { size: 19 }) });
      return;
    }
    const warm = stones.map((_, i) =>
      Math.max(0, 1 - Math.hypot((i % size) - size * 0.7, Math.floor(i / size) - size * 0.3) / (size / 2)),
    );
    const cold = stones.map((_, i) => (((i % size) - size / 2) / size) * 2);
    const heat = kind === "heat" || kind === "opening";
    say({
      kind: "overlay",
      game: game.id,
      node,
      values: heat ? warm : kind === "reply" ? [] : cold,
      labels: heat
        ? [{ point: nameOf(Math.floor(size * 0.3) * size + Math.floor(size * 0.7), size), text: "31%" }]
        : kind === "reply"
          ? [{ point: "C3", text: "1" }]
          : [],
      remark: kind === "opening" ? text("overlay.opening", { cluster: 12, of: 64, cosine: 0.987 }) : null,
    });
  }

  private review(say: (event: Event) => void, game: MockGame): void {
    const nodes = game.nodes.filter(node => node.twig.mv);
    let done = 0;
    const timer = setInterval(() => {
      const batch: MoveReview[] = nodes.slice(done, done + 5).map(({ twig }) => ({
        node: twig.node,
        ...lost(Math.round(this.random() ** 3 * 200) / 10),
        rankError: 0.1,
        rank: 3,
        best: ["E5", "D3", "C6"],
        winRate: 0.5,
        winRateAfter: 0.5,
        lead: 0,
        leadAfter: 0,
        by: "mcts",
      }));
      done = Math.min(nodes.length, done + 5);
      for (const review of batch) {
        const twig = game.nodes[review.node]?.twig;
        if (twig) twig.review = review;
      }
      say({ kind: "reviewed", game: game.id, done, of: nodes.length, moves: batch });
      if (done >= nodes.length) clearInterval(timer);
    }, 40);
    this.timers.add(timer);
  }

  private startContest(client: Client, contest: NewContest): void {
    const { name, system, players, games } = contest;
    const pairs = players.flatMap((_, i) => players.slice(i + 1).map((_, j): [number, number] => [i, i + 1 + j]));
    const of = system === "swiss" ? games * Math.floor(players.length / 2) : pairs.length * games;
    const fresh: ContestCard = {
      name,
      system,
      done: 0,
      of,
      over: false,
      running: true,
      stopping: false,
      standings: players.map(player => ({ player, games: 0, points: 0, rating: null, forfeits: 0 })),
      cross: players.map(() => players.map(() => [0, 0])),
      latest: [],
    };
    const card = { ...(this.contests.get(name) ?? fresh), running: true };
    client.contests.add(name);
    this.definitions.set(name, contest);
    this.contests.set(name, card);
    const timer = setInterval(() => {
      const now = this.contests.get(name);
      if (!now || !now.running || now.done >= of) {
        clearInterval(timer);
        return;
      }
      this.sendContest(this.playOne(now, contest, pairs[now.done % pairs.length] ?? [0, 1]));
    }, 250);
    this.timers.add(timer);
    this.sendContest(card);
  }

  private playOne(card: ContestCard, contest: NewContest, [a, b]: [number, number]): ContestCard {
    const next = structuredClone(card);
    const won = this.random() < 0.4 + 0.1 * a;
    next.done += 1;
    next.over = next.done >= next.of;
    next.running = !next.over;
    const score = (i: number, j: number, points: number) => {
      const standing = next.standings[i];
      const cell = next.cross[i]?.[j];
      if (!standing || !cell) return;
      standing.games += 1;
      standing.points += points;
      standing.rating = [1000 + 400 * (standing.points / standing.games), 600 / Math.sqrt(standing.games)];
      cell[0] += points;
      cell[1] += 1;
    };
    score(a, b, won ? 1 : 0);
    score(b, a, won ? 0 : 1);
    const seats: [string, string] = [contest.players[a] ?? "", contest.players[b] ?? ""];
    const game = this.open({ ...contest.terms, seats, pause: 0 });
    for (let i = 0; i < 30; i++) game.move(game.toMove().who);
    game.running = false;
    game.end(won ? "B+R" : "W+R");
    const latest: GameCard = { ...game.card(), contest: contest.name };
    next.latest = [latest, ...next.latest].slice(0, 8);
    return next;
  }

  private sendContest(contest: ContestCard): void {
    this.contests.set(contest.name, contest);
    for (const client of this.clients)
      if (client.contests.has(contest.name)) send(client, null, { kind: "contest", contest });
  }

  private learn(client: Client, tag: number, lesson: NewLesson): void {
    const card = welcome.teachers.find(each => each.name === lesson.teacher);
    if (!card) {
      const names = welcome.teachers.map(each => each.name).join(", ");
      const reason = text("refusal.no-teacher", { teacher: lesson.teacher, names });
      send(client, tag, { kind: "error", reason });
      return;
    }
    const spec = { name: card.name, settings: lesson.settings };
    const games = card.parameters.find(each => each.name === "games");
    const of = games ? Number(get(spec, games, card)) : 20;
    const name = `${card.name}-${this.next++}`;
    const curve: [number, number][] = [];
    const begun = Date.now();
    let step = 0;
    const timer = setInterval(() => {
      step += 1;
      curve.push([(of * step) / 20, 0.9 - 0.6 / step + 0.03 * this.random()]);
      const finished = step >= 20;
      if (finished) clearInterval(timer);
      const player = card.needsRecords ? `preference:model=${name}` : `td:net=${name}`;
      const report: LessonCard = {
        lesson: name,
        title: display(spec),
        begun,
        done: Math.round((of * step) / 20),
        of,
        failure: null,
        curve: [...curve],
        measure: card.needsRecords ? "error" : "won",
        player: step > 5 ? player : null,
        finished,
      };
      this.lessons.set(name, report);
      send(client, tag, { kind: "lesson", lesson: report });
    }, 120);
    this.timers.add(timer);
  }

  /** Sends the position to all watchers, and as the answer to its request. */
  private changed(game: MockGame, except: Client | null = null): void {
    const event: Event = { kind: "position", game: game.id, position: game.position(game.live) };
    for (const client of this.clients) if (client !== except && client.watching.has(game.id)) send(client, null, event);
  }

  private tellWatchers(id: string, event: Event): void {
    for (const client of this.clients) if (client.watching.has(id)) send(client, null, event);
  }
}

function send(client: Client, tag: number | null, event: Event): void {
  const message: ServerMessage = { tag, event };
  if (client.socket.readyState === client.socket.OPEN) client.socket.send(JSON.stringify(message));
}

export function plain(size: number): Terms {
  return {
    size,
    rules: "chinese",
    komi: null,
    handicap: 0,
    clock: null,
    budget: null,
    seats: ["human", "human"],
    pause: 0,
    start: null,
  };
}
