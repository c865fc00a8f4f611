/** Formats numbers, times, results and players. */
import { say, t } from "../catalogue";
import type { Preset, SeatCard, Side } from "../messages";
import { language } from "./settings";
import { HUMAN } from "./spec";

export function number(value: number, digits = 0): string {
  return value.toLocaleString(language.value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Without trailing zeros. */
export function plain(value: number): string {
  return value.toLocaleString(language.value, { maximumFractionDigits: 2 });
}

export function percent(chance: number): string {
  return `${number(chance * 100)}%`;
}

/** A large number in short form: 12.4k. */
export function brief(value: number): string {
  if (value < 1000) return number(value);
  return value < 1e6 ? `${number(value / 1000, value < 1e4 ? 1 : 0)}k` : `${number(value / 1e6, 1)}M`;
}

/** Black's lead as players write it: B+3.5, W+0.5. */
export function lead(score: number): string {
  return `${score >= 0 ? t("blackLetter") : t("whiteLetter")}+${number(Math.abs(score), 1)}`;
}

export function side(color: Side): string {
  return t(`color.${color}`);
}

export function opposite(color: Side): Side {
  return color === "black" ? "white" : "black";
}

/** A clock: 4:59, 1:02:03, and tenths in the last ten seconds. */
export function clock(milliseconds: number): string {
  const left = Math.max(0, milliseconds);
  if (left < 10_000) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(left / 1000);
  const two = (n: number) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** `B+3.5` in words. A text of another form stays unchanged. */
export function result(text: string): string {
  const match = /^([BW])\+(\w[\w.]*)?/i.exec(text);
  if (!match) return /^(0|draw|jigo)/i.test(text) ? t("resultDraw") : text;
  const winner = side(match[1]?.toUpperCase() === "B" ? "black" : "white");
  const how = match[2] ?? "";
  if (/^r/i.test(how)) return t("resultResign", { winner });
  if (/^t/i.test(how)) return t("resultTime", { winner });
  if (/^f/i.test(how)) return t("resultForfeit", { winner });
  const points = Number(how);
  return how === "" || Number.isNaN(points)
    ? t("resultWin", { winner })
    : t("resultPoints", { winner, points: plain(points) });
}

/** The short name of a player: a person, the title of a preset, or the specification. */
export function player(who: string, presets: readonly Preset[] = []): string {
  if (who === HUMAN) return t("person");
  const preset = presets.find(one => one.spec === who);
  return preset ? say(preset.title) : who;
}

/** The name in a seat: a person's name in the record, else the player's name. */
export function seated(seat: Pick<SeatCard, "who" | "name">, presets: readonly Preset[] = []): string {
  return player(seat.name ?? seat.who, presets);
}

export function moveName(mv: string): string {
  return mv === "pass" ? t("passMove") : mv === "resign" ? t("resignMove") : mv.toUpperCase();
}

/** A time relative to now. */
export function ago(when: number, now = Date.now()): string {
  const seconds = Math.round((when - now) / 1000);
  const format = new Intl.RelativeTimeFormat(language.value, { numeric: "auto" });
  const units = [
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
  ] as const;
  for (const [unit, length] of units)
    if (Math.abs(seconds) >= length) return format.format(Math.round(seconds / length), unit);
  return format.format(0, "minute");
}
