import { expect, test } from "vitest";
import { looksLikeBoard } from "../src/core/records";

test("a text board has at least two rows of points", () => {
  expect(looksLikeBoard(". X\nO .")).toBe(true);
  expect(looksLikeBoard("   A B C\n 3 . + .\n 2 X O .\n 1 . # .")).toBe(true);
  for (const text of ["hello", ". . X O .", "a start that\nis none"]) expect(looksLikeBoard(text), text).toBe(false);
});
