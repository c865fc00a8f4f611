/** Which problem a game is, for as long as the tab lives. */
const KEY = "ponnuki.problems";

export function remember(game: string, problem: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...all(), [game]: problem }));
  } catch {
    // Without it the task is not shown after a reload; the game is.
  }
}

export function problemOf(game: string): string | undefined {
  return all()[game];
}

function all(): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}
