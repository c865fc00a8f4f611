import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { afterAll, expect, test } from "vitest";

const LIMIT = 250_000;
const folder = mkdtempSync(join(tmpdir(), "ponnuki-page-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("the first load is under 250 kB compressed, and three.js is not part of it", async () => {
  await build({ logLevel: "error", mode: "production", build: { outDir: folder, emptyOutDir: true } });
  const html = readFileSync(join(folder, "index.html"), "utf8");
  const first = [...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(match => match[1] ?? "");
  const files = ["index.html", ...first];
  const size = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0);
  expect(first.some(file => file.endsWith(".js"))).toBe(true);
  expect(size).toBeLessThan(LIMIT);
  const text = files.map(file => readFileSync(join(folder, file), "utf8")).join("");
  expect(text).not.toContain("WebGLRenderer");
  const later = readdirSync(join(folder, "assets")).filter(file => !files.includes(`assets/${file}`));
  expect(later.some(file => file.startsWith("scene-"))).toBe(true);
  // The page loads nothing from other servers.
  expect(html).not.toMatch(/(?:src|href)="https?:/);
}, 180_000);
