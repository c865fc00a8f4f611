import { expect, test } from "vitest";
import { indexOf, nameOf, rows, stars } from "../src/core/points";

test("points have indices in rows from the top left, and there is no column I", () => {
  expect(indexOf("A19", 19)).toBe(0);
  expect(indexOf("J9", 9)).toBe(8);
  expect(indexOf("A1", 9)).toBe(72);
  expect(nameOf(8, 9)).toBe("J9");
});

test("every point's name converts back to its index", () => {
  for (const size of [2, 5, 9, 14, 19])
    for (let i = 0; i < size * size; i++) expect(indexOf(nameOf(i, size), size)).toBe(i);
});

test("a name that is not a point has no index", () => {
  for (const name of ["pass", "resign", "I5", "A0", "A10", "K1", ""]) expect(indexOf(name, 9)).toBeNull();
});

test("a map becomes rows", () => {
  expect(rows([1, 2, 3, 4], 2)).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

test("star points are those of the program", () => {
  const names = (size: number) => stars(size).map(i => nameOf(i, size));
  expect(names(9)).toEqual(["C7", "G7", "E5", "C3", "G3"]);
  expect(names(13)).toEqual(["D10", "K10", "G7", "D4", "K4"]);
  expect(names(19)).toHaveLength(9);
  expect(names(14)).toHaveLength(4);
  expect(names(4)).toEqual([]);
});
