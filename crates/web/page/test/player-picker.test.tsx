import { render } from "preact";
import { act } from "preact/test-utils";
import { beforeEach, expect, test, vi } from "vitest";
import { language } from "../src/core/settings";
import { welcome } from "../src/core/store";
import { PlayerPicker } from "../src/setup/player-picker";
import { welcome as roster } from "./mock/roster";

const place = document.createElement("div");
document.body.append(place);

beforeEach(() => {
  language.value = "en";
  welcome.value = roster;
  render(null, place);
});

function show(value: string): { choose: (name: string) => void; chosen: ReturnType<typeof vi.fn> } {
  const chosen = vi.fn();
  act(() => render(<PlayerPicker label="Black" value={value} onChange={chosen} />, place));
  const choose = (name: string) => {
    const select = place.querySelector("select");
    if (!select) throw new Error("there is no list of players");
    select.value = name;
    act(() => void select.dispatchEvent(new Event("change", { bubbles: true })));
  };
  return { choose, chosen };
}

const names = () => [...place.querySelectorAll("option")].map(option => option.value);

test("another program needs a label", () => {
  const { choose, chosen } = show("uct");
  choose("gtp");
  expect(chosen).toHaveBeenCalledWith("gtp:command=gnugo");
  show("gtp:command=gnugo");
  const label = [...place.querySelectorAll("details select")].flatMap(select => [...select.querySelectorAll("option")]);
  expect(label.map(option => option.value)).toEqual(["gnugo"]);
});

test("other programs are not offered where none has a label", () => {
  const players = roster.players.map(card => (card.name === "gtp" ? { ...card, parameters: [] } : card));
  welcome.value = { ...roster, players };
  show("uct");
  expect(names()).toContain("uct");
  expect(names()).not.toContain("gtp");
});

test("a player that is also a preset is chosen with its defaults", () => {
  const { choose, chosen } = show("uct");
  choose("gojen:");
  expect(chosen).toHaveBeenCalledWith("gojen");
});
