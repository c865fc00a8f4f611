/** A browser with one tab on the server, and the actions of a person in it. */
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";

export const ADDRESS = process.env.PONNUKI_ADDRESS ?? "http://127.0.0.1:8420";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--enable-unsafe-swiftshader",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The console errors of a browser without its server: expected in a test that stops it. */
export const NO_SERVER = /WebSocket connection to .* failed|ERR_CONNECTION_REFUSED/;

/**
 * Opens a new tab for each test of the file. A test fails if the page logs an unexpected error.
 */
export function useTab(expected?: RegExp): { readonly page: Page } {
  let browser: Browser;
  let page: Page;
  let complaints: string[] = [];
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
  });
  beforeEach(async () => {
    complaints = [];
    const context = await browser.newContext({
      viewport: { width: 1280, height: 860 },
      locale: "en-GB",
      acceptDownloads: true,
    });
    page = await context.newPage();
    page.setDefaultTimeout(30_000);
    page.on("console", message => {
      if (message.type() === "error" && !expected?.test(message.text())) complaints.push(message.text());
    });
    page.on("pageerror", error => complaints.push(error.message));
    await page.goto(`${ADDRESS}/#/`);
    await page.getByRole("heading", { name: "New game" }).waitFor();
  });
  afterEach(async () => {
    await page.context().close();
    expect(complaints).toEqual([]);
  });
  afterAll(() => browser.close());
  return {
    get page() {
      return page;
    },
  };
}

export interface Wanted {
  size?: number;
  black?: string;
  white?: string;
  /** The budget of programs, such as `200` playouts. */
  budget?: string;
  /** Seconds between the moves of two programs. */
  pause?: number;
}

/** Fills in the form of a new game and starts it. */
export async function newGame(
  page: Page,
  { size = 9, black = "human", white = "human", budget, pause }: Wanted,
): Promise<void> {
  await page.getByLabel("Any size from 2 to 19").fill(String(size));
  await choosePlayer(page.getByLabel("Black", { exact: true }), black);
  await choosePlayer(page.getByLabel("White", { exact: true }), white);
  if (pause !== undefined) await page.getByLabel("Pause between moves").fill(String(pause));
  if (budget !== undefined) {
    await page.getByText("Rules, komi, handicap").click();
    await page.getByLabel("Budget of programs").fill(budget);
  }
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.getByRole("grid").waitFor();
}

/** Plays a match of three short games between two programs, and waits for its end. */
export async function playMatch(page: Page): Promise<void> {
  await page.getByLabel("Any size from 2 to 19").fill("5");
  await choosePlayer(page.getByLabel("Black", { exact: true }), "random");
  await choosePlayer(page.getByLabel("White", { exact: true }), "gojen");
  await page.getByLabel("Games", { exact: true }).selectOption("3");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.locator('[data-state="finished"]').waitFor({ timeout: 180_000 });
}

/** Selects a player in the list, whether or not it is also a preset. */
export async function choosePlayer(select: ReturnType<Page["getByLabel"]>, name: string): Promise<void> {
  const values = await select
    .locator("option")
    .evaluateAll(options => options.map(option => (option as HTMLOptionElement).value));
  await select.selectOption(values.includes(`${name}:`) ? `${name}:` : name);
}

export const point = (page: Page, name: string) => page.locator(`[data-point="${name}"]`);

export const seat = (page: Page, color: "black" | "white") => page.locator(`[data-seat="${color}"]`);

/** The move number on the page. */
export async function moveNumber(page: Page): Promise<number> {
  return Number((await page.locator(".walk-number").innerText()).split("/")[0]);
}

export async function untilMove(page: Page, number: number): Promise<void> {
  await expect.poll(() => moveNumber(page), { timeout: 60_000, interval: 100 }).toBeGreaterThanOrEqual(number);
}

/** Whether Black is to move. */
export async function blackToMove(page: Page): Promise<boolean> {
  return (await seat(page, "black").getAttribute("class"))?.includes("seat-moving") ?? false;
}

/** Empty points, from the centre outwards. */
export async function emptyPoints(page: Page): Promise<string[]> {
  return page.locator('[role="gridcell"]').evaluateAll(cells => {
    const size = Math.sqrt(cells.length);
    const far = (i: number) => Math.hypot((i % size) - (size - 1) / 2, Math.floor(i / size) - (size - 1) / 2);
    return cells
      .map((cell, i) => ({ cell: cell as HTMLElement, far: far(i) }))
      .filter(({ cell }) => cell.getAttribute("aria-label")?.includes("empty"))
      .sort((a, b) => a.far - b.far)
      .map(({ cell }) => cell.dataset.point ?? "");
  });
}

/** Finishes the count after two passes. */
export async function agreeIfAsked(page: Page): Promise<string> {
  const agree = page.getByRole("button", { name: "Agree" });
  const result = page.locator("[data-result]");
  await agree.or(result).first().waitFor({ timeout: 180_000 });
  // The game may end by itself between the check and the click.
  const agreed = agree.isVisible().then(isAsked => (isAsked ? agree.click() : undefined));
  await Promise.any([agreed, result.waitFor()]);
  await result.waitFor();
  return (await result.getAttribute("data-result")) ?? "";
}
