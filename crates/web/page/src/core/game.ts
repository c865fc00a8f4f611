/** One game as the page knows it: what the server has told of it, ready to be drawn. */
import { batch, computed, signal } from "@preact/signals";
import type { Event, Grade, MoveReview, Position, ProblemCard, Terms, Thought, Twig } from "../messages";
import { markSolved } from "./solved";
import { EMPTY, grow, lineThrough, treeOf } from "./tree";
import type { Answer } from "./connection";

/** What somebody thinks of a node. */
export interface Opinion {
  node: number;
  player: string;
  thought: Thought;
}

const GRADES: readonly Grade[] = ["best", "good", "inaccuracy", "mistake", "blunder"];

/** Whether a move is worse than good. */
export function isMistake(review: MoveReview): boolean {
  return review.grade !== "best" && review.grade !== "good";
}

/** The measure that decides the grade. */
function measure({ pointsLoss, winRateLoss, rankError }: MoveReview): number {
  return pointsLoss ?? winRateLoss ?? rankError ?? 0;
}

export type CouncilOpinion = Answer<"opinion">;
export type Overlay = Answer<"overlay">;
export type Estimate = Answer<"estimate">;

export class Game {
  /** Whether the server knows no such game. */
  readonly missing = signal(false);
  readonly terms = signal<Terms | null>(null);
  readonly tree = signal(EMPTY);
  readonly position = signal<Position | null>(null);
  /** When the position arrived, from which the clocks run on. */
  readonly since = signal(0);
  readonly thought = signal<Opinion | null>(null);
  readonly council = signal<CouncilOpinion[]>([]);
  readonly overlay = signal<Overlay | null>(null);
  readonly estimate = signal<Estimate | null>(null);
  readonly review = signal<{ done: number; of: number } | null>(null);
  /** The problem that it is about. */
  readonly problem = signal<ProblemCard | null>(null);
  readonly answered = signal<Answer<"answered"> | null>(null);

  /** The line that is looked at, from the root to its end. */
  readonly line = computed(() => {
    const position = this.position.value;
    return position ? lineThrough(this.tree.value, position.node, position.live) : [];
  });

  /** The inaccuracies, mistakes and blunders of a review, worst first. */
  readonly mistakes = computed((): MoveReview[] =>
    [...this.tree.value.twigs.values()]
      .flatMap(twig => twig.review ?? [])
      .filter(isMistake)
      .sort((a, b) => GRADES.indexOf(b.grade) - GRADES.indexOf(a.grade) || measure(b) - measure(a)),
  );

  constructor(readonly id: string) {}

  /** `jump` says that this answers somebody who wants to look where it tells of. */
  hear(event: Event, jump: boolean): void {
    switch (event.kind) {
      case "opened":
        batch(() => {
          this.terms.value = event.terms;
          this.tree.value = treeOf(event.tree);
          this.problem.value = event.problem;
        });
        break;
      case "position":
        this.place(event.position, jump);
        break;
      case "grown":
        // The whole tree comes when the game is opened; what grew before that is in it.
        if (this.terms.peek()) this.tree.value = grow(this.tree.peek(), event.twig);
        break;
      case "thought":
        // What is thought elsewhere in the game is not about what is on the board.
        if (event.node === (this.position.peek()?.node ?? event.node))
          this.thought.value = { node: event.node, player: event.player, thought: event.thought };
        break;
      case "opinion":
        this.council.value = [
          ...this.council.value.filter(o => o.player !== event.player || o.node !== event.node),
          event,
        ];
        break;
      case "overlay":
        this.overlay.value = event;
        break;
      case "estimate":
        // Whoever has gone on meanwhile has no use for it.
        if (event.node === (this.position.peek()?.node ?? event.node)) this.estimate.value = event;
        break;
      case "reviewed":
        this.reviewed(event);
        break;
      case "answered":
        this.answered.value = event;
        if (event.right && this.problem.peek()?.own === false) markSolved(this.problem.peek()?.name ?? "");
        break;
    }
  }

  twig(node: number): Twig | undefined {
    return this.tree.value.twigs.get(node);
  }

  /**
   * A position that nobody here asked for is of where the game stands. Whoever follows the game sees it; whoever looks
   * elsewhere keeps looking there, and learns only who plays and whether they think.
   */
  private place(told: Position, jump: boolean): void {
    batch(() => {
      const before = this.position.peek();
      const follows = before === null || before.node === before.live || before.node === told.node;
      this.since.value = performance.now();
      if (!jump && !follows) {
        const { live, seats, running, thinking, pause } = told;
        this.position.value = { ...before, live, seats, running, thinking, pause };
        return;
      }
      this.position.value = told;
      if (before?.node === told.node && before.phase === told.phase) return;
      this.overlay.value = null;
      this.estimate.value = null;
      if (this.thought.peek()?.node !== told.node) this.thought.value = null;
      this.council.value = this.council.peek().filter(opinion => opinion.node === told.node);
    });
  }

  private reviewed({ done, of, moves }: Answer<"reviewed">): void {
    batch(() => {
      this.review.value = { done, of };
      let tree = this.tree.value;
      for (const review of moves) {
        const twig = tree.twigs.get(review.node);
        if (twig) tree = grow(tree, { ...twig, review });
      }
      this.tree.value = tree;
    });
  }
}
