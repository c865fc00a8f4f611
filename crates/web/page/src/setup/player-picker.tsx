/** Selects a player: a person, a preset, or any player of the roster with the form of its parameters. */
import { say, t } from "../catalogue";
import { player } from "../core/format";
import { display, HUMAN, parse, type Spec } from "../core/spec";
import { welcome } from "../core/store";
import type { PlayerCard } from "../messages";
import { Field, Select, type Option } from "../ui/controls";
import { ParameterForm } from "./parameter-form";

const NO_PLAYER = "";

export function PlayerPicker({
  label,
  value,
  onChange,
  person = false,
  optional = false,
}: {
  label: string;
  value: string;
  onChange: (spec: string) => void;
  /** Whether a person may be chosen. */
  person?: boolean;
  /** Whether the choice may be empty, as in a stage without a player. */
  optional?: boolean;
}) {
  const known = welcome.value;
  if (!known) return null;
  const spec = parse(value);
  const card = known.players.find(each => each.name === spec.name);
  const preset = known.presets.find(each => each.spec === value);
  const chosen = value === HUMAN || value === NO_PLAYER ? value : preset ? preset.spec : spec.name;

  const single: Option[] = [];
  if (person) single.push({ value: HUMAN, text: t("person") });
  if (optional) single.push({ value: NO_PLAYER, text: t("noPlayer") });
  const presets = known.presets.map(each => ({
    value: each.spec,
    text: say(each.title),
  }));
  const taken = new Set(presets.map(each => each.value));
  // A preset may equal a player with default settings: the list then needs two different values.
  const players = known.players
    .filter(each => canPlay(each) || each === card)
    .map(each => ({
      value: taken.has(each.name) ? `${each.name}:` : each.name,
      text: each.name,
    }));
  const choose = (next: string) => {
    const named = known.players.find(each => each.name === next.replace(/:$/, ""));
    onChange(named ? display(defaultSpec(named)) : next);
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

/** Other programs are chosen by their labels; without labels there are none. */
function canPlay(card: PlayerCard): boolean {
  return card.name !== "gtp" || labels(card).length > 0;
}

/** The initial specification of a player: its defaults, and for another program its first label. */
function defaultSpec(card: PlayerCard): Spec {
  const [label] = labels(card);
  return { name: card.name, settings: label ? [["command", label]] : [] };
}

function labels(card: PlayerCard): string[] {
  if (card.name !== "gtp") return [];
  return card.parameters.find(({ name }) => name === "command")?.choices.filter(Boolean) ?? [];
}
