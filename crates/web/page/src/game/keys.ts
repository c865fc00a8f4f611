/** Keyboard shortcuts of the game screen, outside input fields. `grid.tsx` has the keys of the board. */
import { useEffect } from "preact/hooks";
import { coordinates, perspective, sound } from "../core/settings";
import type { Desk } from "./desk";

export function useKeys(desk: Desk): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || busy(event)) return;
      const act = action(event, desk);
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [desk]);
}

function action(event: KeyboardEvent, desk: Desk): (() => void) | null {
  const far = event.shiftKey ? 10 : 1;
  const position = desk.game.position.peek();
  switch (event.key) {
    case "ArrowLeft":
    case ",":
    case "PageUp":
      return () => desk.stepMoves(-far);
    case "ArrowRight":
    case ".":
    case "PageDown":
      return () => desk.stepMoves(far);
    case "ArrowUp":
      return () => desk.stepVariation(-1);
    case "ArrowDown":
      return () => desk.stepVariation(1);
    case "Home":
      return () => desk.stepMoves(-Infinity);
    case "End":
      return () => desk.stepMoves(Infinity);
    case " ":
      return position && hasProgram(desk) ? () => desk.run(!position.running) : null;
    case "Enter":
      return () => document.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]')?.focus();
    case "Escape":
      return () => desk.dismiss();
    case "p":
      return position?.phase === "play" ? () => desk.play("pass") : null;
    case "u":
      return () => desk.undo();
    case "h":
      return () => void desk.requestHint();
    case "e":
      return () => desk.estimate();
    case "n":
      return () => desk.nextMistake();
    case "c":
      return () => toggle(coordinates);
    case "m":
      return () => toggle(sound);
    case "v":
      return () => toggle(perspective);
    default:
      return null;
  }
}

export function hasProgram(desk: Desk): boolean {
  return desk.game.position.peek()?.seats.some(seat => seat.who !== "human") ?? false;
}

function toggle(setting: { value: boolean }): void {
  setting.value = !setting.value;
}

/** Whether the key belongs to an input field, a dialog, or a button that Space and Enter press. */
function busy({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  const presses = key === " " || key === "Enter";
  return (
    target.closest(
      presses ? "input, select, textarea, dialog, button, a, summary" : "input, select, textarea, dialog",
    ) !== null
  );
}
