/** The analysis of a player: candidates with visits, win rates and variations. */
import { t } from "../catalogue";
import { brief, lead, moveName, percent, player } from "../core/format";
import { showCandidates } from "../core/settings";
import { welcome } from "../core/store";
import type { Candidate, Side, Thought } from "../messages";
import { Checkbox, Empty, Select } from "../ui/controls";
import { adviser, chanceOf, type Desk } from "./desk";

export function ThoughtsPanel({ desk }: { desk: Desk }) {
  const { game } = desk;
  const position = game.position.value;
  const opinion = game.thought.value;
  if (!position) return null;
  return (
    <div class="stack">
      <div class="split">
        <Checkbox
          label={t("thinkAlong")}
          checked={desk.analysing.value !== null}
          onChange={checked => desk.analyse(checked ? adviser() : null)}
        />
        <Checkbox
          label={t("showOnBoard")}
          checked={showCandidates.value}
          onChange={checked => {
            showCandidates.value = checked;
          }}
        />
      </div>
      {desk.analysing.value !== null && (
        <Select
          label={t("thinker")}
          value={desk.analysing.value}
          options={thinkers()}
          onChange={who => desk.analyse(who)}
        />
      )}
      {opinion && opinion.node === position.node ? (
        <>
          <ThoughtHead who={opinion.player} thought={opinion.thought} toPlay={position.toPlay} />
          <Candidates desk={desk} candidates={opinion.thought.candidates} toPlay={position.toPlay} />
          <Notes notes={opinion.thought.notes} />
        </>
      ) : (
        <Empty>{t("noThoughts")}</Empty>
      )}
    </div>
  );
}

function ThoughtHead({ who, thought, toPlay }: { who: string; thought: Thought; toPlay: Side }) {
  const chance = chanceOf(thought, toPlay);
  return (
    <p class="thought-head">
      <strong>{player(who, welcome.value?.presets)}</strong>
      <span class="muted">
        {thought.visits > 0 && t("visitsOf", { visits: thought.visits })}
        {chance !== null && ` · ${percent(chance)}`}
        {thought.score !== null && ` · ${lead(thought.score)}`}
      </span>
    </p>
  );
}

export function Candidates({
  desk,
  candidates,
  toPlay,
}: {
  desk: Desk;
  candidates: readonly Candidate[];
  toPlay: Side;
}) {
  const most = Math.max(1, ...candidates.map(c => c.visits));
  const show = (line: readonly string[]) => {
    desk.line.value = line;
  };
  return (
    <table class="candidates">
      <thead>
        <tr>
          <th scope="col">{t("move")}</th>
          <th scope="col" class="num">
            {t("chance")}
          </th>
          <th scope="col" class="num">
            {t("visits")}
          </th>
          <th scope="col">{t("line")}</th>
        </tr>
      </thead>
      <tbody>
        {candidates.slice(0, 10).map(candidate => {
          const chance = chanceOf(candidate, toPlay);
          return (
            <tr key={candidate.mv} onMouseEnter={() => show(candidate.line)} onMouseLeave={() => show([])}>
              <th scope="row">
                <button
                  type="button"
                  class="link"
                  onFocus={() => show(candidate.line)}
                  onBlur={() => show([])}
                  onClick={() => desk.choose(candidate.mv)}
                >
                  {moveName(candidate.mv)}
                </button>
              </th>
              <td class="num">{chance === null ? "–" : percent(chance)}</td>
              <td class="num bar" style={{ "--share": `${(100 * candidate.visits) / most}%` }}>
                {brief(candidate.visits)}
              </td>
              <td class="line-cell">{candidate.line.slice(1, 7).map(moveName).join(" ")}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

export function Notes({ notes }: { notes: readonly [string, string][] }) {
  if (notes.length === 0) return null;
  return (
    <dl class="notes">
      {notes.map(([title, text], i) => (
        <div key={i}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The players that report an analysis: presets first, then players with default settings. */
export function thinkers(): { value: string; text: string }[] {
  const known = welcome.value;
  if (!known) return [];
  const thinks = (spec: string) => known.players.some(card => card.thinks && spec.split(":")[0] === card.name);
  const presets = known.presets.filter(preset => thinks(preset.spec));
  const others = known.players.filter(card => card.thinks && !presets.some(preset => preset.spec === card.name));
  return [
    ...presets.map(preset => ({ value: preset.spec, text: player(preset.spec, known.presets) })).reverse(),
    ...others.map(card => ({ value: card.name, text: card.name })),
  ];
}
