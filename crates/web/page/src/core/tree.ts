/** The tree of variations: its nodes by number, each with the number of its parent. */
import type { Twig } from "../messages";

export interface Tree {
  readonly twigs: ReadonlyMap<number, Twig>;
  /** In the order of their creation. */
  readonly children: ReadonlyMap<number, readonly number[]>;
}

export const EMPTY: Tree = { twigs: new Map(), children: new Map() };

export function treeOf(twigs: readonly Twig[]): Tree {
  const children = new Map<number, number[]>();
  for (const twig of twigs) if (twig.parent !== null) append(children, twig.parent, twig.node);
  return { twigs: new Map(twigs.map(twig => [twig.node, twig])), children };
}

/** Adds a node or replaces it. */
export function grow(tree: Tree, twig: Twig): Tree {
  const twigs = new Map(tree.twigs).set(twig.node, twig);
  if (tree.twigs.has(twig.node) || twig.parent === null) return { twigs, children: tree.children };
  const children = new Map<number, readonly number[]>(tree.children);
  children.set(twig.parent, [...(children.get(twig.parent) ?? []), twig.node]);
  return { twigs, children };
}

/** The nodes from the root to this one. */
export function pathTo(tree: Tree, node: number): number[] {
  const path: number[] = [];
  for (let at: number | null = node; at !== null && path.length <= tree.twigs.size;) {
    path.push(at);
    at = tree.twigs.get(at)?.parent ?? null;
  }
  return path.reverse();
}

/** The line through this node: the moves that lead to it and those that follow it, towards `goal` if possible. */
export function lineThrough(tree: Tree, node: number, goal: number): number[] {
  const towards = pathTo(tree, goal);
  const line = towards.includes(node) ? towards : pathTo(tree, node);
  for (;;) {
    const next = tree.children.get(line.at(-1) ?? 0)?.[0];
    if (next === undefined) return line;
    line.push(next);
  }
}

/** The alternatives to this node: the children of its parent. */
export function siblings(tree: Tree, node: number): readonly number[] {
  const parent = tree.twigs.get(node)?.parent;
  return parent == null ? [node] : (tree.children.get(parent) ?? [node]);
}

/** Where a node is drawn: its move number as column, and a row that no other line uses there. */
export interface Place {
  node: number;
  column: number;
  row: number;
}

/** The main line takes the first row; each variation takes the first row that is free from its branch on. */
export function layout(tree: Tree): Map<number, Place> {
  const places = new Map<number, Place>();
  const taken: number[] = [];
  const pending: { node: number; column: number; row: number }[] = [{ node: 0, column: 0, row: 0 }];
  while (pending.length > 0) {
    const start = pending.pop();
    if (!start || !tree.twigs.has(start.node)) continue;
    const line: number[] = [];
    for (let at: number | undefined = start.node; at !== undefined; at = tree.children.get(at)?.[0]) line.push(at);
    let row = start.row;
    while ((taken[row] ?? Infinity) <= start.column + line.length) row += 1;
    taken[row] = start.column;
    line.forEach((node, i) => places.set(node, { node, column: start.column + i, row }));
    for (let i = 0; i < line.length; i++) {
      const branches = tree.children.get(line[i] ?? 0)?.slice(1) ?? [];
      for (const node of branches.toReversed()) pending.push({ node, column: start.column + i + 1, row: row + 1 });
    }
  }
  return places;
}

function append(map: Map<number, number[]>, key: number, value: number): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
