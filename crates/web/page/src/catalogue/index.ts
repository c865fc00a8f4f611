/** The page's words: `t("pass")` in the language that is chosen, with `{names}` filled in. */
import { language, type Language } from "../core/settings";
import { de } from "./de";
import { en } from "./en";

export type Key = keyof typeof en;
export type Catalogue = Readonly<Record<Key, string>>;

export const catalogues: Readonly<Record<Language, Catalogue>> = { en, de };

export function t(key: Key, values: Readonly<Record<string, string | number>> = {}): string {
  return catalogues[language.value][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** The words for something the server names, where the catalogue has them; else what the server says. */
export function named(prefix: string, name: string, values: Readonly<Record<string, string | number>> = {}): string {
  const key =
    prefix + name.charAt(0).toUpperCase() + name.slice(1).replace(/[- ](\w)/g, (_, c: string) => c.toUpperCase());
  return key in en ? t(key as Key, values) : name;
}
