/** The fields that the forms of games and contests share: board, rules, clock. */
import { say, t } from "../catalogue";
import { plain } from "../core/format";
import { welcome } from "../core/store";
import type { Terms } from "../messages";
import { Field, NumberInput, Segments, Select } from "../ui/controls";

const SIZES = [5, 7, 9, 10, 13, 14, 19];
const CLOCKS = ["", "1m+10s", "5m+3x30s", "10m+5x30s", "30m", "20s"];

export function SizeField({ size, onChange }: { size: number; onChange: (size: number) => void }) {
  return (
    <fieldset class="field">
      <legend>{t("size")}</legend>
      <div class="size-row">
        <Segments
          label={t("size")}
          value={String(size)}
          options={SIZES.map(each => ({ value: String(each), text: String(each) }))}
          onChange={value => onChange(Number(value))}
        />
        <NumberInput label={t("anySize")} value={size} min={2} max={19} onChange={onChange} />
      </div>
    </fieldset>
  );
}

export function RulesFields({ terms, onChange }: { terms: Terms; onChange: (terms: Terms) => void }) {
  const rules = welcome.value?.rules ?? [];
  const chosen = rules.find(rule => rule.name === terms.rules);
  return (
    <>
      <Field label={t("rules")} {...(chosen ? { hint: say(chosen.about) } : {})}>
        {id => (
          <Select
            id={id}
            value={terms.rules}
            options={rules.map(rule => ({ value: rule.name, text: say(rule.title) }))}
            onChange={value => onChange({ ...terms, rules: value })}
          />
        )}
      </Field>
      <Field label={t("komi")}>
        {id => (
          <NumberInput
            id={id}
            value={terms.komi}
            step={0.5}
            min={-1000}
            max={1000}
            optional
            placeholder={chosen ? t("usual", { value: plain(chosen.komi) }) : ""}
            onChange={komi => onChange({ ...terms, komi })}
          />
        )}
      </Field>
    </>
  );
}

export function ClockFields({ terms, onChange }: { terms: Terms; onChange: (terms: Terms) => void }) {
  return (
    <>
      <Field label={t("clock")} hint={t("clockHint")}>
        {id => (
          <>
            <input
              id={id}
              list={`${id}-clocks`}
              value={terms.clock ?? ""}
              placeholder={t("noClock")}
              onInput={event => onChange({ ...terms, clock: event.currentTarget.value.trim() || null })}
            />
            <datalist id={`${id}-clocks`}>
              {CLOCKS.filter(Boolean).map(each => (
                <option key={each} value={each} />
              ))}
            </datalist>
          </>
        )}
      </Field>
      <Field label={t("budget")} hint={t("budgetHint")}>
        {id => (
          <input
            id={id}
            value={terms.budget ?? ""}
            placeholder={t("asSpecified")}
            onInput={event => onChange({ ...terms, budget: event.currentTarget.value.trim() || null })}
          />
        )}
      </Field>
    </>
  );
}
