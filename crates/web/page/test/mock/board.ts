/** A slow, obvious Go board for the mock server: flood fill, no suicide, simple ko. The page itself has no rules. */
import { indexOf, nameOf } from "../../src/core/points";

export interface State {
  size: number;
  stones: number[];
  toPlay: 1 | -1;
  captured: [number, number];
  ko: number | null;
  passes: number;
  last: string | null;
}

export function empty(size: number): State {
  return {
    size,
    stones: new Array<number>(size * size).fill(0),
    toPlay: 1,
    captured: [0, 0],
    ko: null,
    passes: 0,
    last: null,
  };
}

export function neighbours(at: number, size: number): number[] {
  const x = at % size;
  const y = Math.floor(at / size);
  return [
    x > 0 ? at - 1 : -1,
    x < size - 1 ? at + 1 : -1,
    y > 0 ? at - size : -1,
    y < size - 1 ? at + size : -1,
  ].filter(n => n >= 0);
}

export function chain(
  stones: readonly number[],
  size: number,
  at: number,
): { points: number[]; liberties: Set<number> } {
  const points = [at];
  const seen = new Set(points);
  const liberties = new Set<number>();
  for (let i = 0; i < points.length; i++)
    for (const n of neighbours(points[i] ?? 0, size)) {
      if (stones[n] === 0) liberties.add(n);
      else if (stones[n] === stones[at] && !seen.has(n)) {
        seen.add(n);
        points.push(n);
      }
    }
  return { points, liberties };
}

/** The position after a move, or `null` if it is illegal. */
export function play(state: State, mv: string): State | null {
  const { size, toPlay } = state;
  const other = -toPlay as 1 | -1;
  if (mv === "pass") return { ...state, toPlay: other, ko: null, passes: state.passes + 1, last: "pass" };
  const at = indexOf(mv, size);
  if (at === null || state.stones[at] !== 0 || at === state.ko) return null;
  const stones = [...state.stones];
  stones[at] = toPlay;
  const taken: number[] = [];
  for (const n of neighbours(at, size)) {
    if (stones[n] !== other) continue;
    const { points, liberties } = chain(stones, size, n);
    if (liberties.size > 0) continue;
    for (const p of points) stones[p] = 0;
    taken.push(...points);
  }
  const own = chain(stones, size, at);
  if (own.liberties.size === 0) return null;
  const ko = taken.length === 1 && own.points.length === 1 && own.liberties.size === 1 ? (taken[0] ?? null) : null;
  const captured: [number, number] = [...state.captured];
  captured[toPlay === 1 ? 1 : 0] += taken.length;
  return { size, stones, toPlay: other, captured, ko, passes: 0, last: nameOf(at, size) };
}

export function legal(state: State): string[] {
  return state.stones.flatMap((stone, at) =>
    stone === 0 && play(state, nameOf(at, state.size)) ? [nameOf(at, state.size)] : [],
  );
}

/** The owner of each point without the dead stones: 1, -1 or 0. */
export function owners(state: State, dead: ReadonlySet<number>): number[] {
  const { size } = state;
  const stones = state.stones.map((stone, at) => (dead.has(at) ? 0 : stone));
  const result = [...stones];
  const seen = new Set<number>();
  stones.forEach((stone, start) => {
    if (stone !== 0 || seen.has(start)) return;
    const region = [start];
    seen.add(start);
    const touches = new Set<number>();
    for (let i = 0; i < region.length; i++)
      for (const n of neighbours(region[i] ?? 0, size)) {
        if (stones[n] !== 0) touches.add(stones[n] ?? 0);
        else if (!seen.has(n)) {
          seen.add(n);
          region.push(n);
        }
      }
    const owner = touches.size === 1 ? ([...touches][0] ?? 0) : 0;
    for (const p of region) result[p] = owner;
  });
  return result;
}

/** Whether a point is surrounded by stones of one side: programs do not play there. */
export function eyeLike(state: State, at: number): boolean {
  return neighbours(at, state.size).every(n => state.stones[n] === state.toPlay);
}
