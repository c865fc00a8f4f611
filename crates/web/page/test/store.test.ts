import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import type { Game } from "../src/core/game";
import { solved } from "../src/core/solved";
import { ask, connect, leave, notices, status, send, watch, welcome } from "../src/core/store";
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

test("a move appears on the board and in the tree", async () => {
  const game = await open();
  send({ kind: "play", game: game.id, node: 0, mv: "C3" });
  await vi.waitUntil(() => game.position.value?.number === 1);
  expect(game.position.value?.stones.filter(stone => stone === 1)).toHaveLength(1);
  expect(game.line.value).toHaveLength(2);
  leave(game.id);
});

test("a page that shows another node keeps its view while the game continues", async () => {
  const game = await open();
  for (const [node, mv] of ["C3", "G7", "G3"].entries()) {
    send({ kind: "play", game: game.id, node, mv });
    await vi.waitUntil(() => game.position.value?.number === node + 1);
  }
  send({ kind: "go", game: game.id, node: 1 });
  await vi.waitUntil(() => game.position.value?.node === 1);
  send({ kind: "seat", game: game.id, color: "white", who: "random", moves: null });
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
  send({ kind: "play", game: game.id, node: 0, mv: "C3" });
  await vi.waitUntil(() => game.answered.value?.right === false);
  expect(solved.value.has("two eyes")).toBe(false);
  send({ kind: "play", game: game.id, node: 0, mv: "D4" });
  await vi.waitUntil(() => game.answered.value?.right === true);
  expect(solved.value.has("two eyes")).toBe(true);
  leave(game.id);
});

test("a refusal is shown, and the connection stays open", async () => {
  expect(await ask({ kind: "watch", game: "nowhere" }, "opened")).toBeNull();
  expect(notices.value.at(-1)?.text).toContain("nowhere");
  expect(status.value).toBe("open");
});

test("the view is restored after a lost connection", async () => {
  const game = await open();
  send({ kind: "play", game: game.id, node: 0, mv: "C3" });
  await vi.waitUntil(() => game.position.value?.number === 1);
  send({ kind: "play", game: game.id, node: 1, mv: "D3" });
  await vi.waitUntil(() => game.position.value?.number === 2);
  send({ kind: "go", game: game.id, node: 1 });
  await vi.waitUntil(() => game.position.value?.node === 1);
  server.drop();
  await vi.waitUntil(() => status.value === "lost");
  const before = server.received.length;
  await vi.waitUntil(() => status.value === "open", 5_000);
  await vi.waitUntil(() => server.received.slice(before).some(received => received.kind === "go"));
  await vi.waitUntil(() => game.position.value?.node === 1);
  leave(game.id);
});

test("the moves of a review are kept, and its mistakes come worst first", async () => {
  const game = await open();
  for (const [node, mv] of ["C3", "G7", "G3", "C7", "E5", "D5"].entries()) {
    send({ kind: "play", game: game.id, node, mv });
    await vi.waitUntil(() => game.position.value?.number === node + 1);
  }
  send({ kind: "review", game: game.id, player: "mcts", seconds: 0.1 });
  await vi.waitUntil(() => game.review.value?.done === 6);
  expect([...game.tree.value.twigs.values()].filter(twig => twig.review)).toHaveLength(6);
  const losses = game.mistakes.value.map(review => review.pointsLoss ?? 0);
  expect(losses).toEqual([...losses].sort((a, b) => b - a));
  leave(game.id);
});
