/**
 * A player as a string: `rave:playouts=8000,reply=lgrf2`, `stages:opening=[mcts:playouts=800]`.
 *
 * Brackets nest and enclose any value; outside them a value ends at the next comma. A setting without a key belongs to
 * the first parameter of its player. Only the server can tell whether a specification is valid.
 */
import type { ParameterCard } from "../messages";

export const HUMAN = "human";

export interface Spec {
  name: string;
  /** The settings that differ from the default; a setting without a key has an empty one. */
  settings: [key: string, value: string][];
}

/** A player or a teacher, by its parameters. */
export interface Configurable {
  readonly parameters: readonly ParameterCard[];
}

export function parse(text: string): Spec {
  const colon = text.indexOf(":");
  if (colon < 0) return { name: text.trim(), settings: [] };
  const settings = split(text.slice(colon + 1)).map((part): [string, string] => {
    const key = /^([\w.-]+)=/.exec(part)?.[1];
    return key === undefined ? ["", bare(part)] : [key, bare(part.slice(key.length + 1))];
  });
  return { name: text.slice(0, colon).trim(), settings };
}

export function display({ name, settings }: Spec): string {
  if (settings.length === 0) return name;
  const parts = settings.map(([key, value]) => {
    const written = value === "" || /[,[\]:=]/.test(value) ? `[${value}]` : value;
    return key === "" ? written : `${key}=${written}`;
  });
  return `${name}:${parts.join(",")}`;
}

export function get(spec: Spec, parameter: ParameterCard, card: Configurable): string {
  const keyless = card.parameters[0] === parameter ? spec.settings.find(([key]) => key === "") : undefined;
  const found = spec.settings.find(([key]) => key === parameter.name) ?? keyless;
  return found?.[1] ?? parameter.default;
}

/** The specification with one parameter set. Default values are left out. */
export function set(spec: Spec, parameter: ParameterCard, card: Configurable, value: string): Spec {
  const first = card.parameters[0] === parameter;
  const others = spec.settings.filter(([key]) => key !== parameter.name && !(first && key === ""));
  const settings = value === parameter.default ? others : [...others, [parameter.name, value] as [string, string]];
  const place = (key: string) => card.parameters.findIndex(p => p.name === key);
  return { name: spec.name, settings: settings.sort((a, b) => place(a[0]) - place(b[0])) };
}

/** Splits at the commas outside brackets. */
function split(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === "[") depth += 1;
    else if (c === "]") depth -= 1;
    else if (c === "," && depth === 0) {
      parts.push(text.slice(from, i));
      from = i + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}

function bare(value: string): string {
  return value.startsWith("[") && value.endsWith("]") ? value.slice(1, -1) : value;
}
