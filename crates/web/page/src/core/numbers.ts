/** Validates typed numbers. A wrong number is never rounded or clamped: the field shows the reason. */
import { t } from "../catalogue";

export interface NumberLimits {
  min?: number | undefined;
  max?: number | undefined;
  /** Whether it must be a whole number. */
  whole: boolean;
  /** Whether the field may stay empty. */
  optional: boolean;
}

/** What is wrong with a number, or `null`. */
export function wrongNumber(text: string, { min, max, whole, optional }: NumberLimits): string | null {
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
