import { expect, test } from "vitest";
import { ADDRESS, point, untilMove, useTab } from "./page";

const tab = useTab();

test("a network teaches itself, is played against, and shows what it gives each point", async () => {
  const { page } = tab;
  await page.goto(`${ADDRESS}/#/learn`);
  await page.getByLabel("Games", { exact: true }).fill("2000");
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
  await page.getByText("in percent of a win").waitFor();
});
