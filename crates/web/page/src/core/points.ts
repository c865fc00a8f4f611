/**
 * Points by their GTP names (`Q16`; there is no column I) and as indices in rows from the top left, as in maps over the
 * board.
 */

import { STAR_POINTS } from "./star-points";

const COLUMNS = "ABCDEFGHJKLMNOPQRST";

/** The index of a point on a board of this size; `null` for `pass`, `resign` and anything else that is not a point. */
export function indexOf(name: string, size: number): number | null {
  const column = COLUMNS.indexOf(name.charAt(0).toUpperCase());
  const line = Number(name.slice(1));
  if (column < 0 || column >= size || !Number.isInteger(line) || line < 1 || line > size) return null;
  return (size - line) * size + column;
}

export function nameOf(index: number, size: number): string {
  return `${columnName(index % size)}${size - Math.floor(index / size)}`;
}

export function columnName(column: number): string {
  return COLUMNS.charAt(column);
}

/** A map over the board as rows. */
export function rows<T>(map: readonly T[], size: number): T[][] {
  return Array.from({ length: size }, (_, y) => map.slice(y * size, (y + 1) * size));
}

/** The star points of a board of this size. */
export function stars(size: number): readonly number[] {
  return STAR_POINTS[size] ?? [];
}
