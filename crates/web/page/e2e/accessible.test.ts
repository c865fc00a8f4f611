import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import { expect, test } from "vitest";
import { ADDRESS, agreeIfAsked, newGame, playMatch, point, untilMove, useTab } from "./page";

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

test("axe finds no serious fault in candidates and overlays while they are drawn, in any theme", async () => {
  const { page } = tab;
  await newGame(page, { size: 9 });
  await point(page, "C3").click();
  await untilMove(page, 1);
  await page.getByRole("tab", { name: "Thoughts" }).click();
  await page.getByLabel("Analyse").check();
  await page.locator(".mark-candidate").first().waitFor({ state: "attached" });
  for (const theme of ["wood", "plain", "dark", "contrast"]) {
    await page.evaluate(chosen => (document.documentElement.dataset.theme = chosen), theme);
    expect(await faults(), `candidates, ${theme}`).toEqual([]);
  }
  await page.getByLabel("Analyse").uncheck();
  await page.getByRole("tab", { name: "Overlays" }).click();
  for (const [look, mark] of [
    ["Influence", ".mark-owner-black"],
    ["Preferences", ".mark-heat"],
    ["Opening", ".remark-refused"],
  ] as const) {
    await page.getByRole("radio", { name: look }).check();
    await page.locator(mark).first().waitFor({ state: "attached" });
    expect(await faults(), look).toEqual([]);
  }
});

test("axe finds no serious fault in the dialogs of a game, while it is counted, and when it is over", async () => {
  const { page } = tab;
  await newGame(page, { size: 5 });
  await point(page, "C3").click();
  await untilMove(page, 1);
  for (const button of ["Replace Black's player", "Force a move", "Resign"]) {
    await page.getByRole("button", { name: button }).click();
    await page.getByRole("dialog").waitFor();
    expect(await faults(), button).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  }
  await page.getByRole("button", { name: "Pass" }).click();
  await untilMove(page, 2);
  await page.getByRole("button", { name: "Pass" }).click();
  await page.getByRole("heading", { name: "Counting" }).waitFor();
  expect(await faults(), "counting").toEqual([]);
  await agreeIfAsked(page);
  expect(await faults(), "over").toEqual([]);
});

test("axe finds no serious fault in a tournament, and its table is not wider than a narrow screen", async () => {
  const { page } = tab;
  await playMatch(page);
  expect(await faults()).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  const tooWide = (tables: Element[]) => tables.filter(table => table.scrollWidth > table.clientWidth).length;
  expect(await page.locator(".table-scroll").evaluateAll(tooWide)).toBe(0);
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
  await page.getByText("Regeln, Komi").click();
  expect(await page.getByLabel("Regeln", { exact: true }).locator("option").allInnerTexts()).toContain("Japanisch");
});
