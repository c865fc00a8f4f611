/** The list of problems. A problem opens as a game. */
import { useEffect, useState } from "preact/hooks";
import { say, t } from "../catalogue";
import { solved } from "../core/solved";
import { problems, status, send } from "../core/store";
import { openOwnProblem, openProblem, Solved } from "../game/problem";
import { Empty, FileButton } from "../ui/controls";

export function ProblemsScreen() {
  const open = status.value === "open";
  const [wanted, setWanted] = useState("");
  useEffect(() => {
    if (open) send({ kind: "list-problems" });
  }, [open]);
  const list = problems.value;
  const shown =
    list?.filter(each => `${each.name} ${say(each.task)}`.toLowerCase().includes(wanted.toLowerCase())) ?? [];
  const done = list?.filter(each => solved.value.has(each.name)).length ?? 0;
  return (
    <div class="page-single">
      <header class="page-head">
        <h1>{t("problems")}</h1>
        <input
          type="search"
          aria-label={t("search")}
          placeholder={t("search")}
          value={wanted}
          onInput={event => setWanted(event.currentTarget.value)}
        />
        <FileButton label={t("openOwnProblem")} onFile={openOwnProblem} />
      </header>
      <p class="muted">
        {t("problemsAbout")} {list && t("problemsSolved", { solved: done, all: list.length })}
      </p>
      <p class="muted">{t("ownProblemAbout")}</p>
      {list && shown.length === 0 && <Empty>{t("noProblems")}</Empty>}
      <ul class="problem-list">
        {shown.map(problem => (
          <li key={problem.name}>
            <button type="button" class="problem-card" onClick={() => void openProblem(problem.name)}>
              <strong>
                {problem.name}
                {solved.value.has(problem.name) && <Solved />}
              </strong>
              <span class="muted">{say(problem.task)}</span>
              <span class="problem-size">
                {problem.size}×{problem.size}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
