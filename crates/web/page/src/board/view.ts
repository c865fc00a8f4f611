/** All that a board shows, flat or in perspective: the position, what is laid over it, and what a point does. */
import { nameOf } from "../core/points";
import type { Candidate, Label, Position, Side } from "../messages";

export interface BoardView {
  position: Position;
  /** Chains that are marked dead. */
  dead: readonly string[];
  /** Whose each point is, 1 to -1, drawn as small squares. */
  owners: readonly number[] | null;
  /** How much each point is liked, 0 to 1, drawn as warm discs. */
  heat: readonly number[] | null;
  labels: readonly Label[];
  candidates: readonly Candidate[];
  /** A sequence that is shown in numbered stones, the side to move beginning. */
  line: readonly string[];
  /** A point that is pointed out: a hint, the best move of a review. */
  pointedAt: string | null;
  /** Whether somebody at the page may place a stone. */
  open: boolean;
  /** The colour of the ghost. */
  toPlay: Side;
  /** A click, or Enter on a point. */
  choose(point: string): void;
  /** What is said about a point beside its name and its stone. */
  explain(point: string): string;
}

/** Whether a stone may be placed on this point: a ghost is shown there. */
export function mayPlace({ open, position }: Pick<BoardView, "open" | "position">, index: number): boolean {
  return open && position.legal.includes(nameOf(index, position.size));
}
