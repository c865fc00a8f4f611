/**
 * A game on the desk: the game itself, and what the person at the page is doing with it (which panel is open, what is
 * laid over the board, which line is shown). Intentions go out from here.
 */
import { batch, computed, effect, signal } from "@preact/signals";
import { t } from "../catalogue";
import type { BoardView } from "../board/view";
import { announce } from "../core/announce";
import { moveName, opposite, player, result, side } from "../core/format";
import type { Game } from "../core/game";
import { indexOf } from "../core/points";
import { showCandidates } from "../core/settings";
import { endSound, passSound, stoneSound } from "../core/sound";
import { ask, personToMove, status, tell, welcome } from "../core/store";
import { pathTo, siblings } from "../core/tree";
import type { Candidate, OverlayKind, Position, Side } from "../messages";

export type Panel = "moves" | "thoughts" | "council" | "overlays" | "review";

const NOTHING: readonly never[] = [];
/** How long an answer to a click stays on the board. */
const ANSWER_MS = 3_000;

export class Desk {
  readonly panel = signal<Panel>("moves");
  /** A sequence that is shown on the board while the person points at it. */
  readonly line = signal<readonly string[]>(NOTHING);
  readonly hint = signal<{ node: number; mv: string } | null>(null);
  readonly hinting = signal(false);
  readonly look = signal<OverlayKind | null>(null);
  /** Why what is wanted over the board is not there. */
  readonly noLook = signal<string | null>(null);
  /** Who thinks along, if anybody does. */
  readonly analysing = signal<string | null>(null);
  /** Whom the council asks. */
  readonly asked = signal<readonly string[] | null>(null);
  /** The node that the council was asked about. */
  readonly convened = signal<number | null>(null);
  /** A stone that is on its way to the server: it is seen at once, and goes again if it is refused. */
  private readonly placed = signal<{ node: number; point: string } | null>(null);
  /** The answer to a click that could place no stone. */
  readonly said = signal<string | null>(null);
  private answerEnds: ReturnType<typeof setTimeout> | undefined;
  /** The seat that is about to be given to somebody else. */
  readonly swapping = signal<Side | null>(null);

  readonly view = computed((): BoardView | null => {
    const position = this.game.position.value;
    return position && this.lookAt(position);
  });

  constructor(readonly game: Game) {}

  /**
   * Keeps what is laid over the board and who thinks along with the node that is looked at, also after a lost
   * connection.
   * Returns how to end that.
   */
  attend(): () => void {
    const node = computed(() => this.game.position.value?.node ?? null);
    const ends = [
      effect(() => {
        const at = node.value;
        const what = this.look.value;
        if (status.value === "open" && at !== null && what) void this.askForLook(at, what);
      }),
      effect(() => {
        const at = node.value;
        const who = this.analysing.value;
        if (status.value === "open" && at !== null && who)
          tell({ kind: "analyse", game: this.game.id, node: at, player: who });
      }),
      this.hearMoves(),
    ];
    return () => {
      ends.forEach(end => end());
      if (this.analysing.peek() && status.peek() === "open") this.think(null);
    };
  }

  choose(point: string): void {
    const position = this.game.position.peek();
    if (!position) return;
    if (position.phase === "count") tell({ kind: "dead", game: this.game.id, point });
    else if (!personToMove(position)) this.answer(t("notYourTurn"));
    else if (this.isPlaced(position)) return;
    else if (point !== "pass" && !position.legal.includes(point))
      this.answer(t(position.ko === point ? "illegalKo" : "illegal", { point }));
    else this.play(point);
  }

  /** Says on the board, for a moment, why nothing happened. */
  private answer(text: string): void {
    announce(text);
    clearTimeout(this.answerEnds);
    this.said.value = text;
    this.answerEnds = setTimeout(() => {
      this.said.value = null;
    }, ANSWER_MS);
  }

  play(mv: string): void {
    const position = this.game.position.peek();
    if (!position) return;
    const { node } = position;
    const placed = position.legal.includes(mv) ? { node, point: mv } : null;
    this.placed.value = placed;
    void ask({ kind: "play", game: this.game.id, node, mv }, "position").then(() => {
      if (this.placed.peek() === placed) this.placed.value = null;
    });
  }

  /** Whether a stone is on its way to the position. */
  private isPlaced(position: Position): boolean {
    return this.placed.value?.node === position.node;
  }

