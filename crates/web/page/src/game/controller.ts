/**
 * A game controller. Left stick or D-pad: cursor; A: place; B: undo; X: pass; Y: hint; shoulder buttons: one move back
 * or forward; right stick and triggers: camera; start: pause or resume; select: flat or perspective board.
 */
import { useEffect } from "preact/hooks";
import { byController, cursor, step } from "../board/cursor";
import { shownScene } from "../board/perspective";
import { nameOf } from "../core/points";
import { perspective } from "../core/settings";
import type { Desk } from "./desk";

/** Milliseconds before a held direction repeats, and between repetitions. */
const HOLD = 320;
const REPEAT = 110;
const DEAD_ZONE = 0.4;

export interface Pad {
  buttons: readonly { pressed: boolean; value: number }[];
  axes: readonly number[];
}

export function useController(desk: Desk): void {
  useEffect(() => {
    if (!("getGamepads" in navigator)) return;
    const reader = new PadReader(desk);
    let frame = 0;
    const poll = (now: number) => {
      const pad = navigator.getGamepads().find(each => each?.connected);
      if (pad) reader.read(pad, now);
      frame = pad ? requestAnimationFrame(poll) : 0;
    };
    const begin = () => {
      if (frame === 0) frame = requestAnimationFrame(poll);
    };
    addEventListener("gamepadconnected", begin);
    begin();
    return () => {
      removeEventListener("gamepadconnected", begin);
      cancelAnimationFrame(frame);
    };
  }, [desk]);
}

/** Turns the polled state of a controller into actions. */
export class PadReader {
  private held = new Set<number>();
  private direction = "0,0";
  private repeatAt = 0;

  constructor(private readonly desk: Desk) {}

  read(pad: Pad, now: number): void {
    const down = new Set(pad.buttons.flatMap((button, i) => (button.pressed ? i : [])));
    for (const button of down) if (!this.held.has(button)) this.press(button);
    this.held = down;
    this.steer(pad, down, now);
    this.turn(pad);
  }

  private press(button: number): void {
    const { desk } = this;
    const position = desk.game.position.peek();
    if (!position) return;
    switch (button) {
      case 0:
        if (cursor.peek() !== null) desk.choose(nameOf(cursor.peek() ?? 0, position.size));
        break;
      case 1:
        desk.undo();
        break;
      case 2:
        desk.play("pass");
        break;
      case 3:
        void desk.requestHint();
        break;
      case 4:
        desk.stepMoves(-1);
        break;
      case 5:
        desk.stepMoves(1);
        break;
      case 8:
        perspective.value = !perspective.peek();
        break;
      case 9:
        desk.run(!position.running);
        break;
    }
  }

  private steer(pad: Pad, down: ReadonlySet<number>, now: number): void {
    const [x = 0, y = 0] = pad.axes;
    const dx = down.has(14) || x < -DEAD_ZONE ? -1 : down.has(15) || x > DEAD_ZONE ? 1 : 0;
    const dy = down.has(12) || y < -DEAD_ZONE ? -1 : down.has(13) || y > DEAD_ZONE ? 1 : 0;
    const direction = `${dx},${dy}`;
    const fresh = direction !== this.direction;
    this.direction = direction;
    if ((dx === 0 && dy === 0) || (!fresh && now < this.repeatAt)) return;
    this.repeatAt = now + (fresh ? HOLD : REPEAT);
    byController.value = true;
    cursor.value = step(cursor.peek(), dx, dy, this.desk.game.position.peek()?.size ?? 19);
  }

  private turn(pad: Pad): void {
    const soft = (value = 0) => (Math.abs(value) < 0.15 ? 0 : value);
    const around = soft(pad.axes[2]) * 0.04;
    const over = soft(pad.axes[3]) * 0.03;
    const nearer = 1 + ((pad.buttons[6]?.value ?? 0) - (pad.buttons[7]?.value ?? 0)) * 0.02;
    if (around !== 0 || over !== 0 || nearer !== 1) shownScene.current?.moveCamera(around, over, nearer);
  }
}
