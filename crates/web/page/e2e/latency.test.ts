import { expect, test } from "vitest";
import { emptyPoints, newGame, point, untilMove, useTab } from "./page";

/**
 * A limit in milliseconds for the median of all clicks, from the click to the stone: `CLICK_LIMIT=50` measures a quiet
 * machine. Without it this is no measurement: every click has to be answered, however slow the machine is.
 */
const LIMIT = Number(process.env.CLICK_LIMIT ?? Infinity);
const tab = useTab();

test("every click is answered by a stone, and then by the server", async () => {
  const { page } = tab;
  await newGame(page, { size: 9 });
  const seen: number[] = [];
  const answered: number[] = [];
  for (const [i, name] of (await emptyPoints(page)).slice(0, 15).entries()) {
    const times = await page.evaluate(clickAndWait, name);
    seen.push(times[0]);
    answered.push(times[1]);
    await untilMove(page, i + 1);
  }
  const [stone, answer] = [seen, answered].map(times => {
    const [middle, longest] = [7, 14].map(place => [...times].sort((a, b) => a - b)[place] ?? Infinity);
    return { middle: middle ?? Infinity, longest: longest ?? Infinity };
  });
  console.log(
    `a click is answered by a stone after ${stone?.middle.toFixed(0)} ms (at most ${stone?.longest.toFixed(0)}), ` +
      `by the server after ${answer?.middle.toFixed(0)} ms (at most ${answer?.longest.toFixed(0)})`,
  );
  seen.forEach((time, i) => expect(time).toBeLessThanOrEqual(answered[i] ?? 0));
  expect(stone?.middle).toBeLessThan(LIMIT);
  expect(answer?.middle).toBeLessThan(2 * LIMIT);
  await point(page, "A1").waitFor();
});

/**
 * Runs in the page, to exclude the messages of the test: when the stone is drawn, and when it is the last move.
 */
function clickAndWait(name: string): Promise<[number, number]> {
  const cell = document.querySelector<HTMLElement>(`[data-point="${name}"]`);
  return new Promise(resolve => {
    if (!cell) return resolve([Infinity, Infinity]);
    const from = performance.now();
    let seen = 0;
    new MutationObserver((_, observer) => {
      const label = cell.getAttribute("aria-label") ?? "";
      if (label.includes("stone")) seen ||= performance.now() - from;
      if (!label.includes("last move")) return;
      observer.disconnect();
      resolve([seen, performance.now() - from]);
    }).observe(cell, { attributes: true });
    cell.click();
  });
}
