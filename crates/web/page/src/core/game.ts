/** The state of one game on the page, as received from the server. */
import { batch, computed, signal } from "@preact/signals";
import type { Event, Grade, MoveReview, Position, ProblemCard, Terms, Thought, Twig } from "../messages";
import { markSolved } from "./solved";
import { EMPTY, grow, lineThrough, treeOf } from "./tree";
import type { Answer } from "./connection";

/** A player's analysis of a node. */
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
  /** Whether the server has no such game. */
  readonly missing = signal(false);
  readonly terms = signal<Terms | null>(null);
  readonly tree = signal(EMPTY);
  readonly position = signal<Position | null>(null);
  /** When the position arrived; clocks count from then. */
  readonly since = signal(0);
  readonly thought = signal<Opinion | null>(null);
  readonly council = signal<CouncilOpinion[]>([]);
  readonly overlay = signal<Overlay | null>(null);
  readonly estimate = signal<Estimate | null>(null);
  readonly review = signal<{ done: number; of: number } | null>(null);
  /** Its problem, if it has one. */
  readonly problem = signal<ProblemCard | null>(null);
  readonly answered = signal<Answer<"answered"> | null>(null);

  /** The line through the shown node, from the root to its end. */
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

  /** Applies an event. With `jump`, it answers a request of this page to show its node. */
  apply(event: Event, jump: boolean): void {
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
        // The whole tree comes with `opened`; earlier nodes are in it.
        if (this.terms.peek()) this.tree.value = grow(this.tree.peek(), event.twig);
        break;
      case "thought":
        // Ignores analyses of nodes that are not shown.
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
        // Ignores an estimate of a node that is no longer shown.
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
   * Without `jump`, the position is the game's current one. A page that follows the game shows it; a page that shows
   * another node keeps its view and takes over only seats and state.
   */
  private place(received: Position, jump: boolean): void {
    batch(() => {
      const before = this.position.peek();
      const follows = before === null || before.node === before.live || before.node === received.node;
      this.since.value = performance.now();
      if (!jump && !follows) {
        const { live, seats, running, thinking, pause } = received;
        this.position.value = { ...before, live, seats, running, thinking, pause };
        return;
      }
      this.position.value = received;
      if (before?.node === received.node && before.phase === received.phase) return;
      this.overlay.value = null;
      this.estimate.value = null;
      if (this.thought.peek()?.node !== received.node) this.thought.value = null;
      this.council.value = this.council.peek().filter(opinion => opinion.node === received.node);
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
