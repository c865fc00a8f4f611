import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { catalogues, named, t } from "../src/catalogue";
import { en } from "../src/catalogue/en";
import { LANGUAGES, language } from "../src/core/settings";

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(match => match[0]).sort();

test("every language has every sentence, and says the same things in it", () => {
  for (const code of LANGUAGES) {
    expect(Object.keys(catalogues[code]).sort()).toEqual(Object.keys(en).sort());
    for (const [key, text] of Object.entries(catalogues[code])) {
      expect(text, `${code}.${key}`).not.toBe("");
      expect(placeholders(text), `${code}.${key}`).toEqual(placeholders(en[key as keyof typeof en]));
    }
  }
});

test("every sentence is used", () => {
  const source = files("src")
    .map(file => readFileSync(file, "utf8"))
    .join("\n");
  // These are named by what the server says.
  const byName = /^(preset|count|system|rule|task|unit)[A-Z]/;
  for (const key of Object.keys(en)) if (!byName.test(key)) expect(source.includes(`"${key}"`), key).toBe(true);
});

test("every task of the problems has its sentence", () => {
  const folder = "../../../problems";
  const texts = readdirSync(folder).filter(name => name.endsWith(".txt"));
  const heads = texts.flatMap(name => readFileSync(join(folder, name), "utf8").split("\n\n"));
  const asked = heads.flatMap(head => (/^task: (.*)$/m.exec(head) ?? /^theme: (.*)$/m.exec(head))?.[1] ?? []);
  expect(asked.length).toBeGreaterThan(60);
  for (const task of asked) expect(named("task", task), task).not.toBe(task);
});

test("values are filled in, in the language that is chosen", () => {
  language.value = "de";
  expect(t("resultPoints", { winner: t("white"), points: "2,5" })).toBe("Weiß gewinnt mit 2,5");
  language.value = "en";
  expect(t("resultPoints", { winner: t("white"), points: "2.5" })).toBe("White wins by 2.5");
});

test("what the server names is translated where it is known", () => {
  expect(named("system", "round-robin")).toBe("Round robin");
  expect(named("system", "knock-out")).toBe("knock-out");
});

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "catalogue" ? [join(path, "index.ts")] : files(path);
    return [path];
  });
}
