import { expect, test } from "vitest";
import { agreeIfAsked, moveNumber, point, untilMove, useTab } from "./page";

const tab = useTab();

/** Presses Tab until the focused element has this name. */
async function tabTo(name: RegExp): Promise<void> {
  const { page } = tab;
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null;
      const label = element instanceof HTMLSelectElement ? element.labels?.[0]?.textContent : null;
      return label ?? element?.getAttribute("aria-label") ?? element?.textContent ?? "";
    });
    if (name.test(focused)) return;
  }
  throw new Error(`Tab never reaches ${name}`);
}

test("a game is started, played and counted with the keyboard alone", async () => {
  const { page } = tab;
  await tabTo(/^White$/);
  await page.keyboard.press("Home");
  await expect.poll(() => page.getByLabel("White", { exact: true }).inputValue()).toBe("human");
  await tabTo(/^Start$/);
  await page.keyboard.press("Enter");
  await page.getByRole("grid").waitFor();

  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-point"))).toBe("E5");
  await page.keyboard.press("Enter");
  await untilMove(page, 1);
  expect(await point(page, "E5").getAttribute("aria-label")).toContain("black stone");
  await expect.poll(() => page.locator("[data-announcement]").innerText()).toContain("E5");

  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-point"))).toBe("F6");
  await page.keyboard.press("Space");
  await untilMove(page, 2);
  expect(await point(page, "F6").getAttribute("aria-label")).toContain("white stone");

  await page.keyboard.press(",");
  await expect.poll(() => moveNumber(page)).toBe(1);
  await page.keyboard.press(".");
  await expect.poll(() => moveNumber(page)).toBe(2);

  await page.keyboard.press("p");
  await untilMove(page, 3);
  await page.keyboard.press("p");
  await page.getByRole("heading", { name: "Counting" }).waitFor();
  await tabTo(/^Agree$/);
  await page.keyboard.press("Enter");
  expect(await agreeIfAsked(page)).toMatch(/^[BW]\+/);
});
