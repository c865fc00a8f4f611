/** Opens game records (dropped, pasted, chosen) and saves them. */
import { t } from "../catalogue";
import type { Terms } from "../messages";
import { go } from "./route";
import { HUMAN } from "./spec";
import { ask, notice, welcome } from "./store";

/** The largest record, in bytes. */
const LARGEST = 2_000_000;

export async function openText(text: string): Promise<void> {
  const start = text.trim();
  if (start === "") return;
  const opened = await ask({ kind: "new", terms: { ...plainTerms(), size: sizeOf(start), start } }, "opened");
  if (opened) go({ screen: "game", game: opened.game });
}

export async function openFile(file: File): Promise<void> {
  if (file.size > LARGEST) notice(t("fileTooLarge", { name: file.name }), true);
  else await openText(await file.text());
}

/** An even game of two people without a clock. */
export function plainTerms(): Terms {
  return {
    size: 19,
    rules: welcome.peek()?.rules[0]?.name ?? "chinese",
    komi: null,
    handicap: 0,
    clock: null,
    budget: null,
    seats: [HUMAN, HUMAN],
    pause: 0,
    start: null,
  };
}

/** The board size of a record or a text board, as a guess: the server decides. */
export function sizeOf(text: string): number {
  if (looksLikeSgf(text)) return within(Number(/SZ\s*\[\s*(\d+)/.exec(text)?.[1] ?? 19));
  return within(text.split("\n").filter(line => /^[\s\d]*([.XO+#*]\s*){2,}/i.test(line)).length);
}

/** Whether it may be a text board: at least two lines with points. The server decides. */
export function looksLikeBoard(text: string): boolean {
  return text.split("\n").filter(line => /([.XO#*+][^.XO#*+]{0,3}){2,}/i.test(line)).length >= 2;
}

export function looksLikeSgf(text: string): boolean {
  return /^\s*\(\s*;/.test(text);
}

export async function saveRecord(game: string): Promise<void> {
  const record = await ask({ kind: "record", game }, "record");
  if (!record) return;
  const address = URL.createObjectURL(new Blob([record.sgf], { type: "application/x-go-sgf" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `ponnuki-${game}.sgf`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Opens records that are dropped or pasted anywhere on the page. */
export function acceptRecords(): void {
  addEventListener("dragover", event => {
    if (!claimed(event)) event.preventDefault();
  });
  addEventListener("drop", event => {
    if (claimed(event)) return;
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData("text");
    event.preventDefault();
    if (file) void openFile(file);
    else if (text && looksLikeSgf(text)) void openText(text);
  });
  addEventListener("paste", event => {
    if (claimed(event)) return;
    const text = event.clipboardData?.getData("text") ?? "";
    if (looksLikeSgf(text)) void openText(text);
  });
}

/** Whether the target of the event takes text or files itself. */
function claimed(event: Event): boolean {
  return event.target instanceof Element && event.target.closest("input, textarea, [data-drop]") !== null;
}

function within(size: number): number {
  return Math.min(19, Math.max(2, Number.isInteger(size) ? size : 19));
}
