/** Chooses a player: a person, a preset, or anybody in the roster with the form that its parameters make. */
import { say, t } from "../catalogue";
import { player } from "../core/format";
import { display, HUMAN, parse, type Spec } from "../core/spec";
import { welcome } from "../core/store";
import type { PlayerCard } from "../messages";
import { Field, Select, type Option } from "../ui/controls";
import { ParameterForm } from "./parameter-form";

const NOBODY = "";

export function PlayerPicker({
  label,
  value,
  onChange,
  person = false,
  nobody = false,
}: {
  label: string;
  value: string;
  onChange: (spec: string) => void;
  /** Whether a person may be chosen. */
  person?: boolean;
  /** Whether nobody may be chosen, as in a stage that has no player of its own. */
  nobody?: boolean;
}) {
  const known = welcome.value;
  if (!known) return null;
  const spec = parse(value);
  const card = known.players.find(each => each.name === spec.name);
  const preset = known.presets.find(each => each.spec === value);
  const chosen = value === HUMAN || value === NOBODY ? value : preset ? preset.spec : spec.name;

  const single: Option[] = [];
  if (person) single.push({ value: HUMAN, text: t("person") });
  if (nobody) single.push({ value: NOBODY, text: t("nobody") });
  const presets = known.presets.map(each => ({
    value: each.spec,
    text: say(each.title),
  }));
  const taken = new Set(presets.map(each => each.value));
  // A preset may be a player as it is by default; then it is that player's entry as well.
  const players = known.players
    .filter(each => canPlay(each) || each === card)
    .map(each => ({
      value: taken.has(each.name) ? `${each.name}:` : each.name,
      text: each.name,
    }));
  const choose = (next: string) => {
    const named = known.players.find(each => each.name === next.replace(/:$/, ""));
    onChange(named ? display(firstSpec(named)) : next);
  };

  return (
    <div class="player-picker">
      <Field label={label}>
        {id => (
          <Select
            id={id}
            value={chosen}
            options={[
              ...single,
              { group: t("presets"), options: presets },
              { group: t("allPlayers"), options: players },
            ]}
            onChange={choose}
          />
        )}
      </Field>
      {card && <p class="field-hint">{say(card.summary)}</p>}
      {card && card.parameters.length > 0 && (
        <details class="parameters">
          <summary>{t("settingsOf", { player: player(spec.name) })}</summary>
          <ParameterForm key={card.name} card={card} spec={spec} onChange={next => onChange(display(next))} />
          <Field label={t("specification")} hint={t("specificationHint")}>
            {id => (
              <input
                id={id}
                class="code"
                value={value}
                spellcheck={false}
                onChange={event => onChange(event.currentTarget.value.trim())}
              />
            )}
          </Field>
        </details>
      )}
    </div>
  );
}

/** Another program is named by its label; without any label there is none. */
function canPlay(card: PlayerCard): boolean {
  return card.name !== "gtp" || labels(card).length > 0;
}

/** A player as it is when it is chosen: by default, and another program by its first label. */
function firstSpec(card: PlayerCard): Spec {
  const [label] = labels(card);
  return { name: card.name, settings: label ? [["command", label]] : [] };
}

function labels(card: PlayerCard): string[] {
  if (card.name !== "gtp") return [];
  return card.parameters.find(({ name }) => name === "command")?.choices.filter(Boolean) ?? [];
}
