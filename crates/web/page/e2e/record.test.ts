import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { moveNumber, point, seat, untilMove, useTab } from "./page";

const tab = useTab();

const SGF =
  "(;GM[1]FF[4]SZ[9]KM[7.5]PB[Shin]BR[3d]PW[Lee]EV[Cup]C[Before the game];B[ee]C[the middle\\] point]TE[1];W[gc]" +
  "LB[ee:A][gc:B]N[a name];B[cg];W[gg];B[cc]BL[61.5];W[ec];B[ge]XX[of another program][twice];W[dg];B[ch];W[fe])";
/** White's moves are as bad as they can be. */
const BLUNDERS = "(;GM[1]FF[4]SZ[9]KM[7.5];B[ee];W[aa];B[gc];W[ia];B[cg];W[ii];B[cc];W[ai];B[gg];W[ba])";

/**
 * Every node with all its properties in a fixed order; `(` and `)` where variations begin and end.
 */
function parts(sgf: string): string[] {
  const property = /[A-Za-z]+(?:\s*\[(?:\\[^]|[^\]\\])*\])+/y;
  const found: string[] = [];
  let node: string[] | null = null;
  const close = () => {
    if (node) found.push(node.sort().join(" "));
    node = null;
  };
  for (let at = 0; at < sgf.length;) {
    property.lastIndex = at;
    const text = property.exec(sgf)?.[0];
    if (text) node?.push(text.replace(/\]\s+\[/g, "]["));
    else if ("();".includes(sgf.charAt(at))) {
      close();
      if (sgf.charAt(at) === ";") node = [];
      else found.push(sgf.charAt(at));
    }
    at += text?.length ?? 1;
  }
  return found;
}

async function save(): Promise<string> {
  const download = tab.page.waitForEvent("download");
  await tab.page.getByRole("button", { name: "Save as SGF" }).click();
  return readFile(await (await download).path(), "utf8");
}

async function drop(text: string): Promise<void> {
  await tab.page.evaluate(sgf => {
    const data = new DataTransfer();
    data.items.add(new File([sgf], "game.sgf"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, text);
  await tab.page.getByRole("grid").waitFor();
}

/** Goes to the first position, as soon as the page handles keys. */
async function toTheStart(page: Page): Promise<void> {
  const home = async () => {
    await page.keyboard.press("Home");
    return moveNumber(page);
  };
  await expect.poll(home).toBe(0);
}

test("a dropped record is opened, stepped through and saved unchanged", async () => {
  const { page } = tab;
  await drop(SGF);
  await toTheStart(page);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => point(page, "E5").getAttribute("aria-label")).toContain("black stone");
  await page.keyboard.press("End");
  await expect.poll(() => moveNumber(page)).toBe(10);
  await page.keyboard.press("Shift+ArrowLeft");
  await expect.poll(() => moveNumber(page)).toBe(0);
  await page.keyboard.press("End");
  await untilMove(page, 10);
  expect(parts(await save())).toEqual(parts(SGF));
});

test("the names in a record appear in the seats and in the list", async () => {
  const { page } = tab;
  await drop("(;GM[1]FF[4]SZ[9]PB[Shin]PW[Lee];B[ee])");
  await expect.poll(() => seat(page, "black").innerText()).toContain("Shin");
  await expect.poll(() => seat(page, "white").innerText()).toContain("Lee");
  await page.getByRole("link", { name: "Games", exact: true }).click();
  await page.getByText("Shin").first().waitFor();
});

test("another move in the middle of a record starts a variation, and the game is unchanged", async () => {
  const { page } = tab;
  await drop(SGF);
  await toTheStart(page);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => moveNumber(page)).toBe(1);
  await point(page, "B2").click();
  await expect.poll(() => point(page, "B2").getAttribute("aria-label")).toContain("white stone");
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => point(page, "G7").getAttribute("aria-label")).toContain("white stone");
  await page.keyboard.press("End");
  await expect.poll(() => moveNumber(page)).toBe(10);
});

test("a review ranks mistakes, the key leads to them, and its curve is drawn at once and from the saved record", async () => {
  const { page } = tab;
  await drop(BLUNDERS);
  await page.getByRole("tab", { name: "Review" }).click();
  await page.getByLabel("Seconds per player").fill("0.3");
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.locator(".mistake").first().waitFor({ timeout: 120_000 });
  await page.locator(".progress").waitFor({ state: "detached", timeout: 120_000 });
  await page.locator(".legend-review").waitFor();
  expect(await page.locator(".legend-black").count(), "the players reported no win rate").toBe(0);
  await toTheStart(page);
  await page.keyboard.press("n");
  await page.locator(".mistake-here").waitFor();
  const first = await moveNumber(page);
  expect(first).toBeGreaterThan(0);
  await page.locator(".mistake").first().click();
  await page.locator(".mistake-here").waitFor();
  const record = await save();
  const { hash } = new URL(page.url());
  await drop(record);
  await expect.poll(() => new URL(page.url()).hash).not.toBe(hash);
  await page.locator(".legend-review").waitFor();
});
