/** The banner of a problem: its task, and whether the last move is right. */
import { useEffect } from "preact/hooks";
import { say, t } from "../catalogue";
import { moveName } from "../core/format";
import type { Game } from "../core/game";
import { go } from "../core/route";
import { solved } from "../core/solved";
import { ask, problems, send } from "../core/store";
import { Button } from "../ui/controls";

export function ProblemBanner({ game }: { game: Game }) {
  const problem = game.problem.value;
  const answered = game.answered.value;
  const list = problems.value ?? [];
  useEffect(() => {
    if (problem && !problems.peek()) send({ kind: "list-problems" });
  }, [problem]);
  if (!problem) return null;
  const next = list[(list.findIndex(each => each.name === problem.name) + 1) % Math.max(1, list.length)];
  const again = () => {
    game.answered.value = null;
    send({ kind: "take-up", game: game.id, node: 0 });
  };
  return (
    <section
      class={answered ? (answered.right ? "problem problem-right" : "problem problem-wrong") : "problem"}
      aria-label={t("problem")}
    >
      <h2>
        {problem.name || t("ownProblem")}
        {!problem.own && solved.value.has(problem.name) && <Solved />}
      </h2>
      <p>{say(problem.task)}</p>
      <p role="status">
        {answered && (
          <>
            <strong>{t(answered.right ? "rightAnswer" : "wrongAnswer", { move: moveName(answered.mv) })}</strong>{" "}
            {answered.comment || t(answered.right ? "rightRemark" : "wrongRemark")}
          </>
        )}
      </p>
      <div class="button-row">
        {answered && !answered.right && <Button onClick={again}>{t("tryAgain")}</Button>}
        {next && next.name !== problem.name && (
          <Button onClick={() => void openProblem(next.name)}>{t("nextProblem")}</Button>
        )}
      </div>
    </section>
  );
}

/** The mark of a solved problem. */
export function Solved() {
  return (
    <span class="solved" title={t("solved")}>
      <span aria-hidden="true"> ✓</span>
      <span class="visually-hidden"> {t("solved")}</span>
    </span>
  );
}

export async function openProblem(name: string): Promise<void> {
  const opened = await ask({ kind: "problem", name }, "opened");
  if (opened) go({ screen: "game", game: opened.game });
}

/** Opens a problem from an SGF file that contains the answer. */
export async function openOwnProblem(file: File): Promise<void> {
  const opened = await ask({ kind: "own-problem", sgf: await file.text() }, "opened");
  if (opened) go({ screen: "game", game: opened.game });
}
