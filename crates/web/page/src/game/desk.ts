/**
 * The view model of the game screen: the game, the state of the screen (open panel, overlay, shown variation), and the
 * actions of the person at the page.
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
import { ask, personToMove, status, send, welcome } from "../core/store";
import { pathTo, siblings } from "../core/tree";
import type { Candidate, OverlayKind, Position, Side } from "../messages";

export type Panel = "moves" | "thoughts" | "council" | "overlays" | "review";

const NOTHING: readonly never[] = [];
/** How long a message stays on the board. */
const MESSAGE_MS = 3_000;

export class Desk {
  readonly panel = signal<Panel>("moves");
  /** The variation shown on the board while the person points at it. */
  readonly line = signal<readonly string[]>(NOTHING);
  readonly hint = signal<{ node: number; mv: string } | null>(null);
  readonly hinting = signal(false);
  readonly overlayKind = signal<OverlayKind | null>(null);
  /** Why the chosen overlay is not available. */
  readonly overlayError = signal<string | null>(null);
  /** The analysing player, if any. */
  readonly analysing = signal<string | null>(null);
  /** The members of the council. */
  readonly council = signal<readonly string[] | null>(null);
  /** The node of the last question to the council. */
  readonly councilNode = signal<number | null>(null);
  /** A stone that is sent but not yet confirmed: it is drawn at once, and removed if the server refuses it. */
  private readonly pending = signal<{ node: number; point: string } | null>(null);
  /** Why the last click placed no stone. */
  readonly message = signal<string | null>(null);
  private messageTimer: ReturnType<typeof setTimeout> | undefined;
  /** The seat in the replacement dialog. */
  readonly swapping = signal<Side | null>(null);

  readonly view = computed((): BoardView | null => {
    const position = this.game.position.value;
    return position && this.boardView(position);
  });

  constructor(readonly game: Game) {}

  /**
   * Requests overlay and analysis again whenever the shown node changes or the connection is restored. Returns the
   * function that ends this.
   */
  subscribe(): () => void {
    const node = computed(() => this.game.position.value?.node ?? null);
    const ends = [
      effect(() => {
        const at = node.value;
        const what = this.overlayKind.value;
        if (status.value === "open" && at !== null && what) void this.requestOverlay(at, what);
      }),
      effect(() => {
        const at = node.value;
        const who = this.analysing.value;
        if (status.value === "open" && at !== null && who)
          send({ kind: "analyse", game: this.game.id, node: at, player: who });
      }),
      this.announceMoves(),
    ];
    return () => {
      ends.forEach(end => end());
      if (this.analysing.peek() && status.peek() === "open") this.analyse(null);
    };
  }

  choose(point: string): void {
    const position = this.game.position.peek();
    if (!position) return;
    if (position.phase === "count") send({ kind: "dead", game: this.game.id, point });
    else if (!personToMove(position)) this.showMessage(t("notYourTurn"));
    else if (this.isPending(position)) return;
    else if (point !== "pass" && !position.legal.includes(point))
      this.showMessage(t(position.ko === point ? "illegalKo" : "illegal", { point }));
    else this.play(point);
  }

  /** Shows a message on the board for a moment. */
  private showMessage(text: string): void {
    announce(text);
    clearTimeout(this.messageTimer);
    this.message.value = text;
    this.messageTimer = setTimeout(() => {
      this.message.value = null;
    }, MESSAGE_MS);
  }

  play(mv: string): void {
    const position = this.game.position.peek();
    if (!position) return;
    const { node } = position;
    const placed = position.legal.includes(mv) ? { node, point: mv } : null;
    this.pending.value = placed;
    void ask({ kind: "play", game: this.game.id, node, mv }, "position").then(() => {
      if (this.pending.peek() === placed) this.pending.value = null;
    });
  }

  /** Whether a stone of this position awaits confirmation. */
  private isPending(position: Position): boolean {
    return this.pending.value?.node === position.node;
  }

  /** The position with the unconfirmed stone. Its captures come from the server. */
  private withPending(position: Position): Position {
    const at = this.isPending(position) ? indexOf(this.pending.value?.point ?? "", position.size) : null;
    if (at === null) return position;
    const stone = position.toPlay === "black" ? 1 : -1;
    return { ...position, stones: position.stones.map((there, index) => (index === at ? stone : there)) };
  }

  undo(): void {
    send({ kind: "undo", game: this.game.id });
  }

  run(on: boolean): void {
    send({ kind: "run", game: this.game.id, on });
  }

  /** Goes forward or back along the current line. */
  stepMoves(moves: number): void {
    const position = this.game.position.peek();
    if (!position) return;
    const line = this.game.line.peek();
    const at = line.indexOf(position.node);
    this.goTo(line[Math.min(line.length - 1, Math.max(0, at + moves))]);
  }

  /** Goes to the previous or next variation. */
  stepVariation(by: number): void {
    const node = this.game.position.peek()?.node ?? 0;
    const beside = siblings(this.game.tree.peek(), node);
    this.goTo(beside[beside.indexOf(node) + by]);
  }

