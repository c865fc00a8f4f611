/**
 * The ARIA grid over the board: a cell for each point, one of which can be reached with Tab. Arrow keys move the
 * cursor, Enter and Space place a stone; mouse and touch use the same cells.
 */
import { useSignalEffect } from "@preact/signals";
import { memo } from "preact/compat";
import { useRef, useState } from "preact/hooks";
import { t } from "../catalogue";
import { nameOf } from "../core/points";
import { language } from "../core/settings";
import { byController, cursor, step } from "./cursor";
import { mayPlace, type BoardView } from "./view";

/** On cells smaller than this the first tap shows where the stone would go, and a second tap places it. */
const SMALLEST_TAP = 30;

const STEPS: Readonly<Record<string, [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function Grid({ view, cell, hidden = false }: { view: BoardView; cell: number; hidden?: boolean }) {
  const { size } = view.position;
  const grid = useRef<HTMLDivElement>(null);
  const focused = useRef(false);
  const aimed = useRef<number | null>(null);
  const [stood, setStood] = useState<number | null>(null);
  const reachable = stood !== null && stood < size * size ? stood : step(null, 0, 0, size);

  useSignalEffect(() => {
    const at = cursor.value;
    if (!focused.current || at === null) return;
    setStood(at);
    grid.current?.querySelector<HTMLElement>(`[data-index="${at}"]`)?.focus({ preventScroll: true });
  });

  const onClick = (event: MouseEvent) => {
    const at = pointOf(event);
    if (at === null) return;
    const touch = event instanceof PointerEvent && event.pointerType === "touch";
    if (touch && view.open && cell < SMALLEST_TAP && aimed.current !== at) {
      aimed.current = at;
      cursor.value = at;
      return;
    }
    aimed.current = null;
    view.choose(nameOf(at, size));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const towards = STEPS[event.key];
    // The focus follows the cursor a frame later, perhaps after the next key.
    const here = (focused.current ? cursor.peek() : null) ?? pointOf(event) ?? reachable;
    if (towards) {
      const far = event.shiftKey ? 10 : 1;
      byController.value = false;
      cursor.value = step(here, towards[0] * far, towards[1] * far, size);
    } else if (event.key === "Enter" || event.key === " ") {
      view.choose(nameOf(here, size));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      class={hidden ? "board-grid board-grid-hidden" : "board-grid"}
      role="grid"
      aria-label={t("boardLabel", { size })}
      aria-rowcount={size}
      aria-colcount={size}
      ref={grid}
      onClick={onClick}
      onMouseDown={event => {
        // After a click, arrow keys step through the moves.
        event.preventDefault();
        (document.activeElement as HTMLElement | null)?.blur();
      }}
      onKeyDown={onKeyDown}
      onPointerMove={event => {
        const at = pointOf(event);
        if (event.pointerType !== "mouse" || at === null) return;
        byController.value = false;
        if (!focused.current) cursor.value = at;
      }}
      onPointerLeave={() => {
        if (!focused.current) cursor.value = null;
      }}
      onFocusCapture={event => {
        focused.current = true;
        setStood(pointOf(event) ?? stood);
        cursor.value = pointOf(event) ?? cursor.value;
      }}
      onBlurCapture={() => {
        focused.current = false;
      }}
    >
      <Cells view={view} reachable={reachable} spoken={language.value} />
      {!hidden && <Ghost view={view} />}
    </div>
  );
}

interface CellsProps {
  view: BoardView;
  reachable: number;
  /** The language of the labels. */
  spoken: string;
}

/** Redrawn only when its labels change, not with each analysis or movement of the mouse. */
const Cells = memo(function Cells({ view, reachable }: CellsProps) {
  const { size } = view.position;
  return (
    <>
      {Array.from({ length: size }, (_, y) => (
        <div role="row" aria-rowindex={y + 1} class="board-row" key={y}>
          {Array.from({ length: size }, (_, x) => {
            const index = y * size + x;
            const name = nameOf(index, size);
            return (
              <div
                role="gridcell"
                key={x}
                class="board-cell"
                data-index={index}
                data-point={name}
                aria-colindex={x + 1}
                aria-label={describe(view, index, name)}
                tabIndex={index === reachable ? 0 : -1}
              />
            );
          })}
        </div>
      ))}
    </>
  );
}, haveSameLabels);

function haveSameLabels(a: CellsProps, b: CellsProps): boolean {
  const [before, now] = [a.view.position, b.view.position];
  return (
    a.reachable === b.reachable &&
    a.spoken === b.spoken &&
    before.stones === now.stones &&
    before.last === now.last &&
    before.ko === now.ko &&
    a.view.owners === b.view.owners &&
    a.view.dead === b.view.dead
  );
}

/** The stone that a click would place, or a ring at a controller's cursor where none can be placed. */
function Ghost({ view }: { view: BoardView }) {
  const at = cursor.value;
  const { size } = view.position;
  if (at === null || at >= size * size) return null;
  const free = mayPlace(view, at);
  if (!free && !byController.value) return null;
  const place = { left: `${((at % size) / size) * 100}%`, top: `${(Math.floor(at / size) / size) * 100}%` };
  return (
    <div
      class={free ? `ghost ghost-${view.toPlay}` : "ghost ghost-ring"}
      style={{ ...place, width: `${100 / size}%`, height: `${100 / size}%` }}
    />
  );
}

function describe(view: BoardView, index: number, name: string): string {
  const { position } = view;
  const stone = position.stones[index] ?? 0;
  const parts = [name, stone > 0 ? t("blackStone") : stone < 0 ? t("whiteStone") : t("emptyPoint")];
  if (position.last === name) parts.push(t("lastMove"));
  if (position.ko === name) parts.push(t("koPoint"));
  const more = view.explain(name);
  return (more ? [...parts, more] : parts).join(", ");
}

function pointOf(event: Event): number | null {
  const index = (event.target as Element).closest<HTMLElement>("[data-index]")?.dataset.index;
  return index === undefined ? null : Number(index);
}
