/** What a screen reader says: the text of the page's live region. */
import { signal } from "@preact/signals";

export const announcement = signal("");

export function announce(text: string): void {
  // The same sentence twice is said twice only if the text differs.
  announcement.value = announcement.peek() === text ? `${text}\u00a0` : text;
}
