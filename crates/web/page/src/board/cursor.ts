/** The cursor on the board, moved by mouse, keys or controller; shared by both boards. */
import { signal } from "@preact/signals";

/** The index of its point; `null` without a cursor. */
export const cursor = signal<number | null>(null);

/** Whether a controller moved it last: then it is drawn on stones too. */
export const byController = signal(false);

/** One step, within a board of this size. */
export function step(from: number | null, dx: number, dy: number, size: number): number {
  if (from === null || from >= size * size) return Math.floor(size / 2) * size + Math.floor(size / 2);
  const stay = (at: number) => Math.min(size - 1, Math.max(0, at));
  return stay(Math.floor(from / size) + dy) * size + stay((from % size) + dx);
}
