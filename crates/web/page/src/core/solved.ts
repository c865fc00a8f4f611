/** The solved problems, stored in the browser. */
import { signal } from "@preact/signals";

const KEY = "ponnuki.solved";

export const solved = signal<ReadonlySet<string>>(new Set(fromStorage()));

export function markSolved(name: string): void {
  if (solved.peek().has(name)) return;
  solved.value = new Set([...solved.peek(), name]);
  try {
    localStorage.setItem(KEY, JSON.stringify([...solved.peek()]));
  } catch {
    // The page also works without storage.
  }
}

function fromStorage(): string[] {
  try {
    const names: unknown = JSON.parse(globalThis.localStorage?.getItem(KEY) ?? "[]");
    return Array.isArray(names) ? names.filter(name => typeof name === "string") : [];
  } catch {
    return [];
  }
}
