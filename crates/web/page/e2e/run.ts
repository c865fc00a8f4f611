/**
 * The browser tests: `npm run e2e -- http://127.0.0.1:8420` drives a real Chromium against a running server; without an
 * address the mock serves the built page. `CHROMIUM` is the browser, by default /usr/bin/chromium; further arguments
 * select files.
 */
import { fileURLToPath } from "node:url";
import { startVitest } from "vitest/node";
import { MockServer } from "../test/mock/server";

const [first, ...rest] = process.argv.slice(2);
const given = first?.startsWith("http") ? first : undefined;
const filters = given || first === undefined ? rest : [first, ...rest];

const mock = given ? null : new MockServer(fileURLToPath(new URL("../dist", import.meta.url)));
process.env.PONNUKI_ADDRESS = given?.replace(/\/$/, "") ?? (await mock?.listen());

const vitest = await startVitest("test", filters, {
  config: false,
  root: fileURLToPath(new URL("..", import.meta.url)),
  include: ["e2e/**/*.test.ts"],
  environment: "node",
  watch: false,
  // One browser at a time: the tests share the server's cores.
  fileParallelism: false,
  testTimeout: 240_000,
  // Response times depend on the machine; this only turns a hang into a failure.
  expect: { poll: { timeout: 60_000, interval: 50 } },
  hookTimeout: 60_000,
});
const failed = vitest.state.getCountOfFailedTests() > 0 || vitest.state.getFiles().length === 0;
await vitest.close();
await mock?.close();
process.exit(failed ? 1 : 0);
