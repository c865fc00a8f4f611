/** A game on the mock server: a tree of positions, two seats, and programs that play at random with fake analyses. */
import { indexOf, nameOf } from "../../src/core/points";
import type {
  Count,
  Event,
  GameCard,
  Position,
  ProblemCard,
  SeatCard,
  Side,
  Terms,
  Thought,
  Twig,
  MoveReview,
} from "../../src/messages";
import { chain, empty, eyeLike, legal, owners, play, type State } from "./board";

interface Node {
  twig: Twig;
  state: State;
}

export class MockGame {
  readonly nodes: Node[] = [];
  live = 0;
  running = true;
  phase: Position["phase"] = "play";
  result: string | null = null;
  dead = new Set<number>();
  seats: [SeatCard, SeatCard];
  pause: number;
  changed = Date.now();
  problem: ProblemCard | null = null;
  /** The number of nodes in the record it started from. */
  private readonly readNodes: number;
  readonly before: [string | null, string | null] = [null, null];
  private timer: NodeJS.Timeout | null = null;

  constructor(
    readonly id: string,
    readonly terms: Terms,
    private readonly send: (event: Event) => void,
    private readonly random: () => number,
  ) {
    const seat = (who: string): SeatCard => ({
      who,
      name: null,
      moves: null,
      clock: terms.clock ? { left: 300_000, then: "3 × 0:30", running: false } : null,
    });
    const name = (key: string) => new RegExp(`${key}\\[([^\\]]+)`).exec(terms.start ?? "")?.[1] ?? null;
    this.seats = [
      { ...seat(terms.seats[0]), name: name("PB") },
      { ...seat(terms.seats[1]), name: name("PW") },
    ];
    this.pause = terms.pause;
    this.add(null, null, empty(terms.size));
    if (terms.start?.trimStart().startsWith("(")) this.read(terms.start);
    this.readNodes = this.nodes.length;
  }

  /** Whether programs play each other, or a move was made. */
  isLive(): boolean {
    const programs = this.seats.every(seat => seat.who !== "human");
    return this.running && this.result === null && (programs || this.nodes.length > this.readNodes);
  }

  close(): void {
    if (this.timer) clearTimeout(this.timer);
  }

