/** A small board with two stones, for tests of the boards. */
import { vi } from "vitest";
import type { BoardView } from "../src/board/view";
import type { Position } from "../src/messages";

export function boardView(change: Partial<BoardView> = {}): BoardView {
  const stones = new Array<number>(25).fill(0);
  stones[12] = 1;
  stones[13] = -1;
  const position = {
    size: 5,
    stones,
    legal: ["A2", "B2", "B3", "A5", "B5"],
    last: "D3",
    ko: "A1",
    phase: "play",
    toPlay: "black",
  } as Partial<Position> as Position;
  return {
    position,
    dead: [],
    owners: null,
    heat: null,
    labels: [],
    candidates: [],
    line: [],
    pointedAt: null,
    open: true,
    toPlay: "black",
    choose: vi.fn(),
    explain: () => "",
    ...change,
  };
}
