import { beforeEach, expect, test } from "vitest";
import { brief, clock, lead, player, result, seated } from "../src/core/format";
import { looksLikeSgf, sizeOf } from "../src/core/records";
import { read, write } from "../src/core/route";
import { language } from "../src/core/settings";
import { text } from "./text";

beforeEach(() => {
  language.value = "en";
});

test("results are written in words", () => {
  expect(result("B+3.5")).toBe("Black wins by 3.5");
  expect(result("W+R")).toBe("White wins by resignation");
  expect(result("W+T")).toBe("White wins on time");
  expect(result("0")).toBe("Draw");
  expect(result("Void")).toBe("Void");
});

test("a clock shows tenths in the last seconds", () => {
  expect(clock(3_723_000)).toBe("1:02:03");
  expect(clock(65_000)).toBe("1:05");
  expect(clock(9_940)).toBe("0:09.9");
  expect(clock(-5)).toBe("0:00.0");
});

test("large numbers have a short form", () => {
  expect([12, 1_234, 45_678, 3_400_000].map(brief)).toEqual(["12", "1.2k", "46k", "3.4M"]);
});

test("a lead names its side", () => expect([lead(3.5), lead(-0.5)]).toEqual(["B+3.5", "W+0.5"]));

test("a preset is shown by its title", () => {
  expect(player("mcts", [{ title: text("preset.strongest"), spec: "mcts" }])).toBe("Strongest");
  const levels = [
    { title: text("preset.kyu", { rank: 30 }), spec: "partner:level=30k" },
    { title: text("preset.dan", { rank: 1 }), spec: "partner:level=1d" },
  ];
  expect(levels.map(level => player(level.spec, levels))).toEqual(["30 kyu", "1 dan"]);
  expect(player("human")).toBe("Person");
});

test("a person has the name in the record", () => {
  expect(seated({ who: "human", name: "Shin" })).toBe("Shin");
  expect(seated({ who: "human", name: null })).toBe("Person");
});

test("the size of a record or a text board is recognised", () => {
  expect(sizeOf("(;FF[4]SZ[13];B[dd])")).toBe(13);
  expect(sizeOf("(;FF[4];B[dd])")).toBe(19);
  expect(sizeOf(". . .\n. X .\n. . O\nX to play")).toBe(3);
  expect(looksLikeSgf("  (;GM[1])")).toBe(true);
});

test("every screen has an address that leads back to it", () => {
  const routes = [
    { screen: "new" },
    { screen: "game", game: "a b/c" },
    { screen: "wall", games: ["g1", "g2"] },
    { screen: "contest", contest: "round robin" },
    { screen: "learn" },
  ] as const;
  for (const route of routes) expect(read(write({ ...route } as Parameters<typeof write>[0]))).toEqual(route);
  expect(read("#/nonsense/%zz")).toEqual({ screen: "new" });
});
