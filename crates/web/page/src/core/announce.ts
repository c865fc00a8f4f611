/** Announcements for screen readers: the text of the page's live region. */
import { signal } from "@preact/signals";

export const announcement = signal("");

export function announce(text: string): void {
  // A screen reader reads a repeated text only if it differs.
  announcement.value = announcement.peek() === text ? `${text}\u00a0` : text;
}
