/** The form of the declared parameters of a player or a teacher. A parameter that is a player contains another form. */
import { useState } from "preact/hooks";
import { say, t } from "../catalogue";
import { get, set, type Configurable, type Spec } from "../core/spec";
import type { ParameterCard } from "../messages";
import { Checkbox, Field, NumberInput, Select } from "../ui/controls";
import { PlayerPicker } from "./player-picker";

/** A form with more parameters than this shows only the common ones, and folds the others. */
const FEW = 9;

const COMMON = new Set([
  "playouts",
  "games",
  "nodes",
  "depth",
  "threads",
  "policy",
  "reply",
  "opening",
  "net",
  "model",
  "window",
  "radius",
  "resign",
  "ponder",
  "representation",
  "selection",
  "passes",
]);

export function ParameterForm({
  card,
  spec,
  onChange,
}: {
  card: Configurable;
  spec: Spec;
  onChange: (spec: Spec) => void;
}) {
  const many = card.parameters.length > FEW;
  const front = card.parameters.filter(({ name }) => !many || COMMON.has(name));
  const folded = card.parameters.filter(parameter => !front.includes(parameter));
  // Open from the start if a folded parameter is set; later changes do not fold or unfold it.
  const [open] = useState(() => folded.some(parameter => get(spec, parameter, card) !== parameter.default));
  const fields = (parameters: readonly ParameterCard[]) =>
    parameters.map(parameter => (
      <Parameter
        key={parameter.name}
        parameter={parameter}
        value={get(spec, parameter, card)}
        onChange={value => onChange(set(spec, parameter, card, value))}
      />
    ));
  return (
    <>
      <div class="parameter-form">{fields(front)}</div>
      {folded.length > 0 && (
        <details class="parameters" open={open}>
          <summary>{t("moreSettings", { settings: folded.length })}</summary>
          {families(folded).map(([family, parameters]) =>
            family === "" ? (
              <div key={family} class="parameter-form">
                {fields(parameters)}
              </div>
            ) : (
              <fieldset key={family} class="family">
                <legend>{family}</legend>
                <div class="parameter-form">{fields(parameters)}</div>
              </fieldset>
            ),
          )}
        </details>
      )}
    </>
  );
}

/** Groups parameters by their first word, such as `prior-near` and `prior-line`; ungrouped parameters come first. */
function families(parameters: readonly ParameterCard[]): [string, ParameterCard[]][] {
  const word = ({ name }: ParameterCard) => name.split("-")[0] ?? name;
  const found = new Map<string, ParameterCard[]>([["", []]]);
  for (const parameter of parameters) {
    const alike = parameters.filter(other => word(other) === word(parameter)).length;
    const family = alike > 1 ? word(parameter) : "";
    found.set(family, [...(found.get(family) ?? []), parameter]);
  }
  return [...found].filter(([, members]) => members.length > 0);
}

function Parameter({
  parameter,
  value,
  onChange,
}: {
  parameter: ParameterCard;
  value: string;
  onChange: (value: string) => void;
}) {
  if (parameter.kind === "player")
    return (
      <fieldset class="nested">
        <legend class="visually-hidden">{parameter.name}</legend>
        <PlayerPicker label={parameter.name} value={value} optional onChange={onChange} />
        <p class="field-hint">{say(parameter.about)}</p>
      </fieldset>
    );
  if (parameter.kind === "bool")
    return (
      <div class="field">
        <Checkbox label={parameter.name} checked={value === "true"} onChange={checked => onChange(String(checked))} />
        <p class="field-hint">{say(parameter.about)}</p>
      </div>
    );
  return (
    <Field label={parameter.name} hint={say(parameter.about)}>
      {id => <Input id={id} parameter={parameter} value={value} onChange={onChange} />}
    </Field>
  );
}

function Input({
  id,
  parameter,
  value,
  onChange,
}: {
  id: string;
  parameter: ParameterCard;
  value: string;
  onChange: (value: string) => void;
}) {
  const { kind, range, choices } = parameter;
  if (kind === "choice" || (choices.length > 0 && choices.includes(value)))
    return (
      <Select
        id={id}
        value={value}
        options={choices
          .filter(choice => choice !== "" || parameter.name !== "command")
          .map(choice => ({ value: choice, text: choice || t("usualChoice") }))}
        onChange={onChange}
      />
    );
  if (kind === "int" || kind === "float") {
    const limits = range ? { min: range[0], ...(range[1] < 1e15 ? { max: range[1] } : {}) } : {};
    return (
      <NumberInput
        id={id}
        value={value === "" ? null : Number(value)}
        {...limits}
        step={kind === "int" ? 1 : "any"}
        placeholder={parameter.default}
        optional
        onChange={next => onChange(next === null ? parameter.default : String(next))}
      />
    );
  }
  return (
    <input
      id={id}
      value={value}
      placeholder={parameter.default || t("nothing")}
      onChange={event => onChange(event.currentTarget.value)}
    />
  );
}
