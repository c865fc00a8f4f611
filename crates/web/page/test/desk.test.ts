import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { indexOf } from "../src/core/points";
import { ask, connect, leave, notices, watch, welcome } from "../src/core/store";
import { Desk } from "../src/game/desk";
import { MockServer, plain } from "./mock/server";

const server = new MockServer();
const ends: (() => void)[] = [];

beforeAll(async () => {
  vi.stubGlobal("WebSocket", WebSocket);
  const address = await server.listen();
  connect(`${address.replace("http", "ws")}/ws`);
  await vi.waitUntil(() => welcome.value !== null);
});

afterAll(() => {
  ends.forEach(end => end());
  return server.close();
});

async function open(): Promise<Desk> {
  const opened = await ask({ kind: "new", terms: plain(9) }, "opened");
  const desk = new Desk(watch(opened?.game ?? ""));
  await vi.waitUntil(() => desk.game.position.value !== null);
  ends.push(desk.subscribe(), () => leave(desk.game.id));
  return desk;
}

async function play(desk: Desk, point: string): Promise<void> {
  const before = desk.game.position.peek()?.number ?? 0;
  desk.choose(point);
  await vi.waitUntil(() => desk.game.position.peek()?.number === before + 1);
}

test("the reason for a missing overlay is in its panel, not in a notice", async () => {
  const desk = await open();
  desk.setOverlay({ kind: "opening" });
  await vi.waitUntil(() => desk.overlayError.value !== null);
  expect(desk.overlayError.value).toContain("boards of size 19");
  await play(desk, "C3");
  expect(desk.overlayError.value).toContain("boards of size 19");
  expect(notices.value).toEqual([]);
  desk.setOverlay({ kind: "influence", by: "bouzy" });
  await vi.waitUntil(() => desk.game.overlay.value !== null);
  expect(desk.overlayError.value).toBeNull();
});

test("the letters of the council on a point are in the order of its members, not of the answers", async () => {
  const desk = await open();
  desk.panel.value = "council";
  desk.council.value = ["mcts", "gojen", "uct"];
  const answer = { kind: "opinion", game: desk.game.id, node: 0, thought: null, seconds: 1, error: null } as const;
  desk.game.council.value = [
    { ...answer, player: "uct", mv: "E5" },
    { ...answer, player: "gojen", mv: "C3" },
    { ...answer, player: "mcts", mv: "E5" },
  ];
  expect(desk.view.value?.labels).toEqual([
    { point: "E5", text: "AC" },
    { point: "C3", text: "B" },
  ]);
});

test("a click that cannot place a stone shows a message on the board", async () => {
  const desk = await open();
  await play(desk, "C3");
  desk.choose("C3");
  expect(desk.message.value).toBe("C3 is not a legal move.");
  const position = desk.game.position.peek();
  if (position) desk.game.position.value = { ...position, ko: "A1", legal: [] };
  desk.choose("A1");
  expect(desk.message.value).toContain("Ko");
});

test("a stone is drawn before the server answers, and removed if it is refused", async () => {
  const desk = await open();
  desk.choose("C3");
  const at = indexOf("C3", 9) ?? 0;
  expect([desk.game.position.peek()?.stones[at], desk.view.value?.position.stones[at]]).toEqual([0, 1]);
  expect(desk.view.value?.open).toBe(false);
  await vi.waitUntil(() => desk.game.position.peek()?.number === 1);
  expect(desk.view.value?.position.stones[at]).toBe(1);
  const position = desk.game.position.peek();
  if (position) desk.game.position.value = { ...position, legal: ["C3", "D4"], stones: position.stones.map(() => 0) };
  desk.choose("C3");
  await vi.waitUntil(() => notices.value.length > 0);
  expect(desk.view.value?.position.stones[at]).toBe(0);
});

test("choosing a pass plays it", async () => {
  const desk = await open();
  await play(desk, "pass");
  expect(desk.game.position.peek()?.last).toBe("pass");
});

test("candidates are hidden after the analysis and during an estimate", async () => {
  const desk = await open();
  const shown = () => desk.view.value?.candidates.length ?? 0;
  desk.analyse("mcts");
  await vi.waitUntil(() => shown() > 0);
  desk.estimate();
  await vi.waitUntil(() => desk.game.estimate.value !== null);
  expect(shown()).toBe(0);
  desk.estimate();
  expect(shown()).toBeGreaterThan(0);
  desk.analyse(null);
  expect(shown()).toBe(0);
});
