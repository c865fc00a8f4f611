import { render } from "preact";
import { act } from "preact/test-utils";
import { beforeEach, expect, test, vi } from "vitest";
import { language } from "../src/core/settings";
import * as store from "../src/core/store";
import { LearnScreen } from "../src/screens/learn";
import { welcome } from "./mock/roster";

const place = document.createElement("div");
document.body.append(place);
const send = vi.spyOn(store, "send").mockImplementation(() => undefined);

beforeEach(() => {
  language.value = "en";
  send.mockClear();
  store.welcome.value = welcome;
  act(() => render(null, place));
  act(() => render(<LearnScreen />, place));
});

const labels = () => [...place.querySelectorAll("label")].map(label => label.textContent);

function field(label: string): HTMLInputElement | HTMLSelectElement {
  const found = [...place.querySelectorAll("label")].find(each => each.textContent === label);
  const input = document.getElementById(found?.htmlFor ?? "");
  if (!(input instanceof HTMLInputElement || input instanceof HTMLSelectElement)) throw new Error(`no field ${label}`);
  return input;
}

function enter(label: string, value: string): void {
  const input = field(label);
  act(() => {
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
}

const startButton = () => place.querySelector<HTMLButtonElement>("section button");

test("the form of a teacher has its parameters, and records only if it learns from them", () => {
  expect(labels()).toEqual(["Teacher", "representation", "games"]);
  enter("Teacher", "preference");
  expect(labels()).toEqual(["Teacher", "window", "radius", "Game records"]);
  expect(startButton()?.disabled).toBe(true);
});

test("a lesson is sent with the settings that differ from the defaults", () => {
  enter("representation", "koten");
  act(() => startButton()?.click());
  const lesson = { teacher: "td", settings: [["representation", "koten"]], records: "" };
  expect(send).toHaveBeenCalledWith({ kind: "learn", lesson });
});
