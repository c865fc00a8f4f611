import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { moveNumber, point, seat, untilMove, useTab } from "./page";

const tab = useTab();

const SGF = "(;GM[1]FF[4]SZ[9]KM[7.5];B[ee];W[gc];B[cg];W[gg];B[cc];W[ec];B[ge];W[dg];B[ch];W[fe])";
const moves = (sgf: string) => [...sgf.matchAll(/;\s*([BW]\[\w*\])/g)].map(match => match[1]);

async function drop(text: string): Promise<void> {
  await tab.page.evaluate(sgf => {
    const data = new DataTransfer();
    data.items.add(new File([sgf], "game.sgf"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, text);
  await tab.page.getByRole("grid").waitFor();
}

test("a record that is dropped is opened, walked through and saved as it was", async () => {
  const { page } = tab;
  await drop(SGF);
  await page.keyboard.press("Home");
  await expect.poll(() => moveNumber(page)).toBe(0);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => point(page, "E5").getAttribute("aria-label")).toContain("black stone");
  await page.keyboard.press("End");
  await expect.poll(() => moveNumber(page)).toBe(10);
  await page.keyboard.press("Shift+ArrowLeft");
  await expect.poll(() => moveNumber(page)).toBe(0);
  await page.keyboard.press("End");
  await untilMove(page, 10);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as SGF" }).click();
  const saved = await readFile(await (await download).path(), "utf8");
  expect(moves(saved)).toEqual(moves(SGF));
});

test("the names in a record are those of the seats and of the list", async () => {
  const { page } = tab;
  await drop("(;GM[1]FF[4]SZ[9]PB[Shin]PW[Lee];B[ee])");
  await expect.poll(() => seat(page, "black").innerText()).toContain("Shin");
  await expect.poll(() => seat(page, "white").innerText()).toContain("Lee");
  await page.getByRole("link", { name: "Games", exact: true }).click();
  await page.getByText("Shin").first().waitFor();
});

test("another move in the middle of a record begins a variation, and the game stays", async () => {
  const { page } = tab;
  await drop(SGF);
  await page.keyboard.press("Home");
  await expect.poll(() => moveNumber(page)).toBe(0);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => moveNumber(page)).toBe(1);
  await point(page, "B2").click();
  await expect.poll(() => point(page, "B2").getAttribute("aria-label")).toContain("white stone");
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => point(page, "G7").getAttribute("aria-label")).toContain("white stone");
  await page.keyboard.press("End");
  await expect.poll(() => moveNumber(page)).toBe(10);
});

test("a review ranks mistakes, and the key leads to them", async () => {
  const { page } = tab;
  await drop(SGF);
  await page.getByRole("tab", { name: "Review" }).click();
  await page.getByLabel("Seconds each").fill("0.1");
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.locator(".mistake, .tab-panel .empty").first().waitFor({ timeout: 120_000 });
  await page.locator(".progress").waitFor({ state: "detached", timeout: 120_000 });
  const found = await page.locator(".mistake").count();
  if (found > 0) {
    await page.locator(".mistake").first().click();
    await page.locator(".mistake-here").waitFor();
  }
});
