import { expect, test } from "vitest";
import { ADDRESS, point, untilMove, useTab } from "./page";

const tab = useTab();

test("a lesson continues when the page is reloaded, and another page sees it", async () => {
  const { page } = tab;
  await page.goto(`${ADDRESS}/#/learn`);
  await page.getByLabel("games", { exact: true }).fill("1000000");
  await page.getByRole("button", { name: "Start learning" }).click();
  await page.locator("[data-lesson]").first().getByRole("button", { name: "Stop" }).waitFor();
  const name = await page.locator("[data-lesson]").first().getAttribute("data-lesson");
  await page.reload();
  const lesson = page.locator(`[data-lesson="${name}"]`);
  await lesson.getByRole("heading", { name: "td:games=1000000" }).waitFor();
  const other = await page.context().newPage();
  await other.goto(`${ADDRESS}/#/learn`);
  await other.locator(`[data-lesson="${name}"]`).getByRole("button", { name: "Stop" }).click();
  await lesson.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" });
  await other.close();
});

test("a network teaches itself, is played against, and shows what it gives each point", async () => {
  const { page } = tab;
  await page.goto(`${ADDRESS}/#/learn`);
  await page.getByLabel("games", { exact: true }).fill("2000");
  await page.getByRole("button", { name: "Start learning" }).click();
  const lesson = page.locator("[data-lesson]").first();
  const play = lesson.getByRole("button", { name: "Play against it" });
  await play.waitFor({ timeout: 120_000 });
  expect(await lesson.locator("canvas").count()).toBe(1);
  await play.click();
  await page.getByRole("grid").waitFor();
  await point(page, "C3").click();
  await untilMove(page, 2);
  await page.getByRole("tab", { name: "Overlays" }).click();
  await page.getByRole("radio", { name: /network/i }).check();
  await page.getByText("gives the position after each move, in percent").waitFor();
});
