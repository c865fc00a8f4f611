import { expect, test } from "vitest";
import { ADDRESS, point, useTab } from "./page";

const tab = useTab();

const OWN = "(;GM[1]FF[4]SZ[9]GN[mine]AB[ee]AW[ec]C[Live on the left.](;W[aa]C[Too small.])(;W[cc]C[RIGHT It lives.]))";

async function openOwn(): Promise<void> {
  const { page } = tab;
  await page.goto(`${ADDRESS}/#/problems`);
  const chooser = page.waitForEvent("filechooser");
  await page.getByText("Open a problem").click();
  await (await chooser).setFiles({ name: "mine.sgf", mimeType: "application/x-go-sgf", buffer: Buffer.from(OWN) });
  await page.getByRole("grid").waitFor();
}

test("a problem shows its task, also to a second page", async () => {
  const { page } = tab;
  await page.goto(`${ADDRESS}/#/problems`);
  await page.getByRole("button", { name: "live in the corner (1)" }).click();
  // Other problems in the list have the same task.
  await page.getByRole("grid").waitFor();
  await page.getByText("White to play and live.").waitFor();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByText("White to play and live.").waitFor();
  await other.close();
});

test("wrong and right moves are distinguished, and a solved problem is marked", async () => {
  const { page } = tab;
  await page.goto(`${ADDRESS}/#/problems`);
  await page.getByRole("button", { name: "live in the corner (1)" }).click();
  await page.getByRole("grid").waitFor();
  await point(page, "A9").click();
  await page.getByText("Not A9.").waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => point(page, "A9").getAttribute("aria-label")).toContain("empty");
  await point(page, "C8").click();
  await page.getByText("C8 is right.").waitFor();
  await page.goto(`${ADDRESS}/#/problems`);
  await page.reload();
  await page.getByRole("button", { name: "live in the corner (1) solved" }).waitFor();
});

test("a user's problem has the task and the answer of its comments", async () => {
  const { page } = tab;
  await openOwn();
  await page.getByText("White to play. Live on the left.").waitFor();
  await point(page, "A9").click();
  await page.getByText("Too small.").waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => point(page, "A9").getAttribute("aria-label")).toContain("empty");
  await point(page, "C7").click();
  await page.getByText("It lives.").waitFor();
});
