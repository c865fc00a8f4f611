/** The hash of the address names the screen and the game: the link to a game can be shared. */
import { signal } from "@preact/signals";

export type Route =
  | { screen: "new"; start?: string }
  | { screen: "game"; game: string }
  | { screen: "games" }
  | { screen: "wall"; games: string[] }
  | { screen: "contests" }
  | { screen: "contest"; contest: string }
  | { screen: "problems" }
  | { screen: "learn" }
  | { screen: "help" }
  | { screen: "about" };

export function read(hash: string): Route {
  const [screen = "", ...rest] = hash.replace(/^#\/?/, "").split("/").map(decode);
  const name = rest.join("/");
  switch (screen) {
    case "game":
      return name ? { screen, game: name } : { screen: "games" };
    case "contest":
      return name ? { screen, contest: name } : { screen: "contests" };
    case "wall":
      return { screen, games: name ? name.split(",") : [] };
    case "games":
    case "contests":
    case "problems":
    case "learn":
    case "help":
    case "about":
      return { screen };
    default:
      return { screen: "new" };
  }
}

export function write(route: Route): string {
  switch (route.screen) {
    case "new":
      return "#/";
    case "game":
      return `#/game/${encodeURIComponent(route.game)}`;
    case "contest":
      return `#/contest/${encodeURIComponent(route.contest)}`;
    case "wall":
      return route.games.length > 0 ? `#/wall/${route.games.map(encodeURIComponent).join(",")}` : "#/wall";
    default:
      return `#/${route.screen}`;
  }
}

export const route = signal<Route>(read(globalThis.location?.hash ?? ""));

export function go(to: Route): void {
  location.hash = write(to);
}

export function followAddress(): void {
  addEventListener("hashchange", () => {
    route.value = read(location.hash);
  });
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
