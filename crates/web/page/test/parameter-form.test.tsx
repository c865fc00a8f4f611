import { render } from "preact";
import { act } from "preact/test-utils";
import { beforeEach, expect, test, vi } from "vitest";
import { language } from "../src/core/settings";
import { parse } from "../src/core/spec";
import type { PlayerCard } from "../src/messages";
import { ParameterForm } from "../src/setup/parameter-form";
import { english } from "./text";

const place = document.createElement("div");
document.body.append(place);

beforeEach(() => {
  language.value = "en";
  render(null, place);
});

const NAMES = ["playouts", "reply", "rave", "memory", "prior-near", "prior-line", "mercy", "expand", "lag", "seed"];

function show(names: readonly string[], spec: string): void {
  const parameters = names.map(name => ({
    name,
    kind: "int" as const,
    default: "1",
    range: null,
    choices: [],
    about: english(`what ${name} does`),
  }));
  const card: PlayerCard = { name: "mcts", summary: english(""), parameters, ranks: true, thinks: true };
  act(() => render(<ParameterForm card={card} spec={parse(spec)} onChange={vi.fn()} />, place));
}

const labels = (within: string) => [...place.querySelectorAll(`${within} label`)].map(label => label.textContent);

test("of many settings the common ones are visible, and the others folded", () => {
  show(NAMES, "mcts");
  expect(labels(":scope > .parameter-form")).toEqual(["playouts", "reply"]);
  expect(labels("details")).toHaveLength(NAMES.length - 2);
  expect(place.querySelector("details")?.open).toBe(false);
  expect(place.querySelector("summary")?.textContent).toBe("8 more settings");
});

test("settings that begin with the same word are grouped", () => {
  show(NAMES, "mcts");
  expect(place.querySelector("fieldset legend")?.textContent).toBe("prior");
  expect(labels("fieldset")).toEqual(["prior-near", "prior-line"]);
});

test("a setting with a value is not folded", () => {
  show(NAMES, "mcts:lag=2");
  expect(place.querySelector("details")?.open).toBe(true);
});

test("few settings are all visible", () => {
  show(NAMES.slice(1), "mcts");
  expect(labels(":scope > .parameter-form")).toHaveLength(9);
  expect(place.querySelector("details")).toBeNull();
});
