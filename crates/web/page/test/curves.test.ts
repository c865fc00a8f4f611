import { expect, test } from "vitest";
import { treeOf } from "../src/core/tree";
import { curves } from "../src/game/curves";
import type { Twig, MoveReview } from "../src/messages";

const review = (node: number, winRate: number, winRateAfter: number): MoveReview => ({
  node,
  grade: "good",
  pointsLoss: null,
  winRateLoss: 0,
  rankError: null,
  rank: 1,
  best: [],
  winRate,
  winRateAfter,
  lead: null,
  leadAfter: null,
  by: "mcts",
});

const twig = (node: number, winRate: number | null, review: MoveReview | null): Twig => ({
  node,
  parent: node === 0 ? null : node - 1,
  mv: node === 0 ? null : "D4",
  by: node === 0 ? null : node % 2 === 1 ? "black" : "white",
  who: "human",
  winRate,
  score: null,
  review,
  comment: "",
});

test("the win rate of a review is a separate curve, from before the first move to after the last", () => {
  const tree = treeOf([twig(0, null, null), twig(1, null, review(1, 0.5, 0.4)), twig(2, null, review(2, 0.4, 0.7))]);
  const lines = curves(tree, [0, 1, 2]);
  expect(lines.reviews).toEqual([{ by: "mcts", values: [0.5, 0.4, 0.7] }]);
  expect(lines.some, "those who played said nothing").toBe(false);
});

test("a review leaves the curves of both players as they are", () => {
  const tree = treeOf([twig(0, null, null), twig(1, 0.9, review(1, 0.5, 0.4)), twig(2, 0.1, null)]);
  const lines = curves(tree, [0, 1, 2]);
  expect(lines.rate).toEqual({ black: [null, 0.9, null], white: [null, null, 0.1] });
  expect(lines.reviews[0]?.values).toEqual([0.5, 0.4, null]);
});
