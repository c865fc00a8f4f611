import { expect, test } from "vitest";
import { grow, layout, lineThrough, pathTo, siblings, treeOf } from "../src/core/tree";
import type { Twig } from "../src/messages";

const twig = (node: number, parent: number | null): Twig => ({
  node,
  parent,
  mv: parent === null ? null : "D4",
  by: null,
  who: null,
  winRate: null,
  score: null,
  review: null,
  comment: "",
});

/** 0-1-2-3, with 4-5 beside 2-3, and 6 beside 5. */
const tree = treeOf([twig(0, null), twig(1, 0), twig(2, 1), twig(3, 2), twig(4, 1), twig(5, 4), twig(6, 4)]);

test("a path leads from the root", () => expect(pathTo(tree, 6)).toEqual([0, 1, 4, 6]));

test("the line through a node leads to the game's current node, and on to its end", () => {
  expect(lineThrough(tree, 1, 4)).toEqual([0, 1, 4, 5]);
  expect(lineThrough(tree, 2, 6)).toEqual([0, 1, 2, 3]);
  expect(lineThrough(tree, 6, 6)).toEqual([0, 1, 4, 6]);
});

test("siblings are in the order of their creation", () => expect(siblings(tree, 4)).toEqual([2, 4]));

test("an existing node is replaced, not added", () => {
  const again = grow(tree, { ...twig(2, 1), comment: "better" });
  expect(again.twigs.get(2)?.comment).toBe("better");
  expect(again.children.get(1)).toEqual([2, 4]);
  expect(grow(tree, twig(7, 3)).children.get(3)).toEqual([7]);
});

test("no two nodes are drawn at one place, and the main line is straight", () => {
  const places = layout(tree);
  expect(places.size).toBe(7);
  expect(new Set([...places.values()].map(({ column, row }) => `${column},${row}`)).size).toBe(7);
  expect([0, 1, 2, 3].map(node => places.get(node)?.row)).toEqual([0, 0, 0, 0]);
});

test("many variations of many lengths never overlap", () => {
  const twigs = [twig(0, null)];
  for (let node = 1; node < 400; node++) twigs.push(twig(node, Math.floor((node * 7919) % node)));
  const places = [...layout(treeOf(twigs)).values()];
  expect(places).toHaveLength(400);
  expect(new Set(places.map(({ column, row }) => `${column},${row}`)).size).toBe(400);
});
