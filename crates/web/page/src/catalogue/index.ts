/**
 * Translations: `t("pass")` for a text of the page, `say(text)` for a text from the server.
 *
 * In a template `{move}` is an argument, and `{moves|move|moves}` is the plural form for that argument: one form for
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
  return catalogues[language.value][key].replace(
    /\{(\w+)(?:\|([^}]*))?\}/g,
    (placeholder, name: string, forms?: string) => {
      const value = values[name];
      if (value === undefined) return placeholder;
      return forms === undefined ? format(value) : pluralForm(Number(value), forms.split("|"));
    },
  );
}

/** A text from the server. A code that this page lacks is shown in English. */
export function say(text: Text): string {
  return text.code in english ? t(text.code as Key, text.arguments) : text.english;
}

/** The plural categories of a language, in the order of the forms in a template. */
export function categories(of: Language): Intl.LDMLPluralRule[] {
  const known = new Intl.PluralRules(of).resolvedOptions().pluralCategories;
  return (["zero", "one", "two", "few", "many", "other"] as const).filter(category => known.includes(category));
}

function pluralForm(number: number, forms: readonly string[]): string {
  const category = new Intl.PluralRules(language.value).select(number);
  return forms[categories(language.value).indexOf(category)] ?? forms.at(-1) ?? "";
}

function format(value: Argument): string {
  if (typeof value === "string") return value;
  return typeof value === "number" ? value.toLocaleString(language.value, { maximumFractionDigits: 3 }) : say(value);
}
