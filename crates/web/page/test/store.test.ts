import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import type { Game } from "../src/core/game";
import { solved } from "../src/core/solved";
import { ask, connect, leave, notices, status, tell, watch, welcome } from "../src/core/store";
import { plain } from "./mock/server";
import { MockServer } from "./mock/server";

const server = new MockServer();

beforeAll(async () => {
  vi.stubGlobal("WebSocket", WebSocket);
  const address = await server.listen();
  connect(`${address.replace("http", "ws")}/ws`);
  await vi.waitUntil(() => welcome.value !== null);
});

afterAll(() => server.close());

async function open(seats: [string, string] = ["human", "human"]): Promise<Game> {
  const opened = await ask({ kind: "new", terms: { ...plain(9), seats } }, "opened");
  const game = watch(opened?.game ?? "");
  await vi.waitUntil(() => game.position.value !== null);
  return game;
}

test("a move that is played is on the board and in the tree", async () => {
  const game = await open();
  tell({ kind: "play", game: game.id, node: 0, mv: "C3" });
  await vi.waitUntil(() => game.position.value?.number === 1);
  expect(game.position.value?.stones.filter(stone => stone === 1)).toHaveLength(1);
  expect(game.line.value).toHaveLength(2);
  leave(game.id);
});

test("who looks elsewhere keeps looking there while the game goes on", async () => {
  const game = await open();
  for (const [node, mv] of ["C3", "G7", "G3"].entries()) {
    tell({ kind: "play", game: game.id, node, mv });
    await vi.waitUntil(() => game.position.value?.number === node + 1);
  }
  tell({ kind: "go", game: game.id, node: 1 });
  await vi.waitUntil(() => game.position.value?.node === 1);
  tell({ kind: "seat", game: game.id, color: "white", who: "random", moves: null });
  await vi.waitUntil(() => (game.position.value?.live ?? 0) > 3);
  expect(game.position.value?.node).toBe(1);
  expect(game.position.value?.seats[1].who).toBe("random");
  leave(game.id);
});

test("a problem comes with the game, and is marked once it is solved", async () => {
  const opened = await ask({ kind: "problem", name: "two eyes" }, "opened");
  const game = watch(opened?.game ?? "");
  await vi.waitUntil(() => game.position.value !== null);
  expect(game.problem.value).toMatchObject({ name: "two eyes", toPlay: "black" });
  tell({ kind: "play", game: game.id, node: 0, mv: "C3" });
  await vi.waitUntil(() => game.answered.value?.right === false);
  expect(solved.value.has("two eyes")).toBe(false);
  tell({ kind: "play", game: game.id, node: 0, mv: "D4" });
  await vi.waitUntil(() => game.answered.value?.right === true);
  expect(solved.value.has("two eyes")).toBe(true);
  leave(game.id);
});

test("a refusal is shown, and the connection lives", async () => {
  expect(await ask({ kind: "watch", game: "nowhere" }, "opened")).toBeNull();
  expect(notices.value.at(-1)?.text).toContain("nowhere");
  expect(status.value).toBe("open");
});

test("after a lost connection the view is as it was", async () => {
  const game = await open();
  tell({ kind: "play", game: game.id, node: 0, mv: "C3" });
  await vi.waitUntil(() => game.position.value?.number === 1);
  tell({ kind: "play", game: game.id, node: 1, mv: "D3" });
  await vi.waitUntil(() => game.position.value?.number === 2);
  tell({ kind: "go", game: game.id, node: 1 });
  await vi.waitUntil(() => game.position.value?.node === 1);
  server.drop();
  await vi.waitUntil(() => status.value === "lost");
  const before = server.heard.length;
  await vi.waitUntil(() => status.value === "open", 5_000);
  await vi.waitUntil(() => server.heard.slice(before).some(heard => heard.kind === "go"));
  await vi.waitUntil(() => game.position.value?.node === 1);
  leave(game.id);
});

test("the moves of a review are kept, and its mistakes come worst first", async () => {
  const game = await open();
  for (const [node, mv] of ["C3", "G7", "G3", "C7", "E5", "D5"].entries()) {
    tell({ kind: "play", game: game.id, node, mv });
    await vi.waitUntil(() => game.position.value?.number === node + 1);
  }
  tell({ kind: "review", game: game.id, player: "mcts", seconds: 0.1 });
  await vi.waitUntil(() => game.review.value?.done === 6);
  expect([...game.tree.value.twigs.values()].filter(twig => twig.review)).toHaveLength(6);
  const losses = game.mistakes.value.map(review => review.pointsLoss ?? 0);
  expect(losses).toEqual([...losses].sort((a, b) => b - a));
  leave(game.id);
});
