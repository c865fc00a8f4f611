/**
 * The page's words: `t("pass")` in the chosen language, and `say(text)` for what the server sends as a code.
 *
 * In a sentence `{move}` is filled in, and `{moves|move|moves}` is the form of a word that goes with that number: one for
 * each plural category of the language, in the order of CLDR.
 */
import { language, type Language } from "../core/settings";
import type { Argument, Text } from "../messages";
import { de } from "./de";
import { en } from "./en";
import { server as serverDe } from "./server.de";
import { server as serverEn } from "./server.en";

const english = { ...en, ...serverEn };

export type Key = keyof typeof english;
export type Catalogue = Readonly<Record<Key, string>>;
export type Values = Readonly<Record<string, Argument>>;

export const catalogues: Readonly<Record<Language, Catalogue>> = { en: english, de: { ...de, ...serverDe } };

export function t(key: Key, values: Values = {}): string {
  return catalogues[language.value][key].replace(/\{(\w+)(?:\|([^}]*))?\}/g, (hole, name: string, forms?: string) => {
    const value = values[name];
    if (value === undefined) return hole;
    return forms === undefined ? written(value) : form(Number(value), forms.split("|"));
  });
}

/** A text of the server. One that a newer server has learnt to say is shown in English. */
export function say(text: Text): string {
  return text.code in english ? t(text.code as Key, text.arguments) : text.english;
}

/** The plural categories of a language, in the order in which a sentence has its forms. */
export function categories(of: Language): Intl.LDMLPluralRule[] {
  const known = new Intl.PluralRules(of).resolvedOptions().pluralCategories;
  return (["zero", "one", "two", "few", "many", "other"] as const).filter(category => known.includes(category));
}

function form(number: number, forms: readonly string[]): string {
  const category = new Intl.PluralRules(language.value).select(number);
  return forms[categories(language.value).indexOf(category)] ?? forms.at(-1) ?? "";
}

function written(value: Argument): string {
  if (typeof value === "string") return value;
  return typeof value === "number" ? value.toLocaleString(language.value, { maximumFractionDigits: 3 }) : say(value);
}
