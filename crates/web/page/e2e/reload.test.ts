import { expect, test } from "vitest";
import { ADDRESS, moveNumber, newGame, point, untilMove, useTab } from "./page";

const tab = useTab();

test("a reload in mid-game loses nothing", async () => {
  const { page } = tab;
  await newGame(page, { size: 9, white: "random" });
  await point(page, "E5").click();
  await untilMove(page, 2);
  const number = await moveNumber(page);
  await page.reload();
  await page.getByRole("grid").waitFor();
  await expect.poll(() => moveNumber(page)).toBe(number);
  expect(await point(page, "E5").getAttribute("aria-label")).toContain("black stone");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => moveNumber(page)).toBe(0);
});

test("a second page follows the link to a game and sees each move", async () => {
  const { page } = tab;
  await newGame(page, { size: 9 });
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole("grid").waitFor();
  await point(page, "C3").click();
  await expect.poll(() => point(other, "C3").getAttribute("aria-label")).toContain("black stone");
});

test("a missing game is reported, and the page still works", async () => {
  const { page } = tab;
  await page.goto(`${ADDRESS}/#/game/nowhere`);
  await page.getByRole("alert").first().waitFor();
  await page.getByText("There is no such game.").waitFor();
  await page.getByRole("link", { name: "Play", exact: true }).click();
  await page.getByRole("heading", { name: "New game" }).waitFor();
});