  goTo(node: number | undefined): void {
    const position = this.game.position.peek();
    if (node !== undefined && position && node !== position.node) send({ kind: "go", game: this.game.id, node });
  }

  /** Goes to the next mistake in the line, and after the last one to the first. */
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
    else if (position) send({ kind: "estimate", game: this.game.id, node: position.node });
  }

  async requestHint(): Promise<void> {
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

  analyse(who: string | null): void {
    this.analysing.value = who;
    if (who === null) send({ kind: "quiet", game: this.game.id });
  }

  /** Esc: hides one thing at a time, then returns to the game, then stops the thinking player. */
  dismiss(): void {
    const position = this.game.position.peek();
    if (this.line.peek().length > 0) this.line.value = NOTHING;
    else if (this.hint.peek()) this.hint.value = null;
    else if (this.game.estimate.peek()) this.game.estimate.value = null;
    else if (this.overlayKind.peek()) this.setOverlay(null);
    else if (position && position.node !== position.live) this.goTo(position.live);
    else if (position?.thinking) send({ kind: "stop", game: this.game.id });
  }

  setOverlay(what: OverlayKind | null): void {
    batch(() => {
      this.game.overlay.value = null;
      this.overlayError.value = null;
      this.overlayKind.value = what;
    });
  }

  /** An overlay refused at one move is likely refused at the next: the error stays until the next answer. */
  private async requestOverlay(node: number, what: OverlayKind): Promise<void> {
    let reason: string | null = null;
    await ask({ kind: "overlay", game: this.game.id, node, what }, "overlay", why => {
      reason = why;
    });
    if (this.overlayKind.peek() === what && this.game.position.peek()?.node === node) this.overlayError.value = reason;
  }

  private boardView(position: Position): BoardView {
    const { game } = this;
    const estimate = game.estimate.value;
    const overlay = game.overlay.value;
    const about = overlay && overlay.node === position.node ? overlay : null;
    const signed = about !== null && isSigned(this.overlayKind.value, about.values);
    const thought = game.thought.value?.node === position.node ? game.thought.value.thought : null;
    const hint = this.hint.value;
    const counted = position.phase === "play" ? null : position.count;
    const owners = counted?.owners ?? estimate?.owners ?? (signed && about.values.length > 0 ? about.values : null);
    const dead = counted?.dead ?? estimate?.dead ?? NOTHING;
    const labels = about?.labels ?? this.councilLabels(position);
    const thinks = position.thinking || this.analysing.value !== null;
    const covered = this.overlayKind.value !== null && this.overlayError.value === null;
    return {
      position: this.withPending(position),
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
      open: personToMove(position) && !this.isPending(position),
      toPlay: position.toPlay,
      choose: point => this.choose(point),
      explain: point => (owners ? explainPoint(point, position, owners, dead, !counted && estimate !== null) : ""),
    };
  }

  /** The moves of the council members, by their letters in the panel. */
  private councilLabels(position: Position): { point: string; text: string }[] {
    if (this.panel.value !== "council") return [];
    const letters = new Map<string, string>();
    (this.council.value ?? []).forEach((who, i) => {
      const opinion = this.game.council.value.find(each => each.player === who && each.node === position.node);
      const key = opinion?.mv?.toUpperCase();
      if (key) letters.set(key, (letters.get(key) ?? "") + councilLetter(i));
    });
    return [...letters].map(([point, text]) => ({ point, text }));
  }

  /** Plays a sound and announces each move at the shown node. */
  private announceMoves(): () => void {
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

/** The player that gives hints: the strongest preset, else one that reports an analysis. */
export function adviser(): string | null {
  const known = welcome.peek();
  return known?.presets.at(-1)?.spec ?? known?.players.find(card => card.thinks)?.name ?? null;
}

export function councilLetter(index: number): string {
  return String.fromCharCode(65 + (index % 26));
}

/** Whether an overlay shows ownership rather than preferences. A network may return either. */
function isSigned(look: OverlayKind | null, values: readonly number[]): boolean {
  if (look?.kind === "value") return values.some(value => value < 0);
  return look?.kind === "influence" || look?.kind === "ownership";
}

/** The win rate of the side to move. */
export function chanceOf(candidate: Pick<Candidate, "winRate">, toPlay: Side): number | null {
  if (candidate.winRate === null) return null;
  return toPlay === "black" ? candidate.winRate : 1 - candidate.winRate;
}

/** The name of the player that made the move to this node. */
export function whoMoved(game: Game, node: number): string {
  const twig = game.twig(node);
  return twig?.who ? player(twig.who, welcome.peek()?.presets) : "";
}

/** The move number of a node. */
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
    return t(owner > 0 ? "deadForBlack" : owner < 0 ? "deadForWhite" : "deadStone");
  if (Math.abs(owner) < 0.3) return t(estimated ? "openPoint" : "neutralPoint");
  return t(owner > 0 ? "blacksPoint" : "whitesPoint");
}
