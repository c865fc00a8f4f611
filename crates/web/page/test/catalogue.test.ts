import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { catalogues, categories, say, t } from "../src/catalogue";
import { de } from "../src/catalogue/de";
import { en } from "../src/catalogue/en";
import { server as serverDe } from "../src/catalogue/server.de";
import { server as serverEn } from "../src/catalogue/server.en";
import { LANGUAGES, language } from "../src/core/settings";
import { english, text } from "./text";

/** The names of the arguments. */
const holes = (text: string) => [...new Set([...text.matchAll(/\{(\w+)[^}]*\}/g)].map(match => match[1]))].sort();

test("every language has every template with the same arguments", () => {
  // The server's codes are generated: a missing translation is found here and by the compiler.
  expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
  expect(Object.keys(serverDe).sort()).toEqual(Object.keys(serverEn).sort());
  for (const code of LANGUAGES)
    for (const [key, text] of Object.entries(catalogues[code])) {
      expect(text, `${code}.${key}`).not.toBe("");
      expect(holes(text), `${code}.${key}`).toEqual(holes(catalogues.en[key as keyof typeof catalogues.en]));
    }
});

test("a plural has a form for every category of its language", () => {
  for (const code of LANGUAGES)
    for (const [key, text] of Object.entries(catalogues[code]))
      for (const [, forms = ""] of text.matchAll(/\{\w+\|([^}]*)\}/g))
        expect(forms.split("|"), `${code}.${key}`).toHaveLength(categories(code).length);
});

test("the plural form depends on the number", () => {
  expect(t("movesMade", { moves: 1 })).toBe("1 move");
  expect(t("movesMade", { moves: 1234 })).toBe("1,234 moves");
  language.value = "de";
  expect([0, 1, 2].map(moves => t("movesMade", { moves }))).toEqual(["0 Züge", "1 Zug", "2 Züge"]);
  language.value = "en";
});

test("every key is used", () => {
  const source = files("src")
    .map(file => readFileSync(file, "utf8"))
    .join("\n");
  // The values of messages name these keys.
  const byName = /^(count|grade|system)\./;
  for (const key of Object.keys(en)) if (!byName.test(key)) expect(source.includes(`"${key}"`), key).toBe(true);
});

test("arguments are formatted for the chosen language", () => {
  language.value = "de";
  expect(t("resultPoints", { winner: t("color.white"), points: "2,5" })).toBe("Weiß gewinnt mit 2,5");
  language.value = "en";
  expect(t("resultPoints", { winner: t("color.white"), points: "2.5" })).toBe("White wins by 2.5");
});

test("a text from the server is translated with its arguments", () => {
  language.value = "de";
  expect(say(text("refusal.no-game", { game: "k7x2" }))).toBe("eine Partie k7x2 gibt es nicht");
  const reason = text("setting.cores", { cores: 1 });
  const setting = text("refusal.setting", { player: "mcts", param: "threads", value: "9", reason });
  expect(say(setting)).toBe("mcts kann threads=9 hier nicht haben: diese Maschine hat 1 Kern");
  expect(say(text("overlay.opening", { cluster: 4, of: 96, cosine: 0.987 }))).toBe("Gruppe 4 von 96, Kosinus 0,987");
  expect(say(english("something new"))).toBe("something new");
  language.value = "en";
});

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "catalogue" ? [join(path, "index.ts")] : files(path);
    return [path];
  });
}