  /** The position with the stone that is on its way. What it captures only the server knows. */
  private withPlaced(position: Position): Position {
    const at = this.isPlaced(position) ? indexOf(this.placed.value?.point ?? "", position.size) : null;
    if (at === null) return position;
    const stone = position.toPlay === "black" ? 1 : -1;
    return { ...position, stones: position.stones.map((there, index) => (index === at ? stone : there)) };
  }

  undo(): void {
    tell({ kind: "undo", game: this.game.id });
  }

  run(on: boolean): void {
    tell({ kind: "run", game: this.game.id, on });
  }

  /** Goes so many moves along the line that is looked at. */
  walk(moves: number): void {
    const position = this.game.position.peek();
    if (!position) return;
    const line = this.game.line.peek();
    const at = line.indexOf(position.node);
    this.goTo(line[Math.min(line.length - 1, Math.max(0, at + moves))]);
  }

  /** Goes to the variation before or after this one. */
  sidestep(by: number): void {
    const node = this.game.position.peek()?.node ?? 0;
    const beside = siblings(this.game.tree.peek(), node);
    this.goTo(beside[beside.indexOf(node) + by]);
  }

  goTo(node: number | undefined): void {
    const position = this.game.position.peek();
    if (node !== undefined && position && node !== position.node) tell({ kind: "go", game: this.game.id, node });
  }

  /** The next mistake along the line, and from the end the first again. */
  nextMistake(): void {
    const line = this.game.line.peek();
    const at = line.indexOf(this.game.position.peek()?.node ?? 0);
    const bad = new Set(this.game.mistakes.peek().map(review => review.node));
    const next = [...line.slice(at + 1), ...line.slice(0, at + 1)].find(node => bad.has(node));
    if (next === undefined) announce(t("noMistakes"));
    this.goTo(next);
  }

  estimate(): void {
    const position = this.game.position.peek();
    if (this.game.estimate.peek()) this.game.estimate.value = null;
    else if (position) tell({ kind: "estimate", game: this.game.id, node: position.node });
  }

  async askForHint(): Promise<void> {
    const position = this.game.position.peek();
    const who = adviser();
    if (!position || !who || this.hinting.peek()) return;
    this.hinting.value = true;
    const opinion = await ask(
      { kind: "council", game: this.game.id, node: position.node, players: [who], seconds: 2 },
      "opinion",
    );
    this.hinting.value = false;
    if (!opinion?.mv) return;
    this.hint.value = { node: opinion.node, mv: opinion.mv };
    announce(t("hintIs", { move: moveName(opinion.mv) }));
  }

  think(who: string | null): void {
    this.analysing.value = who;
    if (who === null) tell({ kind: "quiet", game: this.game.id });
  }

  /** Esc: one thing after the other is put away; with nothing left, whoever thinks stops. */
  putAway(): void {
    const position = this.game.position.peek();
    if (this.line.peek().length > 0) this.line.value = NOTHING;
    else if (this.hint.peek()) this.hint.value = null;
    else if (this.game.estimate.peek()) this.game.estimate.value = null;
    else if (this.look.peek()) this.lay(null);
    else if (position && position.node !== position.live) this.goTo(position.live);
    else if (position?.thinking) tell({ kind: "stop", game: this.game.id });
  }

  lay(what: OverlayKind | null): void {
    batch(() => {
      this.game.overlay.value = null;
      this.noLook.value = null;
      this.look.value = what;
    });
  }

  /** What is refused at one move is likely refused at the next: the reason stands until there is an answer. */
  private async askForLook(node: number, what: OverlayKind): Promise<void> {
    let reason: string | null = null;
    await ask({ kind: "overlay", game: this.game.id, node, what }, "overlay", why => {
      reason = why;
    });
    if (this.look.peek() === what && this.game.position.peek()?.node === node) this.noLook.value = reason;
  }

