import { expect, test } from "vitest";
import { moveNumber, newGame, point, untilMove, useTab } from "./page";

const tab = useTab();

test("the council says who would play where", async () => {
  const { page } = tab;
  await newGame(page, { size: 9 });
  await point(page, "E5").click();
  await untilMove(page, 1);
  await page.getByRole("tab", { name: "Council" }).click();
  await page.getByLabel("Seconds per player").fill("0.5");
  await page.getByRole("button", { name: "Ask the council" }).click();
  await page.locator(".opinion").first().waitFor();
  const members = await page.locator(".opinion").count();
  expect(members).toBeGreaterThan(1);
  await expect
    .poll(
      () =>
        page
          .locator(".opinion-move")
          .evaluateAll(moves => moves.filter(move => /^([A-T]\d+|pass|resigns)$/.test(move.textContent ?? "")).length),
      {
        timeout: 60_000,
      },
    )
    .toBe(members);
  expect(await page.locator(".board-layer .mark-label").count()).toBeGreaterThan(0);
  const seen = () => page.locator(".opinion").evaluateAll(cards => cards.map(card => card.getBoundingClientRect()));
  await page.setViewportSize({ width: 1440, height: 900 });
  expect((await seen()).slice(0, 4).every(card => card.bottom <= 900)).toBe(true);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(new Set((await seen()).map(card => card.left)).size).toBe(1);
});

test("a player analyses, and pointing at a variation shows it", async () => {
  const { page } = tab;
  await newGame(page, { size: 9 });
  await page.getByRole("tab", { name: "Thoughts" }).click();
  await page.getByLabel("Analyse").check();
  await page.locator(".candidates tbody tr").first().waitFor({ timeout: 60_000 });
  await page.locator(".candidates tbody tr").first().hover();
  await expect
    .poll(() => page.locator(".board-layer .line-black, .board-layer .line-white").count())
    .toBeGreaterThan(0);
  await page.getByLabel("Analyse").uncheck();
});

test("an overlay is drawn and hidden", async () => {
  const { page } = tab;
  await newGame(page, { size: 9 });
  await point(page, "C3").click();
  await untilMove(page, 1);
  await page.getByRole("tab", { name: "Overlays" }).click();
  await page.getByText("Influence", { exact: false }).first().click();
  await expect
    .poll(() => page.locator(".mark-owner-black, .mark-owner-white").count(), { timeout: 30_000 })
    .toBeGreaterThan(0);
  await page.getByRole("button", { name: "Hide overlay" }).click();
  await expect.poll(() => page.locator(".mark-owner-black, .mark-owner-white").count()).toBe(0);
  expect(await moveNumber(page)).toBe(1);
});

test("a hint is a point on the board, and an estimate a table", async () => {
  const { page } = tab;
  await newGame(page, { size: 9 });
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator(".mark-pointed").waitFor({ timeout: 60_000, state: "attached" });
  await page.getByRole("button", { name: "Estimate" }).click();
  await page.getByRole("heading", { name: /^Estimate/ }).waitFor();
  const open = Number(await page.locator("[data-open]").getAttribute("data-open"));
  expect(open, "hardly anything is clear at the beginning").toBeGreaterThan(40);
});
