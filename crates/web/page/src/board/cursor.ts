/** The point at which a person's cursor stands, moved by mouse, keys or controller; shared by both boards. */
import { signal } from "@preact/signals";

/** A number of a point, or nothing while there is no cursor. */
export const cursor = signal<number | null>(null);

/** Whether a controller moved it last: it is then drawn on stones as well. */
export const byController = signal(false);

/** One step on a board of this size, staying on it. */
export function step(from: number | null, dx: number, dy: number, size: number): number {
  if (from === null || from >= size * size) return Math.floor(size / 2) * size + Math.floor(size / 2);
  const stay = (at: number) => Math.min(size - 1, Math.max(0, at));
  return stay(Math.floor(from / size) + dy) * size + stay((from % size) + dx);
}
