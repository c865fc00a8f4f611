import { expect, test } from "vitest";
import { choosePlayer, emptyPoints, moveNumber, newGame, point, seat, untilMove, useTab } from "./page";

const tab = useTab();

async function swap(color: "Black" | "White", who: string, moves?: number): Promise<void> {
  const { page } = tab;
  await page.getByRole("button", { name: `Replace ${color}'s player` }).click();
  const dialog = page.getByRole("dialog");
  await choosePlayer(dialog.getByLabel("Player", { exact: true }), who);
  if (moves !== undefined) {
    await dialog.getByText("For some moves").click();
    await dialog.getByLabel("Moves", { exact: true }).fill(String(moves));
  }
  await dialog.getByRole("button", { name: "Replace" }).click();
  await dialog.waitFor({ state: "hidden" });
}

test("players are swapped three times in mid-game: for another program, for a person, for a few moves", async () => {
  const { page } = tab;
  await newGame(page, { black: "random", white: "random", pause: 0.4 });
  await untilMove(page, 2);

  await swap("White", "gojen");
  await expect.poll(() => seat(page, "white").locator(".seat-name").getAttribute("title")).toBe("gojen");
  await untilMove(page, (await moveNumber(page)) + 2);

  await swap("Black", "human");
  await expect.poll(() => seat(page, "black").innerText()).toContain("to move");
  const before = await moveNumber(page);
  for (const name of (await emptyPoints(page)).slice(0, 5)) {
    await point(page, name).click();
    await page.waitForTimeout(200);
    if ((await moveNumber(page)) > before) break;
  }
  await untilMove(page, before + 2);

  await swap("Black", "random", 2);
  await untilMove(page, before + 6);
  await expect
    .poll(() => seat(page, "black").locator(".seat-name").getAttribute("title"), { timeout: 30_000 })
    .toBe("human");
});
