/** The contest screen: standings with rating intervals, the cross table, the latest games. */
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { t } from "../catalogue";
import { number, plain, player } from "../core/format";
import { go } from "../core/route";
import { contests, status, send, watchContest, welcome } from "../core/store";
import type { ContestCard } from "../messages";
import { Button, Empty, ProgressBar } from "../ui/controls";
import { GameCards } from "./games";

export function ContestScreen({ name }: { name: string }) {
  const open = status.value === "open";
  useEffect(() => {
    if (open) watchContest(name);
  }, [name, open]);
  const contest = contests.value.get(name);
  if (!contest) return <Empty>{t("loading")}</Empty>;
  const state = stateOf(contest);
  return (
    <div class="page-single">
      <header class="page-head">
        <div>
          <h1>{contest.name}</h1>
          <p class="muted">
            {t(`system.${contest.system}`)} · {t("gamesOf", { done: contest.done, of: contest.of })} ·{" "}
            <span data-state={state}>{t(state)}</span>
          </p>
        </div>
        <div class="button-row">
          {contest.running && (
            <Button onClick={() => send({ kind: "stop-contest", contest: name })}>
              {t(contest.stopping ? "abortGames" : "stopContest")}
            </Button>
          )}
          {state === "stopped" && (
            <Button kind="main" onClick={() => send({ kind: "resume-contest", contest: name })}>
              {t("resumeContest")}
            </Button>
          )}
          {contest.latest.length > 0 && (
            <Button
              onClick={() =>
                go({
                  screen: "wall",
                  games: contest.latest.filter(game => game.result === null).map(game => game.game),
                })
              }
            >
              {t("onTheWall")}
            </Button>
          )}
        </div>
      </header>
      <ProgressBar
        done={contest.over ? contest.of : contest.done}
        of={contest.of}
        label={t("gamesOf", { done: contest.done, of: contest.of })}
      />
      <Standings contest={contest} />
      {contest.cross.length > 0 && <Cross contest={contest} />}
      <section aria-labelledby="latest">
        <h2 id="latest">{t("latestGames")}</h2>
        {contest.latest.length === 0 ? <Empty>{t("noGames")}</Empty> : <GameCards games={contest.latest} />}
      </section>
    </div>
  );
}

/** The state of a contest. A contest is stopping until its running games are finished. */
function stateOf({ over, running, stopping }: ContestCard): "finished" | "stopping" | "running" | "stopped" {
  if (over) return "finished";
  if (running) return stopping ? "stopping" : "running";
  return "stopped";
}

/** A wide table with a heading, which scrolls sideways on a small screen. */
function TableSection({ id, title, children }: { id: string; title: string; children: ComponentChildren }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div class="table-scroll" tabIndex={0} role="group" aria-label={title}>
        {children}
      </div>
    </section>
  );
}

function Standings({ contest }: { contest: ContestCard }) {
  const rated = contest.standings.flatMap(({ rating }) =>
    rating ? [rating[0] - rating[1], rating[0] + rating[1]] : [],
  );
  const least = Math.min(...rated);
  const span = Math.max(1, Math.max(...rated) - least);
  return (
    <TableSection id="standings" title={t("standings")}>
      <table class="data">
        <thead>
          <tr>
            <th scope="col" class="num">
              #
            </th>
            <th scope="col">{t("player")}</th>
            <th scope="col" class="num">
              {t("gamesPlayed")}
            </th>
            <th scope="col" class="num">
              {t("points")}
            </th>
            <th scope="col" class="num">
              {t("rating")}
            </th>
            <th scope="col" class="interval-head">
              {t("interval")}
            </th>
          </tr>
        </thead>
        <tbody>
          {contest.standings.map((standing, i) => (
            <tr key={standing.player}>
              <td class="num">{i + 1}</td>
              <th scope="row">{player(standing.player, welcome.value?.presets)}</th>
              <td class="num">{standing.games}</td>
              <td class="num">{plain(standing.points)}</td>
              <td class="num">
                {standing.rating ? `${number(standing.rating[0])} ± ${number(standing.rating[1])}` : "–"}
              </td>
              <td class="interval">
                {standing.rating && (
                  <span
                    class="interval-bar"
                    style={{
                      left: `${(100 * (standing.rating[0] - standing.rating[1] - least)) / span}%`,
                      width: `${(200 * standing.rating[1]) / span}%`,
                    }}
                  />
                )}
                {standing.forfeits > 0 && (
                  <span class="error-text">{t("forfeits", { forfeits: standing.forfeits })}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableSection>
  );
}

function Cross({ contest }: { contest: ContestCard }) {
  const name = (at: number) => player(contest.standings[at]?.player ?? "", welcome.value?.presets);
  return (
    <TableSection id="cross" title={t("crossTable")}>
      <table class="data cross">
        <thead>
          <tr>
            <th scope="col">
              <span class="visually-hidden">{t("player")}</span>
            </th>
            {contest.cross.map((_, i) => (
              <th key={i} scope="col" class="num" title={name(i)}>
                {i + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {contest.cross.map((row, i) => (
            <tr key={i}>
              <th scope="row">
                {i + 1}. {name(i)}
              </th>
              {row.map(([won, games], j) => (
                <td
                  key={j}
                  class={i === j || games === 0 ? "num cross-none" : "num"}
                  style={i === j || games === 0 ? {} : { "--won": won / games }}
                >
                  {i === j ? "" : games === 0 ? "·" : `${plain(won)}/${games}`}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableSection>
  );
}