  /** The main line of an SGF; a minimal reader. */
  private read(sgf: string): void {
    const letters = "abcdefghijklmnopqrs";
    for (const match of sgf.matchAll(/;\s*([BW])\[(\w*)\](?:PKV\[((?:\\\]|[^\]])*)\])?/g)) {
      const [x = -1, y = -1] = [...(match[2] ?? "")].map(c => letters.indexOf(c));
      const mv = match[2] ? nameOf(y * this.terms.size + x, this.terms.size) : "pass";
      this.make(this.live, mv, "human");
      const twig = this.nodes[this.live]?.twig;
      if (twig && match[3]) twig.review = JSON.parse(match[3].replace("\\]", "]")) as MoveReview;
    }
  }

  record(): string {
    const reviewed = this.nodes.some(node => node.twig.review);
    if (this.terms.start && !reviewed && this.nodes.length === this.readNodes) return this.terms.start;
    const review = ({ review }: Twig) => (review ? `PKV[${JSON.stringify(review).replace("]", "\\]")}]` : "");
    const point = (mv: string) => {
      const at = indexOf(mv, this.terms.size);
      return at === null ? "" : String.fromCharCode(97 + (at % this.terms.size), 97 + Math.floor(at / this.terms.size));
    };
    const moves: string[] = [];
    for (let at: number | null = this.live; at !== null; at = this.nodes[at]?.twig.parent ?? null) {
      const twig = this.nodes[at]?.twig;
      if (twig?.mv) moves.unshift(`;${twig.by === "black" ? "B" : "W"}[${point(twig.mv)}]${review(twig)}`);
    }
    return `(;GM[1]FF[4]CA[UTF-8]AP[Ponnuki]SZ[${this.terms.size}]KM[${this.terms.komi ?? 7.5}]${moves.join("")})\n`;
  }

  /** Follows a move from a node, or adds it. */
  make(node: number, mv: string, who: string): number | string {
    const from = this.nodes[node];
    if (!from) return `There is no node ${node}.`;
    if (mv === "resign") {
      this.end(`${from.state.toPlay === 1 ? "W" : "B"}+R`);
      return node;
    }
    const known = this.nodes.find(each => each.twig.parent === node && each.twig.mv === mv);
    const state = known ? known.state : play(from.state, mv);
    if (!state) return `${mv} is not allowed here.`;
    const next = known ? known.twig.node : this.add(node, mv, state, from.state.toPlay === 1 ? "black" : "white", who);
    if (node === this.live) {
      this.live = next;
      this.changed = Date.now();
      if (state.passes >= 2) this.phase = "count";
      this.countSeats(from.state.toPlay);
    }
    return next;
  }

  private countSeats(mover: 1 | -1): void {
    const index = mover === 1 ? 0 : 1;
    const seat = this.seats[index];
    if (seat.moves === null) return;
    const left = seat.moves - 1;
    this.seats[index] =
      left > 0 ? { ...seat, moves: left } : { ...seat, who: this.before[index] ?? seat.who, moves: null };
  }

  sit(color: Side, who: string, moves: number | null): void {
    const index = color === "black" ? 0 : 1;
    this.before[index] = this.seats[index].who;
    this.seats[index] = { ...this.seats[index], who, moves };
  }

  undo(): void {
    const back = () => {
      this.live = this.nodes[this.live]?.twig.parent ?? 0;
    };
    back();
    if (this.toMove().who !== "human" && this.seats.some(seat => seat.who === "human")) back();
    this.phase = "play";
    this.result = null;
  }

  toMove(): SeatCard {
    return this.seats[this.nodes[this.live]?.state.toPlay === 1 ? 0 : 1];
  }

  end(result: string): void {
    this.phase = "over";
    this.result = result;
    this.changed = Date.now();
  }

  /** Schedules the next move if it is a program's turn. */
  wake(changed: () => void): void {
    if (this.timer) return;
    if (!this.running || this.phase !== "play" || this.toMove().who === "human") return;
    this.timer = setTimeout(() => {
      this.timer = null;
      if (this.running) this.move(this.toMove().who);
      changed();
      this.wake(changed);
    }, this.pause + 60);
  }

  get thinking(): boolean {
    return this.timer !== null;
  }

  move(who: string): void {
    const state = this.nodes[this.live]?.state;
    if (!state) return;
    const thought = this.think(this.live, who);
    this.send({ kind: "thought", game: this.id, node: this.live, player: who, thought });
    const made = this.make(this.live, thought.candidates[0]?.mv ?? "pass", who);
    if (typeof made === "number") {
      const twig = this.nodes[made]?.twig;
      if (twig) Object.assign(twig, { winRate: thought.winRate, score: thought.score });
      if (twig) this.send({ kind: "grown", game: this.id, twig });
    }
  }

  think(node: number, who: string): Thought {
    const state = this.nodes[node]?.state ?? empty(9);
    const depth = node;
    const open = legal(state).filter(mv => !eyeLike(state, indexOf(mv, state.size) ?? 0));
    const over = state.passes > 0 && depth > 8;
    const moves = over ? [] : shuffle(open, this.random).slice(0, 6);
    const rate = 0.5 + 0.28 * Math.sin(depth / 7 + (who.length % 3)) + 0.05 * (this.random() - 0.5);
    const winRate = Math.min(0.98, Math.max(0.02, rate));
    const lines = (moves.length > 0 ? moves : ["pass"]).map((mv, i) => ({
      mv,
      visits: Math.round(5200 / (i * 1.7 + 1)),
      winRate: Math.min(0.99, Math.max(0.01, winRate - state.toPlay * i * 0.025)),
      score: (winRate - 0.5) * 22 - i,
      prior: 0.4 / (i + 1),
      line: [
        mv,
        ...shuffle(open, this.random)
          .filter(other => other !== mv)
          .slice(0, 7),
      ],
    }));
    return {
      visits: lines.reduce((sum, line) => sum + line.visits, 0),
      winRate,
      score: (winRate - 0.5) * 22,
      candidates: lines,
      ownership: owners(state, new Set()).map(value => value * 0.8),
      policy: null,
      notes: [["Why", `${lines[0]?.mv ?? "pass"} takes the larger side and leaves no weakness behind.`]],
    };
  }

  count(): Count {
    const state = this.nodes[this.live]?.state ?? empty(9);
    return countOf(state, this.dead, this.terms.komi ?? 7.5);
  }

  toggleDead(point: string): void {
    const state = this.nodes[this.live]?.state;
    const at = state ? indexOf(point, state.size) : null;
    if (!state || at === null || state.stones[at] === 0) return;
    const dead = this.dead.has(at);
    for (const p of chain(state.stones, state.size, at).points) {
      if (dead) this.dead.delete(p);
      else this.dead.add(p);
    }
  }

  position(node: number): Position {
    const state = this.nodes[node]?.state ?? empty(9);
    let number = 0;
    for (let at: number | null = node; at; at = this.nodes[at]?.twig.parent ?? null) number += 1;
    const here = node === this.live;
    const phase = here ? this.phase : "play";
    const seats = this.seats.map((seat, i) => ({
      ...seat,
      clock: seat.clock && {
        ...seat.clock,
        running: this.phase === "play" && (this.nodes[this.live]?.state.toPlay === 1) === (i === 0),
      },
    })) as [SeatCard, SeatCard];
    return {
      node,
      live: this.live,
      number,
      size: state.size,
      stones: state.stones,
      toPlay: state.toPlay === 1 ? "black" : "white",
      legal: legal(state),
      last: state.last,
      ko: state.ko === null ? null : nameOf(state.ko, state.size),
      captured: state.captured,
      seats,
      running: this.running,
      thinking: this.thinking,
      pause: this.pause,
      phase,
      result: phase === "over" ? this.result : null,
      count: phase === "play" || this.result?.endsWith("R") ? null : this.count(),
      remark: null,
    };
  }

  card(): GameCard {
    const state = this.nodes[this.live]?.state ?? empty(9);
    return {
      game: this.id,
      size: state.size,
      seats: [this.seats[0].name ?? this.seats[0].who, this.seats[1].name ?? this.seats[1].who],
      moves: this.position(this.live).number,
      result: this.result,
      changed: this.changed,
      contest: null,
      stones: state.stones,
    };
  }

  private add(
    parent: number | null,
    mv: string | null,
    state: State,
    by: Side | null = null,
    who: string | null = null,
  ): number {
    const node = this.nodes.length;
    const twig: Twig = { node, parent, mv, by, who, winRate: null, score: null, review: null, comment: "" };
    this.nodes.push({ twig, state });
    this.send({ kind: "grown", game: this.id, twig });
    return node;
  }
}

export function countOf(state: State, dead: ReadonlySet<number>, komi: number): Count {
  const owned = owners(state, dead);
  const side = (sign: number) => {
    const stones = state.stones.filter((stone, at) => stone === sign && !dead.has(at)).length;
    return { stones, territory: owned.filter(owner => owner === sign).length - stones };
  };
  const black = side(1);
  const white = side(-1);
  const lead = black.stones + black.territory - white.stones - white.territory - komi;
  return {
    result: `${lead > 0 ? "B" : "W"}+${Math.abs(lead)}`,
    lines: [
      ["stones", black.stones, white.stones],
      ["territory", black.territory, white.territory],
      ["komi", 0, komi],
      ["total", black.stones + black.territory, white.stones + white.territory + komi],
    ],
    owners: owned,
    dead: [...dead].map(at => nameOf(at, state.size)),
  };
}

function shuffle<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map(item => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
