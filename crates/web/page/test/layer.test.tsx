import { readFileSync } from "node:fs";
import { render } from "preact";
import { act } from "preact/test-utils";
import { beforeEach, expect, test } from "vitest";
import { Layer } from "../src/board/layer";
import type { Candidate } from "../src/messages";
import { boardView } from "./board-view";

const place = document.createElement("div");
document.body.append(place);
const style = readFileSync("src/style/board.css", "utf8");

beforeEach(() => render(null, place));

test("the text on a candidate is legible in every theme", () => {
  act(() => render(<Layer view={boardView({ candidates: [candidate("B2", 90), candidate("B3", 10)] })} />, place));
  const discs = [...place.querySelectorAll(".mark-best, .mark-candidate")];
  expect(discs).toHaveLength(2);
  for (const disc of discs) {
    // An opaque disc has the same contrast on every board.
    expect(disc.getAttributeNames().sort()).toEqual(["class", "r"]);
    const [, color = ""] = rule(disc.getAttribute("class") ?? "");
    expect(contrast(color, rule("mark-candidate-text")[1] ?? ""), color).toBeGreaterThan(4.5);
  }
});

test("the arc around a candidate is its share of visits", () => {
  act(() => render(<Layer view={boardView({ candidates: [candidate("B2", 80), candidate("B3", 20)] })} />, place));
  const arcs = [...place.querySelectorAll(".mark-share")].map(arc => arc.getAttribute("stroke-dasharray"));
  expect(arcs).toEqual(["1 2", "0.25 2"]);
});

function candidate(mv: string, visits: number): Candidate {
  return { mv, visits, winRate: 0.5, score: null, prior: null, line: [mv] };
}

/** The one declaration of a class that has only a colour. */
function rule(name: string): RegExpMatchArray {
  const found = new RegExp(`\\n\\.${name} \\{\\s*fill: (#[0-9a-f]+);\\s*\\}`).exec(style);
  if (!found) throw new Error(`${name} is not a colour alone`);
  return found;
}

/** The contrast ratio of WCAG 2.2. */
function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const digits = color.length === 4 ? [...color.slice(1)].map(c => c + c) : (color.slice(1).match(/../g) ?? []);
  const [red = 0, green = 0, blue = 0] = digits
    .map(pair => parseInt(pair, 16) / 255)
    .map(value => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
