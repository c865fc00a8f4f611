/** A problem that is being solved: what is asked, and whether the move that was tried is right. */
import { useEffect } from "preact/hooks";
import { named, t } from "../catalogue";
import type { Game } from "../core/game";
import { problemOf, remember } from "../core/problem-games";
import { go } from "../core/route";
import { ask, problems, tell } from "../core/store";
import { Button } from "../ui/controls";

export function ProblemBanner({ game }: { game: Game }) {
  const name = problemOf(game.id);
  const answered = game.answered.value;
  const list = problems.value ?? [];
  useEffect(() => {
    if (name && !problems.peek()) tell({ kind: "list-problems" });
  }, [name]);
  const problem = list.find(each => each.name === name);
  if (!problem && !answered) return null;
  const next = list[(list.findIndex(each => each.name === name) + 1) % Math.max(1, list.length)];
  return (
    <section
      class={answered ? (answered.right ? "problem problem-right" : "problem problem-wrong") : "problem"}
      aria-label={t("problem")}
    >
      <h2>{problem?.name ?? t("problem")}</h2>
      {problem && <p>{named("task", problem.task)}</p>}
      <p role="status">
        {answered && (
          <>
            <strong>{t(answered.right ? "rightAnswer" : "wrongAnswer")}</strong> {answered.remark}
          </>
        )}
      </p>
      <div class="button-row">
        {name && answered && !answered.right && <Button onClick={() => void openProblem(name)}>{t("tryAgain")}</Button>}
        {next && next.name !== name && <Button onClick={() => void openProblem(next.name)}>{t("nextProblem")}</Button>}
      </div>
    </section>
  );
}

export async function openProblem(name: string): Promise<void> {
  const opened = await ask({ kind: "problem", name }, "opened");
  if (!opened) return;
  remember(opened.game, name);
  go({ screen: "game", game: opened.game });
}
