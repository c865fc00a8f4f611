/** The council: several players say side by side what they would play, and why. */
import { useState } from "preact/hooks";
import { say, t } from "../catalogue";
import { lead, moveName, number, percent, player } from "../core/format";
import type { CouncilOpinion } from "../core/game";
import { send, welcome } from "../core/store";
import type { Side } from "../messages";
import { PlayerPicker } from "../setup/player-picker";
import { Button } from "../ui/controls";
import { chanceOf, councilLetter, type Desk } from "./desk";
import { SecondsEach } from "./seconds";
import { Notes } from "./thoughts";

/** The longest note that is shown in one line, in characters. */
const SHORT = 48;

export function CouncilPanel({ desk }: { desk: Desk }) {
  const position = desk.game.position.value;
  const asked = desk.council.value ?? defaultCouncil();
  const [seconds, setSeconds] = useState(2);
  const [more, setMore] = useState("");
  if (!position) return null;
  const opinions = desk.game.council.value.filter(opinion => opinion.node === position.node);
  const invite = (who: string) => {
    if (who && !asked.includes(who)) desk.council.value = [...asked, who];
    setMore("");
  };
  const convene = () => {
    desk.council.value = asked;
    desk.game.council.value = [];
    desk.councilNode.value = position.node;
    send({ kind: "council", game: desk.game.id, node: position.node, players: [...asked], seconds });
  };
  const silent = opinions.length === 0 && desk.councilNode.value !== position.node;
  return (
    <div class="stack">
      {silent && <p class="muted">{t("councilAbout")}</p>}
      <div class="council-ask">
        <SecondsEach value={seconds} onChange={setSeconds} />
        <Button kind="main" disabled={asked.length === 0} onClick={convene}>
          {t("askCouncil")}
        </Button>
        <details>
          <summary>{t("inviteMore")}</summary>
          <div class="stack">
            <PlayerPicker label={t("player")} value={more || "random"} onChange={setMore} />
            <Button onClick={() => invite(more || "random")}>{t("invite")}</Button>
          </div>
        </details>
      </div>
      <ol class="opinions" aria-label={t("councilMembers")}>
        {asked.map((who, i) => (
          <OpinionCard
            key={who}
            desk={desk}
            letter={councilLetter(i)}
            who={who}
            toPlay={position.toPlay}
            silent={silent}
            opinion={opinions.find(o => o.player === who)}
            onSendAway={() => {
              desk.council.value = asked.filter(other => other !== who);
            }}
          />
        ))}
      </ol>
    </div>
  );
}

function OpinionCard({
  desk,
  letter,
  who,
  opinion,
  toPlay,
  silent,
  onSendAway,
}: {
  desk: Desk;
  letter: string;
  who: string;
  opinion: CouncilOpinion | undefined;
  toPlay: Side;
  /** Whether the council has not been asked yet. */
  silent: boolean;
  onSendAway: () => void;
}) {
  const name = player(who, welcome.value?.presets);
  const best = opinion?.thought?.candidates.find(c => c.mv === opinion.mv) ?? opinion?.thought?.candidates[0];
  const line = best?.line ?? (opinion?.mv ? [opinion.mv] : []);
  const chance = opinion?.thought ? chanceOf(opinion.thought, toPlay) : null;
  const show = (shown: readonly string[]) => {
    desk.line.value = shown;
  };
  return (
    <li class="opinion" data-player={who} onMouseEnter={() => show(line)} onMouseLeave={() => show([])}>
      <p class="opinion-head">
        <span class="letter">{letter}</span>
        <strong class="opinion-player" title={name}>
          {name}
        </strong>
        {!silent && (
          <span class="opinion-move">
            {opinion === undefined ? (
              <span class="muted">{t("stillThinking")}</span>
            ) : opinion.mv ? (
              moveName(opinion.mv)
            ) : (
              "–"
            )}
          </span>
        )}
        <button type="button" class="chip-away" aria-label={t("sendAway", { player: name })} onClick={onSendAway}>
          ×
        </button>
      </p>
      {opinion?.error && <p class="error-text">{say(opinion.error)}</p>}
      {opinion?.thought && (
        <p class="muted opinion-why">
          {chance !== null && `${percent(chance)} · `}
          {opinion.thought.score !== null && `${lead(opinion.thought.score)} · `}
          {opinion.thought.visits > 0 && `${t("visitsOf", { visits: opinion.thought.visits })} · `}
          {t("tookSeconds", { seconds: number(opinion.seconds, 1) })}
          {line.length > 1 && <span class="opinion-line">{line.slice(0, 8).map(moveName).join(" ")}</span>}
        </p>
      )}
      {opinion?.thought && <Why notes={opinion.thought.notes} />}
    </li>
  );
}

/** A short note in one line; longer ones are folded to keep the cards small. */
function Why({ notes }: { notes: readonly [string, string][] }) {
  if (notes.length === 0) return null;
  const line = notes.map(([title, text]) => `${title}: ${text}`).join(" · ");
  if (line.length <= SHORT) return <p class="muted opinion-why">{line}</p>;
  return (
    <details class="opinion-why">
      <summary>{notes.map(([title]) => title).join(" · ")}</summary>
      <Notes notes={notes} />
    </details>
  );
}

/** The default council: the strongest preset, three very different players, then any that report an analysis. */
function defaultCouncil(): string[] {
  const known = welcome.value;
  if (!known) return [];
  const strongest = known.presets.at(-1)?.spec;
  const different = ["gojen", "preference", "uct"].filter(name => known.players.some(card => card.name === name));
  const others = known.players.filter(card => card.thinks || card.ranks).map(card => card.name);
  return [...new Set([...(strongest ? [strongest] : []), ...different, ...others])].slice(0, 4);
}
