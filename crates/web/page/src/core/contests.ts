/** Starts contests, from any screen. */
import type { NewContest } from "../messages";
import { go } from "./route";
import { ask, watchContest } from "./store";

/** Starts a contest, or resumes the one of that name, and shows it. A refusal leaves the screen as it is. */
export async function startContest(contest: NewContest): Promise<void> {
  const started = await ask({ kind: "start-contest", contest }, "contest");
  if (!started) return;
  watchContest(started.contest.name);
  go({ screen: "contest", contest: started.contest.name });
}
