import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { translated } from "../src/catalogue/server";
import { said } from "../src/catalogue/server.de";
import { language } from "../src/core/settings";

afterEach(() => {
  language.value = "en";
});

test("what the server says is said in German, with what it filled in", () => {
  language.value = "de";
  expect(translated("the game is over")).toBe("die Partie ist vorbei");
  expect(translated("there is no game k7x2")).toBe("eine Partie k7x2 gibt es nicht");
  expect(translated("cluster 4 of 96, cosine 1.000")).toBe("Gruppe 4 von 96, Kosinus 1.000");
});

test("English, and what is not known in German, stays as the server said it", () => {
  expect(translated("the game is over")).toBe("the game is over");
  language.value = "de";
  expect(translated("something new")).toBe("something new");
});

test("every sentence that is translated is one that the program says", () => {
  // A long sentence may go over two lines of the sources.
  const sources = rustFiles("../..")
    .map(file => readFileSync(file, "utf8").replace(/\\\n\s*/g, ""))
    .join("\n");
  for (const english of Object.keys(said)) expect(sources.includes(english), english).toBe(true);
});

test("a German sentence fills in all that the English one does", () => {
  for (const [english, german] of Object.entries(said)) {
    const holes = english.match(/\{[^}]*\}/g) ?? [];
    const filled = [...german.matchAll(/\{(\d)\}/g)].map(match => match[1]).sort();
    expect(filled, english).toEqual(holes.map((_, i) => String(i + 1)));
  }
});

function rustFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ["node_modules", "target"].includes(entry.name) ? [] : rustFiles(path);
    return entry.name.endsWith(".rs") ? [path] : [];
  });
}
