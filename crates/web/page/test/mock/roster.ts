/** The welcome of the mock: a few players and teachers with all kinds of parameters. */
import type { Event, ParameterCard, ParameterKind, PlayerCard, TeacherCard } from "../../src/messages";
import { english, text } from "../text";

const parameter = (
  name: string,
  kind: ParameterKind,
  fallback: string,
  about: string,
  more: Partial<ParameterCard> = {},
): ParameterCard => ({
  name,
  kind,
  default: fallback,
  range: null,
  choices: [],
  about: english(about),
  ...more,
});

const seed = parameter("seed", "int", "", "the seed of every game; without one, each game has its own", {
  range: [0, 1e18],
});

const players: PlayerCard[] = [
  {
    name: "random",
    summary: english("Plays any legal move, each equally likely."),
    parameters: [
      parameter("eyes", "choice", "keep", "whether its own eyes are spared", { choices: ["keep", "fill"] }),
      seed,
    ],
    ranks: true,
    thinks: false,
  },
  {
    name: "gojen",
    summary: english("Captures, saves and extends by fixed worths."),
    parameters: [],
    ranks: true,
    thinks: false,
  },
  {
    name: "preference",
    summary: english("Plays what masters prefer in such surroundings."),
    parameters: [parameter("model", "choice", "intuition", "the table that it plays by")],
    ranks: true,
    thinks: false,
  },
  {
    name: "uct",
    summary: english("Monte-Carlo tree search with UCB1."),
    parameters: [parameter("playouts", "int", "2000", "playouts for each move", { range: [1, 1e18] }), seed],
    ranks: true,
    thinks: true,
  },
  {
    name: "mcts",
    summary: english("The full engine: tree search with RAVE, priors and learnt replies."),
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
    summary: english("A network that taught itself by temporal difference."),
    parameters: [parameter("net", "choice", "katatsugi-creative", "the network")],
    ranks: true,
    thinks: false,
  },
  {
    name: "stages",
    summary: english("A different player for each part of the game."),
    parameters: [
      parameter("opening", "player", "gojen", "who plays the opening; none for the same as middle"),
      parameter("middle", "player", "mcts", "who plays the middle game"),
      parameter("opening-moves", "int", "8", "moves after which the opening is over", { range: [0, 10000] }),
    ],
    ranks: false,
    thinks: true,
  },
  {
    name: "gtp",
    summary: english("Any other program that speaks the Go Text Protocol."),
    parameters: [parameter("command", "choice", "", "a label in engines.toml", { choices: ["", "gnugo"] })],
    ranks: false,
    thinks: false,
  },
];

const teachers: TeacherCard[] = [
  {
    name: "td",
    summary: english("Train networks for small boards by self-play"),
    parameters: [
      parameter("representation", "choice", "katatsugi", "the inputs of the network", {
        choices: ["koten", "roban", "katatsugi"],
      }),
      parameter("games", "int", "20000", "the number of training games", { range: [1, 1e6] }),
    ],
    needsRecords: false,
  },
  {
    name: "preference",
    summary: english("Learn which patterns experts prefer"),
    parameters: [
      parameter("window", "choice", "diamond", "the form of the window", { choices: ["square", "diamond", "graph"] }),
      parameter("radius", "int", "2", "the radius of the window", { range: [1, 9] }),
    ],
    needsRecords: true,
  },
];

export const welcome: Extract<Event, { kind: "welcome" }> = {
  kind: "welcome",
  version: "0.1.0-mock",
  players,
  rules: [
    { name: "chinese", title: text("rules.chinese"), komi: 7.5, about: text("rules-about.chinese") },
    { name: "japanese", title: text("rules.japanese"), komi: 6.5, about: text("rules-about.japanese") },
  ],
  presets: [
    { title: text("preset.kyu", { rank: 30 }), spec: "random" },
    { title: text("preset.kyu", { rank: 20 }), spec: "gojen" },
    { title: text("preset.kyu", { rank: 10 }), spec: "preference" },
    { title: text("preset.dan", { rank: 1 }), spec: "mcts:playouts=2000" },
    { title: text("preset.strongest"), spec: "mcts" },
  ],
  teachers,
};
