import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { moveNumber, newGame, NO_SERVER, point, untilMove, useTab } from "./page";

/** The program of a server that the test may stop; without it the test is skipped. */
const PROGRAM = process.env.PONNUKI_PROGRAM;
const tab = useTab(NO_SERVER);

test.skipIf(PROGRAM === undefined)("a server that is killed in mid-game comes back with the game", async () => {
  const { page } = tab;
  const room = await mkdtemp(join(tmpdir(), "ponnuki-"));
  onTestFinished(() => rm(room, { recursive: true, force: true }));
  const first = await serve(room, 0);
  await page.goto(first.address);
  await newGame(page, { size: 9, white: "random" });
  await point(page, "E5").click();
  await untilMove(page, 2);
  await end(first.server);
  await page.getByText("The connection is lost.").waitFor();
  await serve(room, Number(new URL(first.address).port));
  await expect.poll(() => page.getByText("The connection is lost.").count(), { timeout: 60_000 }).toBe(0);
  expect(await moveNumber(page)).toBe(2);
  expect(await point(page, "E5").getAttribute("aria-label")).toContain("black stone");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => moveNumber(page)).toBe(0);
});

async function serve(room: string, port: number): Promise<{ server: ChildProcess; address: string }> {
  const args = ["web", "--port", String(port), "--no-open", "--ledger", join(room, "page.db")];
  const server = spawn(PROGRAM ?? "", args, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => end(server));
  const address = await new Promise<string>((resolve, reject) => {
    let said = "";
    server.stdout.on("data", (part: Buffer) => {
      said += part.toString();
      const found = /Ponnuki is at (\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
    server.on("exit", code => reject(new Error(`the server ended (${code}): ${said}`)));
  });
  return { server, address };
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise(resolve => server.once("exit", resolve));
  server.kill("SIGKILL");
  await ended;
}
