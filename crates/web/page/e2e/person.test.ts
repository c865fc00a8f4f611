import { expect, test } from "vitest";
import { agreeIfAsked, blackToMove, emptyPoints, moveNumber, newGame, point, untilMove, useTab } from "./page";

const tab = useTab();

test("a person plays a whole game on 9x9 against mcts, to the count", async () => {
  const { page } = tab;
  await newGame(page, { white: "mcts", budget: "200" });
  for (let turn = 0; turn < 8; turn++) {
    const before = await moveNumber(page);
    for (const name of await emptyPoints(page)) {
      await point(page, name).click();
      await page.waitForTimeout(150);
      if ((await moveNumber(page)) > before) break;
    }
    await untilMove(page, before + 2);
  }
  expect(await page.locator('[role="gridcell"][aria-label*="stone"]').count()).toBeGreaterThan(8);

  const counting = page.getByRole("heading", { name: "Counting" });
  const over = page.locator("[data-result]");
  for (let turn = 0; turn < 150 && !(await counting.or(over).first().isVisible()); turn++) {
    if (await blackToMove(page))
      await page
        .getByRole("button", { name: "Pass", exact: true })
        .click({ timeout: 2_000 })
        .catch(() => undefined);
    await page.waitForTimeout(150);
  }
  expect(await agreeIfAsked(page)).toMatch(/^[BW]\+/);
  expect(await page.getByRole("button", { name: "Rematch" }).isVisible()).toBe(true);
});

test("undo takes back the person's move and the answer", async () => {
  const { page } = tab;
  await newGame(page, { white: "random" });
  await point(page, "E5").click();
  await untilMove(page, 2);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => moveNumber(page)).toBe(0);
});

test("dead stones are marked by clicking, and the count follows", async () => {
  const { page } = tab;
  await newGame(page, { size: 5 });
  for (const [i, name] of ["C3", "A1", "C2", "E5"].entries()) {
    await point(page, name).click();
    await untilMove(page, i + 1);
  }
  for (const number of [5, 6]) {
    await page.getByRole("button", { name: "Pass", exact: true }).click();
    if (number === 5) await untilMove(page, number);
  }
  await page.getByRole("heading", { name: "Counting" }).waitFor();
  const label = () => point(page, "A1").getAttribute("aria-label");
  const before = (await label())?.includes("dead") ?? false;
  await point(page, "A1").click();
  await expect.poll(async () => (await label())?.includes("dead") ?? false).toBe(!before);
});
