/** Everything that a board shows, flat or in perspective: the position, its marks, and what a click does. */
import { nameOf } from "../core/points";
import type { Candidate, Label, Position, Side } from "../messages";

export interface BoardView {
  position: Position;
  /** The stones that are marked dead. */
  dead: readonly string[];
  /** The owner of each point, 1 (Black) to -1 (White), drawn as small squares. */
  owners: readonly number[] | null;
  /** The preference for each point, 0 to 1, drawn as discs. */
  heat: readonly number[] | null;
  labels: readonly Label[];
  candidates: readonly Candidate[];
  /** A variation shown as numbered stones; the side to move begins. */
  line: readonly string[];
  /** A highlighted point: a hint, the best move of a review. */
  pointedAt: string | null;
  /** Whether a person at this page may place a stone. */
  open: boolean;
  /** The colour of the stone at the cursor. */
  toPlay: Side;
  /** A click, or Enter on a point. */
  choose(point: string): void;
  /** The description of a point, in addition to its name and its stone. */
  explain(point: string): string;
}

/** Whether a stone may be placed on this point: then the cursor shows one. */
export function mayPlace({ open, position }: Pick<BoardView, "open" | "position">, index: number): boolean {
  return open && position.legal.includes(nameOf(index, position.size));
}
