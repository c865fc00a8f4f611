/** Points by GTP's names (`Q16`; there is no column I) and as numbers in rows from the top left, as maps over the board have them. */

const COLUMNS = "ABCDEFGHJKLMNOPQRST";

/** The number of a point on a board of this size, or nothing for `pass`, `resign` and what is no point. */
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

/** The star points as everybody draws them. */
export function stars(size: number): number[] {
  if (size < 5) return [];
  const near = size < 13 ? 2 : 3;
  const far = size - 1 - near;
  const middle = (size - 1) / 2;
  const lines = size % 2 === 1 && size >= 9 && size !== 7 ? [near, middle, far] : [near, far];
  const points = lines.flatMap(y => lines.map(x => y * size + x));
  if (size === 5) return [2 * 5 + 2];
  const inTheMiddleOfAnEdge = (p: number) => (p % size === middle) !== (Math.floor(p / size) === middle);
  return size < 13 ? points.filter(p => !inTheMiddleOfAnEdge(p)) : points;
}