  private lookAt(position: Position): BoardView {
    const { game } = this;
    const estimate = game.estimate.value;
    const overlay = game.overlay.value;
    const about = overlay && overlay.node === position.node ? overlay : null;
    const signed = about !== null && isSigned(this.look.value, about.values);
    const thought = game.thought.value?.node === position.node ? game.thought.value.thought : null;
    const hint = this.hint.value;
    const counted = position.phase === "play" ? null : position.count;
    const owners = counted?.owners ?? estimate?.owners ?? (signed && about.values.length > 0 ? about.values : null);
    const dead = counted?.dead ?? estimate?.dead ?? NOTHING;
    const labels = about?.labels ?? this.councilLabels(position);
    const thinks = position.thinking || this.analysing.value !== null;
    const covered = this.look.value !== null && this.noLook.value === null;
    return {
      position: this.withPlaced(position),
      dead,
      owners,
      heat: !signed && about && about.values.length > 0 ? about.values : null,
      labels,
      candidates:
        showCandidates.value && thinks && position.phase === "play" && !estimate && !covered && labels.length === 0
          ? (thought?.candidates ?? NOTHING)
          : NOTHING,
      line: this.line.value,
      pointedAt: hint?.node === position.node ? hint.mv : null,
      open: personToMove(position) && !this.isPlaced(position),
      toPlay: position.toPlay,
      choose: point => this.choose(point),
      explain: point => (owners ? explainPoint(point, position, owners, dead, !counted && estimate !== null) : ""),
    };
  }

  /** Who of the council would play where, by the letters that the panel gives them. */
  private councilLabels(position: Position): { point: string; text: string }[] {
    if (this.panel.value !== "council") return [];
    const letters = new Map<string, string>();
    (this.asked.value ?? []).forEach((who, i) => {
      const opinion = this.game.council.value.find(each => each.player === who && each.node === position.node);
      const key = opinion?.mv?.toUpperCase();
      if (key) letters.set(key, (letters.get(key) ?? "") + councilLetter(i));
    });
    return [...letters].map(([point, text]) => ({ point, text }));
  }

  /** A sound and a sentence for each move that is made where the person looks. */
  private hearMoves(): () => void {
    let before: Position | null = null;
    return effect(() => {
      const now = this.game.position.value;
      const then = before;
      before = now;
      if (!now || !then) return;
      if (now.phase !== then.phase && now.phase !== "play") {
        if (now.phase === "count") announce(t("countBegins"));
        else if (now.result) {
          endSound();
          announce(result(now.result));
        }
        return;
      }
      if (now.node === then.node || now.number !== then.number + 1) return;
      const mover = opposite(now.toPlay);
      const lost = (p: Position) => p.captured[0] + p.captured[1];
      const captures = Math.max(0, lost(now) - lost(then));
      if (now.last === "pass") passSound();
      else stoneSound(captures);
      if (!now.last) return;
      const said = t("announceMove", { side: side(mover), move: moveName(now.last) });
      announce(captures > 0 ? `${said} ${t("announceCaptures", { captures })}` : said);
    });
  }
}

/** The strongest preset gives the hints, else whoever tells thoughts. */
export function adviser(): string | null {
  const known = welcome.peek();
  return known?.presets.at(-1)?.spec ?? known?.players.find(card => card.thinks)?.name ?? null;
}

export function councilLetter(index: number): string {
  return String.fromCharCode(65 + (index % 26));
}

/** Whether an overlay says whose points are, rather than how much they are liked. A network may give either. */
function isSigned(look: OverlayKind | null, values: readonly number[]): boolean {
  if (look?.kind === "value") return values.some(value => value < 0);
  return look?.kind === "influence" || look?.kind === "ownership";
}

/** The win rate of the side to move. */
export function chanceOf(candidate: Pick<Candidate, "winRate">, toPlay: Side): number | null {
  if (candidate.winRate === null) return null;
  return toPlay === "black" ? candidate.winRate : 1 - candidate.winRate;
}

/** Who made the move that leads here, in words. */
export function whoMoved(game: Game, node: number): string {
  const twig = game.twig(node);
  return twig?.who ? player(twig.who, welcome.peek()?.presets) : "";
}

/** How many moves lead to a node. */
export function depth(game: Game, node: number): number {
  return pathTo(game.tree.value, node).length - 1;
}

function explainPoint(
  point: string,
  position: Position,
  owners: readonly number[],
  dead: readonly string[],
  estimated: boolean,
): string {
  const index = indexOf(point, position.size);
  if (index === null) return "";
  const owner = owners[index] ?? 0;
  const stone = position.stones[index] ?? 0;
  if (stone !== 0 && dead.includes(point))
    return t(owner > 0 ? "deadForBlack" : owner < 0 ? "deadForWhite" : "deadForNobody");
  if (Math.abs(owner) < 0.3) return t(estimated ? "openPoint" : "nobodysPoint");
  return t(owner > 0 ? "blacksPoint" : "whitesPoint");
}
