/** The settings of the page, stored in the browser. */
import { effect, signal, type Signal } from "@preact/signals";

export const THEMES = ["wood", "plain", "dark", "contrast"] as const;
export type Theme = (typeof THEMES)[number];

export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

export const theme = stored<Theme>("theme", prefersDark() ? "dark" : "wood", THEMES);
export const language = stored<Language>("language", navigatorLanguage(), LANGUAGES);
export const sound = stored<boolean>("sound", true, [true, false]);
export const coordinates = stored<boolean>("coordinates", true, [true, false]);
export const perspective = stored<boolean>("perspective", false, [true, false]);
/** Whether candidate moves are drawn on the board. */
export const showCandidates = stored<boolean>("candidates", true, [true, false]);

/** Sets theme and language on the document, for style sheets and screen readers. */
export function applySettings(): void {
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
    document.documentElement.lang = language.value;
  });
}

function stored<T>(name: string, initial: T, allowed: readonly T[]): Signal<T> {
  const key = `ponnuki.${name}`;
  const text = fromStorage(key);
  const known = allowed.find(value => String(value) === text);
  const setting = signal<T>(known ?? initial);
  effect(() => {
    const value = String(setting.value);
    try {
      if (setting.value !== initial || fromStorage(key) !== null) localStorage.setItem(key, value);
    } catch {
      // The page also works without storage.
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
