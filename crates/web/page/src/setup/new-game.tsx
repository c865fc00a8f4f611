/** The form of a new game: players and board, and all other terms folded. */
import { signal } from "@preact/signals";
import { t } from "../catalogue";
import { startContest } from "../core/contests";
import { side } from "../core/format";
import { looksLikeBoard, looksLikeSgf, openFile, plainTerms, sizeOf } from "../core/records";
import { go } from "../core/route";
import { HUMAN } from "../core/spec";
import { ask, notice, welcome } from "../core/store";
import type { Terms } from "../messages";
import { Button, Field, NumberInput, Select } from "../ui/controls";
import { icons } from "../ui/icons";
import { PlayerPicker } from "./player-picker";
import { ClockFields, RulesFields, SizeField } from "./terms";
import { RecentGames } from "../screens/games";

/** The content of the form is kept while the page is open. */
const draft = signal<Terms | null>(null);
const bestOf = signal(1);

export function NewGameScreen() {
  const terms = draft.value ?? firstTerms();
  const change = (next: Terms) => {
    draft.value = next;
  };
  const seats = terms.seats;
  const programs = seats.every(who => who !== HUMAN);
  return (
    <div class="page-columns">
      <form
        class="card new-game"
        onSubmit={event => {
          event.preventDefault();
          void start(terms, programs ? bestOf.value : 1);
        }}
      >
        <h1>{t("newGame")}</h1>
        <SizeField size={terms.size} onChange={size => change({ ...terms, size })} />
        <div class="two-seats">
          <SeatField terms={terms} index={0} onChange={change} />
          <button
            type="button"
            class="icon-button swap-colors"
            aria-label={t("swapColors")}
            title={t("swapColors")}
            onClick={() => change({ ...terms, seats: [seats[1], seats[0]] })}
          >
            {icons.swap}
          </button>
          <SeatField terms={terms} index={1} onChange={change} />
        </div>
        {programs && (
          <div class="form-grid">
            <Field label={t("bestOf")} hint={t("bestOfHint")}>
              {id => (
                <Select
                  id={id}
                  value={String(bestOf.value)}
                  options={[1, 3, 5, 7, 9, 21].map(n => ({
                    value: String(n),
                    text: n === 1 ? t("oneGame") : t("bestOfN", { games: n }),
                  }))}
                  onChange={value => {
                    bestOf.value = Number(value);
                  }}
                />
              )}
            </Field>
            <Field label={t("pauseLabel")} hint={t("pauseHint")}>
              {id => (
                <NumberInput
                  id={id}
                  value={terms.pause / 1000}
                  min={0}
                  max={60}
                  step="any"
                  onChange={value => change({ ...terms, pause: Math.round(value * 1000) })}
                />
              )}
            </Field>
          </div>
        )}
        <details class="more">
          <summary>{t("moreTerms")}</summary>
          <div class="form-grid">
            <RulesFields terms={terms} onChange={change} />
            <Field label={t("handicap")}>
              {id => (
                <NumberInput
                  id={id}
                  value={terms.handicap}
                  min={0}
                  max={9}
                  onChange={value => change({ ...terms, handicap: value })}
                />
              )}
            </Field>
            <ClockFields terms={terms} onChange={change} />
          </div>
          <StartField terms={terms} onChange={change} />
        </details>
        <Button kind="main" type="submit" onClick={() => undefined}>
          {t("startGame")}
        </Button>
      </form>
      <aside class="beside">
        <RecentGames />
      </aside>
    </div>
  );
}

function SeatField({ terms, index, onChange }: { terms: Terms; index: 0 | 1; onChange: (terms: Terms) => void }) {
  const color = index === 0 ? "black" : "white";
  return (
    <div class="seat-field">
      <span class={`seat-stone seat-stone-${color}`} aria-hidden="true" />
      <PlayerPicker
        label={side(color)}
        value={terms.seats[index]}
        person
        onChange={who => onChange({ ...terms, seats: index === 0 ? [who, terms.seats[1]] : [terms.seats[0], who] })}
      />
    </div>
  );
}

function isNoStart(text: string | null): boolean {
  return text !== null && !looksLikeSgf(text) && !looksLikeBoard(text);
}

function StartField({ terms, onChange }: { terms: Terms; onChange: (terms: Terms) => void }) {
  return (
    <Field label={t("startFrom")} hint={t("startHint")}>
      {id => (
        <>
          <textarea
            id={id}
            class="code"
            rows={4}
            spellcheck={false}
            value={terms.start ?? ""}
            aria-invalid={isNoStart(terms.start)}
            placeholder={"(;SZ[9]…)   . . X O ."}
            onInput={event => {
              const text = event.currentTarget.value;
              const start = text.trim() === "" ? null : text;
              onChange({ ...terms, start, size: start ? sizeOf(start) : terms.size });
            }}
          />
          {isNoStart(terms.start) && <p class="error-text">{t("startWrong")}</p>}
          <input
            type="file"
            accept=".sgf,.txt"
            aria-label={t("openFile")}
            onChange={event => {
              const file = event.currentTarget.files?.[0];
              if (file)
                void file
                  .text()
                  .then(text =>
                    looksLikeSgf(text) ? openFile(file) : onChange({ ...terms, start: text, size: sizeOf(text) }),
                  );
            }}
          />
        </>
      )}
    </Field>
  );
}

async function start(terms: Terms, games: number): Promise<void> {
  if (isNoStart(terms.start)) {
    notice(t("startWrong"), true);
    return;
  }
  if (games > 1) {
    const name = `${terms.seats.map(who => who.split(":")[0]).join("-")}-${Date.now().toString(36)}`;
    await startContest({ name, system: "best-of", players: [...terms.seats], games, terms });
    return;
  }
  const opened = await ask({ kind: "new", terms }, "opened");
  if (opened) go({ screen: "game", game: opened.game });
}

/** The default terms: a person with Black against a preset of medium strength on a small board. */
function firstTerms(): Terms {
  const presets = welcome.value?.presets ?? [];
  const opponent = presets[Math.floor(presets.length / 2)]?.spec ?? welcome.value?.players[0]?.name ?? HUMAN;
  return { ...plainTerms(), size: 9, seats: [HUMAN, opponent], pause: 300 };
}
