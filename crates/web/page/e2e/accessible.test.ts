import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import { expect, test } from "vitest";
import { ADDRESS, newGame, point, untilMove, useTab } from "./page";

const tab = useTab();
const axe = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds serious or worse, in one line each. */
async function faults(): Promise<string[]> {
  const { page } = tab;
  await page.evaluate(await axe);
  const results = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return results.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html.slice(0, 120)).join(" | ")}`);
}

for (const screen of ["", "games", "wall", "contests", "problems", "learn", "help", "about"])
  test(`axe finds no serious fault on screen ${screen || "new"}`, async () => {
    await tab.page.goto(`${ADDRESS}/#/${screen}`);
    await tab.page.getByRole("heading", { level: 1 }).waitFor();
    expect(await faults()).toEqual([]);
  });

test("axe finds no serious fault in a game, in any panel and theme", async () => {
  const { page } = tab;
  await newGame(page, { size: 9, white: "random" });
  await point(page, "E5").click();
  await untilMove(page, 2);
  for (const panel of ["Moves", "Thoughts", "Council", "Overlays", "Review"]) {
    await page.getByRole("tab", { name: panel }).click();
    expect(await faults(), panel).toEqual([]);
  }
  for (const theme of ["Plain", "Dark", "High contrast"]) {
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByText(theme, { exact: true }).click();
    expect(await faults(), theme).toEqual([]);
    await page.keyboard.press("Escape");
    expect(await faults(), theme).toEqual([]);
  }
});

test("on a narrow screen nothing is wider than the screen", async () => {
  const { page } = tab;
  await page.setViewportSize({ width: 390, height: 844 });
  for (const screen of ["", "games", "contests", "problems", "learn", "help", "about"]) {
    await page.goto(`${ADDRESS}/#/${screen}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), screen).toBeLessThanOrEqual(390);
  }
  await page.goto(`${ADDRESS}/#/`);
  await newGame(page, { size: 19 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test("the page speaks German", async () => {
  const { page } = tab;
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByText("Deutsch", { exact: true }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: "Neue Partie" }).waitFor();
  expect(await page.getAttribute("html", "lang")).toBe("de");
});
