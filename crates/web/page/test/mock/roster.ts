/** The welcome of the mock: a few players with the kinds of parameters that there are. */
import type { Event, ParameterCard, PlayerCard } from "../../src/messages";

const parameter = (
  name: string,
  kind: string,
  fallback: string,
  about: string,
  more: Partial<ParameterCard> = {},
): ParameterCard => ({
  name,
  kind,
  default: fallback,
  range: null,
  choices: [],
  about,
  ...more,
});

const seed = parameter("seed", "int", "0", "the seed of every game; 0 takes the one that each game is given", {
  range: [0, 1e18],
});

const players: PlayerCard[] = [
  {
    name: "random",
    summary: "Plays any legal move, each equally likely.",
    parameters: [
      parameter("eyes", "choice", "keep", "whether its own eyes are spared", { choices: ["keep", "fill"] }),
      seed,
    ],
    ranks: true,
    thinks: false,
  },
  {
    name: "gojen",
    summary: "Captures, saves and extends by fixed worths.",
    parameters: [],
    ranks: true,
    thinks: false,
  },
  {
    name: "preference",
    summary: "Plays what masters prefer in such surroundings.",
    parameters: [parameter("model", "text", "intuition", "the table that it plays by")],
    ranks: true,
    thinks: false,
  },
  {
    name: "uct",
    summary: "Monte-Carlo tree search with UCB1.",
    parameters: [parameter("playouts", "int", "2000", "playouts for each move", { range: [1, 1e18] }), seed],
    ranks: true,
    thinks: true,
  },
  {
    name: "mcts",
    summary: "The full engine: tree search with RAVE, priors and learnt replies.",
    parameters: [
      parameter("playouts", "int", "8000", "playouts for each move where no time is given", { range: [1, 1e18] }),
      parameter("reply", "choice", "off", "which replies playouts learn", { choices: ["off", "lgrf1", "lgrf2"] }),
      parameter("exploration", "float", "0", "the weight of UCB1's exploration term", { range: [0, 100] }),
      parameter("ponder", "bool", "false", "whether it thinks on the opponent's time"),
      seed,
    ],
    ranks: true,
    thinks: true,
  },
  {
    name: "td",
    summary: "A network that taught itself by temporal difference.",
    parameters: [parameter("net", "text", "katatsugi-creative", "the network")],
    ranks: true,
    thinks: false,
  },
  {
    name: "stages",
    summary: "A different player for each part of the game.",
    parameters: [
      parameter("opening", "player", "gojen", "who plays the opening; nobody for the same as middle"),
      parameter("middle", "player", "mcts", "who plays the middle game"),
      parameter("opening-moves", "int", "8", "moves after which the opening is over", { range: [0, 10000] }),
    ],
    ranks: false,
    thinks: true,
  },
  {
    name: "gtp",
    summary: "Any other program that speaks the Go Text Protocol.",
    parameters: [parameter("command", "choice", "", "a label in engines.toml", { choices: ["", "gnugo"] })],
    ranks: false,
    thinks: false,
  },
];

export const welcome: Extract<Event, { kind: "welcome" }> = {
  kind: "welcome",
  version: "0.1.0-mock",
  players,
  rules: [
    { name: "chinese", komi: 7.5, about: "Area scoring, no suicide, positional superko." },
    { name: "japanese", komi: 6.5, about: "Territory scoring." },
  ],
  presets: [
    { name: "30k", spec: "random" },
    { name: "20k", spec: "gojen" },
    { name: "10k", spec: "preference" },
    { name: "1d", spec: "mcts:playouts=2000" },
    { name: "strongest", spec: "mcts" },
  ],
};
