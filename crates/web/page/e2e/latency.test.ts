import { expect, test } from "vitest";
import { emptyPoints, newGame, point, untilMove, useTab } from "./page";

/** Milliseconds from the click to the stone, the median of all clicks. On a quiet machine `CLICK_LIMIT=50` holds. */
const LIMIT = Number(process.env.CLICK_LIMIT ?? 250);
const tab = useTab();

test(`a click is answered by a stone within ${LIMIT} ms`, async () => {
  const { page } = tab;
  await newGame(page, { size: 9 });
  const times: number[] = [];
  for (const [i, name] of (await emptyPoints(page)).slice(0, 15).entries()) {
    times.push(await page.evaluate(clickAndWait, name));
    await untilMove(page, i + 1);
  }
  const middle = times.sort((a, b) => a - b)[7] ?? Infinity;
  console.log(`a click is answered after ${middle.toFixed(0)} ms (at most ${times.at(-1)?.toFixed(0)})`);
  expect(middle).toBeLessThan(LIMIT);
  await point(page, "A1").waitFor();
});

/** Runs in the page: nothing of the test's own messages is measured. */
function clickAndWait(name: string): Promise<number> {
  const cell = document.querySelector<HTMLElement>(`[data-point="${name}"]`);
  return new Promise(resolve => {
    if (!cell) return resolve(Infinity);
    const from = performance.now();
    new MutationObserver((_, observer) => {
      if (!cell.getAttribute("aria-label")?.includes("stone")) return;
      observer.disconnect();
      resolve(performance.now() - from);
    }).observe(cell, { attributes: true });
    cell.click();
  });
}
