import { expect, test } from "vitest";
import { ADDRESS, agreeIfAsked, moveNumber, newGame, playMatch, untilMove, useTab } from "./page";

const tab = useTab();

test("a deathmatch runs to its end", async () => {
  const { page } = tab;
  await newGame(page, { size: 5, black: "random", white: "gojen", pause: 0 });
  expect(await agreeIfAsked(page)).toMatch(/^([BW]\+|0|Draw)/);
});

test("a deathmatch is paused, stepped and resumed", async () => {
  const { page } = tab;
  await newGame(page, { size: 7, black: "random", white: "random", pause: 0.3 });
  await untilMove(page, 2);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Step" }).waitFor();
  await page.waitForTimeout(800);
  const stopped = await moveNumber(page);
  await page.waitForTimeout(800);
  expect(await moveNumber(page)).toBe(stopped);
  await page.getByRole("button", { name: "Step" }).click();
  await expect.poll(() => moveNumber(page)).toBe(stopped + 1);
  await page.getByRole("button", { name: "Resume" }).click();
  await untilMove(page, stopped + 3);
});

test("a match of three games is played and its table shown", async () => {
  const { page } = tab;
  await playMatch(page);
  expect(await page.locator(".cross tbody tr").count()).toBeGreaterThan(0);
  expect(await page.locator(".game-card").count()).toBeGreaterThan(0);
});

test("the wall shows a game started in another tab, and no inactive game", async () => {
  const { page } = tab;
  const nameOf = (tab: { url(): string }) => tab.url().split("/").at(-1) ?? "";
  await newGame(page, { size: 7 });
  const left = nameOf(page);
  await page.getByRole("link", { name: "Wall" }).click();
  await page.getByRole("heading", { name: "Wall" }).waitFor();
  const other = await page.context().newPage();
  await other.goto(`${ADDRESS}/#/`);
  await newGame(other, { size: 5, black: "random", white: "random", pause: 5 });
  await page.locator(`.wall-game[href$="${nameOf(other)}"]`).waitFor();
  expect(await page.locator(`.wall-game[href$="${left}"]`).count()).toBe(0);
  await other.close();
});

test("several games are watched on the wall", async () => {
  const { page } = tab;
  await page.getByRole("link", { name: "Wall" }).click();
  await page.getByRole("button", { name: "Start games" }).click();
  await page.getByLabel("Number of games").fill("3");
  await page.getByRole("dialog").getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL(/#\/wall\/.+/);
  await expect.poll(() => page.locator(".wall-game").count()).toBe(3);
  await expect.poll(() => page.locator(".wall .mini-black").count(), { timeout: 60_000 }).toBeGreaterThan(0);
});
