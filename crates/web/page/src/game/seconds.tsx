/** The thinking time per position. */
import { t } from "../catalogue";
import { Field, NumberInput } from "../ui/controls";

export function SecondsEach({ value, onChange }: { value: number; onChange: (seconds: number) => void }) {
  return (
    <Field label={t("secondsEach")}>
      {id => <NumberInput id={id} value={value} min={0.05} max={60} step="any" onChange={onChange} />}
    </Field>
  );
}
