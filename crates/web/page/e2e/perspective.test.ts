import { expect, test } from "vitest";
import { newGame, point, useTab } from "./page";

const tab = useTab();

test("a stone is placed on the board in perspective", async () => {
  const { page } = tab;
  await newGame(page, { size: 9 });
  await page.getByRole("button", { name: "Show in perspective" }).click();
  await page.locator('[data-ready="true"]').waitFor({ timeout: 60_000 });
  const canvas = page.locator(".board-perspective canvas");
  const box = await canvas.boundingBox();
  if (!box) throw new Error("the board has no place on the page");
  // The camera points at the centre of the board.
  await canvas.click({ position: { x: box.width / 2, y: box.height / 2 } });
  await expect.poll(() => point(page, "E5").getAttribute("aria-label")).toContain("black stone");
  await page.getByRole("button", { name: "Show flat" }).click();
  await expect.poll(() => page.locator(".shudan-vertex.shudan-sign_1").count()).toBe(1);
});
