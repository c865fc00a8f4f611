import { render } from "preact";
import { act } from "preact/test-utils";
import { beforeEach, expect, test, vi } from "vitest";
import { cursor } from "../src/board/cursor";
import { Grid } from "../src/board/grid";
import { indexOf } from "../src/core/points";
import { language } from "../src/core/settings";
import { boardView } from "./board-view";

const place = document.createElement("div");
document.body.append(place);

beforeEach(() => {
  language.value = "en";
  cursor.value = null;
  render(null, place);
});

const cell = (name: string) => place.querySelector<HTMLElement>(`[data-point="${name}"]`);

test("the label of a point has its name, its stone and its marks", () => {
  act(() => render(<Grid view={boardView()} cell={40} />, place));
  expect(place.querySelectorAll('[role="gridcell"]')).toHaveLength(25);
  expect(cell("C3")?.getAttribute("aria-label")).toBe("C3, black stone");
  expect(cell("D3")?.getAttribute("aria-label")).toBe("D3, white stone, last move");
  expect(cell("A1")?.getAttribute("aria-label")).toBe("A1, empty, ko, forbidden now");
});

test("one point can be reached with Tab, and arrow keys move on from it", () => {
  act(() => render(<Grid view={boardView()} cell={40} />, place));
  expect(place.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  act(() => cell("C3")?.focus());
  act(() => void cell("C3")?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", bubbles: true })));
  expect(document.activeElement).toBe(cell("C4"));
  act(
    () =>
      void cell("C4")?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", shiftKey: true, bubbles: true })),
  );
  expect(document.activeElement).toBe(cell("A4"));
});

test("Enter, Space and a click choose the point", () => {
  const choose = vi.fn();
  act(() => render(<Grid view={boardView({ choose })} cell={40} />, place));
  for (const key of ["Enter", " "]) cell("B2")?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  cell("B2")?.click();
  expect(choose.mock.calls).toEqual([["B2"], ["B2"], ["B2"]]);
});

test("the cursor shows a stone only where one may be placed", () => {
  act(() => render(<Grid view={boardView()} cell={40} />, place));
  const ghost = (name: string) => {
    act(() => {
      cursor.value = indexOf(name, 5);
    });
    return place.querySelector(".ghost-black") !== null;
  };
  expect([ghost("B2"), ghost("A1"), ghost("C3")]).toEqual([true, false, false]);
});
