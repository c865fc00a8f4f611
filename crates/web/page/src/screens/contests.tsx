/** The list of matches and tournaments, and the form of a new one. */
import { useEffect, useState } from "preact/hooks";
import { t } from "../catalogue";
import { startContest } from "../core/contests";
import { player } from "../core/format";
import { plainTerms } from "../core/records";
import { write } from "../core/route";
import { contests, status, send, welcome } from "../core/store";
import type { NewContest, System } from "../messages";
import { PlayerPicker } from "../setup/player-picker";
import { ClockFields, RulesFields, SizeField } from "../setup/terms";
import { Button, Empty, Field, NumberInput, ProgressBar, Select } from "../ui/controls";

const SYSTEMS: readonly System[] = ["round-robin", "gauntlet", "swiss", "match", "best-of"];
/** The systems for exactly two players. */
const FOR_TWO = ["match", "best-of"];

export function ContestsScreen() {
  const open = status.value === "open";
  useEffect(() => {
    if (open) send({ kind: "list-contests" });
  }, [open]);
  const all = [...contests.value.values()];
  return (
    <div class="page-columns">
      <ContestForm />
      <section class="beside" aria-labelledby="contests">
        <h2 id="contests">{t("contests")}</h2>
        {all.length === 0 && <Empty>{t("noContests")}</Empty>}
        <ul class="contest-list">
          {all.map(contest => (
            <li key={contest.name}>
              <a class="contest-card" href={write({ screen: "contest", contest: contest.name })}>
                <strong>{contest.name}</strong>
                <span class="muted">
                  {t(`system.${contest.system}`)} · {t("gamesOf", { done: contest.done, of: contest.of })}
                  {contest.running && ` · ${t("running")}`}
                </span>
                <ProgressBar done={contest.over ? contest.of : contest.done} of={contest.of} label={contest.name} />
              </a>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function ContestForm() {
  const [contest, setContest] = useState<NewContest>(() => ({
    name: "",
    system: "round-robin",
    players: (welcome.peek()?.presets ?? []).slice(0, 3).map(preset => preset.spec),
    games: 4,
    terms: { ...plainTerms(), size: 9 },
  }));
  const [next, setNext] = useState("random");
  const { terms, players } = contest;
  const enough = FOR_TWO.includes(contest.system) ? players.length === 2 : players.length >= 2;
  const start = () => {
    const name = contest.name.trim() || `${contest.system}-${Date.now().toString(36)}`;
    void startContest({ ...contest, name });
  };
  return (
    <form
      class="card new-game"
      onSubmit={event => {
        event.preventDefault();
        start();
      }}
    >
      <h1>{t("newContest")}</h1>
      <div class="form-grid">
        <Field label={t("contestName")} hint={t("contestNameHint")}>
          {id => (
            <input
              id={id}
              value={contest.name}
              onInput={event => setContest({ ...contest, name: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field label={t("system")}>
          {id => (
            <Select
              id={id}
              value={contest.system}
              options={SYSTEMS.map(value => ({ value, text: t(`system.${value}`) }))}
              onChange={system => setContest({ ...contest, system: system as System })}
            />
          )}
        </Field>
      </div>
      <fieldset class="field">
        <legend>{t("entrants")}</legend>
        <ul class="chips">
          {players.map((who, i) => (
            <li key={`${who}${i}`} class="chip">
              {player(who, welcome.value?.presets)}
              <button
                type="button"
                class="chip-away"
                aria-label={t("sendAway", { player: player(who, welcome.value?.presets) })}
                onClick={() => setContest({ ...contest, players: players.filter((_, at) => at !== i) })}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
        <div class="add-player">
          <PlayerPicker label={t("player")} value={next} onChange={setNext} />
          <Button onClick={() => setContest({ ...contest, players: [...players, next] })}>{t("addPlayer")}</Button>
        </div>
      </fieldset>
      <SizeField size={terms.size} onChange={size => setContest({ ...contest, terms: { ...terms, size } })} />
      <div class="form-grid">
        <Field label={t(contest.system === "swiss" ? "rounds" : "gamesEachPair")}>
          {id => (
            <NumberInput
              id={id}
              value={contest.games}
              min={1}
              max={1000}
              onChange={games => setContest({ ...contest, games })}
            />
          )}
        </Field>
        <RulesFields terms={terms} onChange={changed => setContest({ ...contest, terms: changed })} />
        <ClockFields terms={terms} onChange={changed => setContest({ ...contest, terms: changed })} />
      </div>
      <Button kind="main" type="submit" disabled={!enough} onClick={() => undefined}>
        {t("startContest")}
      </Button>
    </form>
  );
}
