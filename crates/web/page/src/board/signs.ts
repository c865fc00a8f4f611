/** The signs on the board in perspective. `layer.tsx` draws the same on the flat board. */
import { percent } from "../core/format";
import { indexOf } from "../core/points";
import type { Candidate } from "../messages";
import type { BoardView } from "./view";

/** Numbered stones, discs of candidates, texts on the wood or on a stone, and the square of the ko. */
export type SignKind = "line-black" | "line-white" | "best" | "candidate" | "on-board" | "on-black" | "on-white" | "ko";

export interface Sign {
  index: number;
  kind: SignKind;
  text: string;
}

/** The number of candidates drawn on the board. */
export const SHOWN_CANDIDATES = 8;
/** The number of moves drawn of a variation. */
export const SHOWN_LINE = 20;

export function signs(view: BoardView): Sign[] {
  const { size, stones, ko } = view.position;
  const found: Sign[] = [];
  const put = (point: string, kind: SignKind, text: string) => {
    const index = indexOf(point, size);
    if (index !== null) found.push({ index, kind, text });
  };
  if (view.line.length > 0) {
    const line = view.line.slice(0, SHOWN_LINE);
    const first = view.toPlay === "black" ? 0 : 1;
    line.forEach((mv, i) => {
      if (line.indexOf(mv) === i) put(mv, (i + first) % 2 === 0 ? "line-black" : "line-white", String(i + 1));
    });
  } else {
    view.candidates
      .filter(candidate => indexOf(candidate.mv, size) !== null)
      .slice(0, SHOWN_CANDIDATES)
      .forEach((candidate, i) => put(candidate.mv, i === 0 ? "best" : "candidate", chance(candidate, view)));
  }
  if (ko !== null) put(ko, "ko", "");
  for (const { point, text } of view.labels) {
    const stone = stones[indexOf(point, size) ?? -1] ?? 0;
    put(point, stone > 0 ? "on-black" : stone < 0 ? "on-white" : "on-board", text);
  }
  return found;
}

/** The win rate of the side to move. */
export function chance(candidate: Candidate, view: Pick<BoardView, "toPlay">): string {
  if (candidate.winRate === null) return candidate.prior === null ? "" : percent(candidate.prior);
  return percent(view.toPlay === "black" ? candidate.winRate : 1 - candidate.winRate);
}

const DISCS: Partial<Record<SignKind, string>> = {
  "line-black": "#17181a",
  "line-white": "#fbf9f4",
  best: "#1f6b50",
  candidate: "#46545e",
};
const DARK_TEXT: ReadonlySet<SignKind> = new Set(["line-white", "on-white", "on-board"]);

/** Draws a sign on a transparent canvas of one point. */
export function paint({ kind, text }: Sign): HTMLCanvasElement {
  const pixels = 128;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = pixels;
  const pen = canvas.getContext("2d");
  if (!pen) return canvas;
  pen.translate(pixels / 2, pixels / 2);
  pen.scale(pixels, pixels);
  if (kind === "ko") {
    pen.strokeStyle = "#1d1206";
    pen.lineWidth = 0.07;
    pen.strokeRect(-0.2, -0.2, 0.4, 0.4);
  }
  const disc = DISCS[kind];
  if (disc) {
    pen.fillStyle = disc;
    pen.beginPath();
    pen.arc(0, 0, 0.46, 0, 7);
    pen.fill();
  }
  const dark = DARK_TEXT.has(kind);
  pen.font = `600 ${text.length > 2 ? 0.34 : 0.44}px system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  if (!disc) {
    // An outline of the opposite shade is legible on any wood and on a heat disc.
    pen.lineJoin = "round";
    pen.lineWidth = 0.12;
    pen.strokeStyle = dark ? "#f6ead2" : "#111111";
    pen.strokeText(text, 0, 0.02);
  }
  pen.fillStyle = dark ? "#1d1206" : "#ffffff";
  pen.fillText(text, 0, 0.02);
  return canvas;
}
