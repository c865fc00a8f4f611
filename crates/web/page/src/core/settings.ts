/** What a person has chosen about the page itself; kept in the browser. */
import { effect, signal, type Signal } from "@preact/signals";

export const THEMES = ["wood", "plain", "dark", "contrast"] as const;
export type Theme = (typeof THEMES)[number];

export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

export const theme = kept<Theme>("theme", prefersDark() ? "dark" : "wood", THEMES);
export const language = kept<Language>("language", navigatorLanguage(), LANGUAGES);
export const sound = kept<boolean>("sound", true, [true, false]);
export const coordinates = kept<boolean>("coordinates", true, [true, false]);
export const perspective = kept<boolean>("perspective", false, [true, false]);
/** Whether what players consider is drawn on the board. */
export const showCandidates = kept<boolean>("candidates", true, [true, false]);

/** Puts theme and language where style sheets and screen readers look for them. */
export function dressThePage(): void {
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
    document.documentElement.lang = language.value;
  });
}

function kept<T>(name: string, otherwise: T, allowed: readonly T[]): Signal<T> {
  const key = `ponnuki.${name}`;
  const stored = fromStorage(key);
  const known = allowed.find(value => String(value) === stored);
  const setting = signal<T>(known ?? otherwise);
  effect(() => {
    const value = String(setting.value);
    try {
      if (setting.value !== otherwise || fromStorage(key) !== null) localStorage.setItem(key, value);
    } catch {
      // A browser that keeps nothing still plays.
    }
  });
  return setting;
}

function fromStorage(key: string): string | null {
  try {
    return globalThis.localStorage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

function prefersDark(): boolean {
  return globalThis.matchMedia?.("(prefers-color-scheme: dark)").matches ?? false;
}

function navigatorLanguage(): Language {
  return globalThis.navigator?.language?.startsWith("de") ? "de" : "en";
}
