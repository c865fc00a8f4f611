import { expect, test } from "vitest";
import { display, get, parse, set } from "../src/core/spec";
import { welcome } from "./mock/roster";

const card = (name: string) => {
  const found = welcome.players.find(each => each.name === name);
  if (!found) throw new Error(`no player ${name}`);
  return found;
};
const parameter = (player: string, name: string) => {
  const found = card(player).parameters.find(each => each.name === name);
  if (!found) throw new Error(`no parameter ${name}`);
  return found;
};

test("a parsed specification is displayed as it was written", () => {
  for (const text of [
    "mcts",
    "mcts:playouts=8000,reply=lgrf2",
    "stages:opening=[mcts:playouts=50,reply=lgrf1],middle=gojen",
    "stages:opening=[stages:opening=[uct:playouts=3]]",
    "gtp:gnugo",
  ])
    expect(display(parse(text))).toBe(text);
});

test("only what differs from the default is written", () => {
  const playouts = parameter("mcts", "playouts");
  const more = set(parse("mcts"), playouts, card("mcts"), "500");
  expect(display(more)).toBe("mcts:playouts=500");
  expect(display(set(more, playouts, card("mcts"), "8000"))).toBe("mcts");
});

test("settings are written in the order in which they are declared", () => {
  const spec = set(parse("mcts:ponder=true"), parameter("mcts", "playouts"), card("mcts"), "9");
  expect(display(spec)).toBe("mcts:playouts=9,ponder=true");
});

test("a player inside a player is put into brackets", () => {
  const spec = set(parse("stages"), parameter("stages", "opening"), card("stages"), "mcts:playouts=5,reply=lgrf1");
  expect(display(spec)).toBe("stages:opening=[mcts:playouts=5,reply=lgrf1]");
  expect(get(spec, parameter("stages", "opening"), card("stages"))).toBe("mcts:playouts=5,reply=lgrf1");
});

test("no player is an empty pair of brackets", () => {
  expect(display(set(parse("stages"), parameter("stages", "opening"), card("stages"), ""))).toBe("stages:opening=[]");
});

test("a value without a key belongs to the first parameter", () => {
  expect(get(parse("gtp:gnugo"), parameter("gtp", "command"), card("gtp"))).toBe("gnugo");
  expect(display(set(parse("gtp:gnugo"), parameter("gtp", "command"), card("gtp"), "pachi"))).toBe("gtp:command=pachi");
});
