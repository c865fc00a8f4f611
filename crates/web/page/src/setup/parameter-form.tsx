/** The form that a player's declared parameters make. A parameter that is a player holds such a form again. */
import { t } from "../catalogue";
import { get, set, type Spec } from "../core/spec";
import type { ParameterCard, PlayerCard } from "../messages";
import { Field, NumberInput, Select } from "../ui/controls";
import { PlayerPicker } from "./player-picker";

export function ParameterForm({
  card,
  spec,
  onChange,
}: {
  card: PlayerCard;
  spec: Spec;
  onChange: (spec: Spec) => void;
}) {
  return (
    <div class="parameter-form">
      {card.parameters.map(parameter => (
        <Parameter
          key={parameter.name}
          parameter={parameter}
          value={get(spec, parameter, card)}
          onChange={value => onChange(set(spec, parameter, card, value))}
        />
      ))}
    </div>
  );
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
        <PlayerPicker label={parameter.name} value={value} nobody onChange={onChange} />
        <p class="field-hint">{parameter.about}</p>
      </fieldset>
    );
  if (parameter.kind === "bool")
    return (
      <div class="field">
        <label class="check">
          <input
            type="checkbox"
            checked={value === "true"}
            onChange={event => onChange(String(event.currentTarget.checked))}
          />
          {parameter.name}
        </label>
        <p class="field-hint">{parameter.about}</p>
      </div>
    );
  return (
    <Field label={parameter.name} hint={parameter.about}>
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
        options={choices.map(choice => ({ value: choice, text: choice }))}
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
