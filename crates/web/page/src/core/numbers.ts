/** What is wrong with a number that somebody types. Nothing is rounded or moved into its range: the field says why. */
import { t } from "../catalogue";

export interface Wanted {
  min?: number | undefined;
  max?: number | undefined;
  /** Without a fraction. */
  whole: boolean;
  /** Whether nothing at all will do. */
  optional: boolean;
}

/** A sentence, or nothing if the number will do. */
export function wrongNumber(text: string, { min, max, whole, optional }: Wanted): string | null {
  const typed = text.trim();
  if (typed === "") return optional ? null : t("numberMissing");
  const number = Number(typed);
  if (!Number.isFinite(number)) return t("numberMissing");
  if (whole && !Number.isInteger(number)) return t("numberWhole", { number: typed });
  const low = min !== undefined && number < min;
  const high = max !== undefined && number > max;
  if (!low && !high) return null;
  if (min !== undefined && max !== undefined)
    return t("numberRange", { number: typed, min: String(min), max: String(max) });
  return low
    ? t("numberAtLeast", { number: typed, min: String(min) })
    : t("numberAtMost", { number: typed, max: String(max) });
}
