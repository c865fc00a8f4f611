/** The problems there are; one becomes a game in which moves are answered by whether they are right. */
import { useEffect, useState } from "preact/hooks";
import { named, t } from "../catalogue";
import { problems, status, tell } from "../core/store";
import { openProblem } from "../game/problem";
import { Empty } from "../ui/controls";

export function ProblemsScreen() {
  const open = status.value === "open";
  const [wanted, setWanted] = useState("");
  useEffect(() => {
    if (open) tell({ kind: "list-problems" });
  }, [open]);
  const list = problems.value;
  const shown =
    list?.filter(each =>
      `${each.name} ${each.task} ${named("task", each.task)}`.toLowerCase().includes(wanted.toLowerCase()),
    ) ?? [];
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
      </header>
      <p class="muted">{t("problemsAbout")}</p>
      {list && shown.length === 0 && <Empty>{t("noProblems")}</Empty>}
      <ul class="problem-list">
        {shown.map(problem => (
          <li key={problem.name}>
            <button type="button" class="problem-card" onClick={() => void openProblem(problem.name)}>
              <strong>{problem.name}</strong>
              <span class="muted">{named("task", problem.task)}</span>
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
