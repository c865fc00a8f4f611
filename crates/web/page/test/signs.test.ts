import { beforeEach, expect, test } from "vitest";
import { signs } from "../src/board/signs";
import { language } from "../src/core/settings";
import type { Candidate } from "../src/messages";
import { boardView } from "./board-view";

beforeEach(() => {
  language.value = "en";
});

const written = (change: Parameters<typeof boardView>[0]) =>
  signs(boardView(change))
    .filter(sign => sign.kind !== "ko")
    .map(({ index, kind, text }) => [index, kind, text]);

const candidate = (mv: string, winRate: number): Candidate => ({
  mv,
  visits: 10,
  winRate,
  score: null,
  prior: null,
  line: [mv],
});

test("the ko is a square on its point", () => {
  expect(signs(boardView())).toEqual([{ index: 20, kind: "ko", text: "" }]);
});

test("candidates show the win rate of the side to move, the best one first, and a pass is not on the board", () => {
  const candidates = [candidate("B2", 0.6), candidate("pass", 0.5), candidate("B3", 0.45)];
  expect(written({ candidates })).toEqual([
    [16, "best", "60%"],
    [11, "candidate", "45%"],
  ]);
  expect(written({ candidates, toPlay: "white" })[0]).toEqual([16, "best", "40%"]);
});

test("a variation is drawn as numbered stones instead of candidates", () => {
  expect(written({ candidates: [candidate("B2", 0.6)], line: ["A5", "B5", "A5"], toPlay: "white" })).toEqual([
    [0, "line-white", "1"],
    [1, "line-black", "2"],
  ]);
});

test("labels of overlays and of the council lie on the wood or on a stone", () => {
  const labels = ["A5", "C3", "D3"].map((point, i) => ({ point, text: "ABC"[i] ?? "" }));
  expect(written({ labels })).toEqual([
    [0, "on-board", "A"],
    [12, "on-black", "B"],
    [13, "on-white", "C"],
  ]);
});
