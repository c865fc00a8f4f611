/** Contests that are begun from any screen. */
import type { NewContest } from "../messages";
import { go } from "./route";
import { ask, watchContest } from "./store";

/** Begins a contest, or goes on with the one of that name, and shows it; a refusal leaves the person where they are. */
export async function startContest(contest: NewContest): Promise<void> {
  const started = await ask({ kind: "start-contest", contest }, "contest");
  if (!started) return;
  watchContest(started.contest.name);
  go({ screen: "contest", contest: started.contest.name });
}
