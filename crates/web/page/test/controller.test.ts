import { beforeEach, expect, test, vi } from "vitest";
import { cursor } from "../src/board/cursor";
import { nameOf } from "../src/core/points";
import { PadReader, type Pad } from "../src/game/controller";
import type { Desk } from "../src/game/desk";

const desk = {
  game: { position: { peek: () => ({ size: 9, running: true }) } },
  choose: vi.fn(),
  undo: vi.fn(),
  play: vi.fn(),
  stepMoves: vi.fn(),
  run: vi.fn(),
};
const pad = (pressed: number[], axes = [0, 0, 0, 0]): Pad => ({
  buttons: Array.from({ length: 17 }, (_, i) => ({ pressed: pressed.includes(i), value: pressed.includes(i) ? 1 : 0 })),
  axes,
});
let reader: PadReader;

beforeEach(() => {
  vi.clearAllMocks();
  cursor.value = null;
  reader = new PadReader(desk as unknown as Desk);
});

test("a button acts once however long it is held", () => {
  for (let now = 0; now < 500; now += 16) reader.read(pad([2]), now);
  expect(desk.play.mock.calls).toEqual([["pass"]]);
  reader.read(pad([]), 600);
  reader.read(pad([2]), 616);
  expect(desk.play).toHaveBeenCalledTimes(2);
});

test("the D-pad moves the cursor, first to the centre, and a button places a stone", () => {
  reader.read(pad([15]), 0);
  expect(nameOf(cursor.value ?? 0, 9)).toBe("E5");
  reader.read(pad([]), 20);
  reader.read(pad([15]), 40);
  expect(nameOf(cursor.value ?? 0, 9)).toBe("F5");
  reader.read(pad([0]), 60);
  expect(desk.choose.mock.calls).toEqual([["F5"]]);
});

test("a held stick repeats, and the cursor stays on the board", () => {
  for (let now = 0; now < 3_000; now += 16) reader.read(pad([], [-1, 0, 0, 0]), now);
  expect(nameOf(cursor.value ?? 0, 9)).toBe("A5");
});
