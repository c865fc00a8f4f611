/** Marks over the flat board: an SVG in which a point is a unit square. */
import type { JSX } from "preact";
import { memo } from "preact/compat";
import { brief } from "../core/format";
import { indexOf, stars } from "../core/points";
import { chance, SHOWN_CANDIDATES, SHOWN_LINE } from "./signs";
import type { BoardView } from "./view";

export const Layer = memo(function Layer({ view }: { view: BoardView }) {
  const { size } = view.position;
  const showing = view.line.length > 0;
  return (
    <svg class="board-layer" viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
      <Stars size={size} stones={view.position.stones} />
      {view.heat && <Heat values={view.heat} stones={view.position.stones} size={size} />}
      {view.owners && <Owners values={view.owners} view={view} />}
      {!showing && view.candidates.length > 0 && <Candidates view={view} />}
      {showing ? <Line view={view} /> : <LastMove view={view} />}
      <Ko view={view} />
      {view.labels.map(({ point, text }) => (
        <At key={point} point={point} size={size}>
          <text class={`mark-label on-${stoneAt(view, point)}`} font-size={text.length > 2 ? 0.3 : 0.42} dy="0.36em">
            {text}
          </text>
        </At>
      ))}
      {view.pointedAt && (
        <At point={view.pointedAt} size={size}>
          <circle class="mark-pointed" r="0.36" />
        </At>
      )}
    </svg>
  );
});

/** Star points, drawn here because Shudan's differ; stones hide them. */
function Stars({ size, stones }: { size: number; stones: readonly number[] }) {
  return (
    <g>
      {stars(size)
        .filter(i => stones[i] === 0)
        .map(i => (
          <circle key={i} class="star" cx={(i % size) + 0.5} cy={Math.floor(i / size) + 0.5} r="0.1" />
        ))}
    </g>
  );
}

function Heat({ values, stones, size }: { values: readonly number[]; stones: readonly number[]; size: number }) {
  const most = Math.max(...values, 1e-9);
  return (
    <g>
      {values.map((value, i) => {
        const share = value / most;
        return share > 0.03 && stones[i] === 0 ? (
          <circle
            key={i}
            class="mark-heat"
            cx={(i % size) + 0.5}
            cy={Math.floor(i / size) + 0.5}
            r={0.16 + 0.32 * Math.sqrt(share)}
            fill-opacity={0.18 + 0.62 * share}
          />
        ) : null;
      })}
    </g>
  );
}

/** Squares whose size is the certainty of ownership; none on living stones of the owner. */
function Owners({ values, view }: { values: readonly number[]; view: BoardView }) {
  const { size, stones } = view.position;
  const dead = new Set(view.dead.map(name => indexOf(name, size)));
  return (
    <g>
      {values.map((value, i) => {
        const own = Math.sign(stones[i] ?? 0) === Math.sign(value) && !dead.has(i);
        if (Math.abs(value) < 0.08 || own) return null;
        const side = 0.16 + 0.22 * Math.min(1, Math.abs(value));
        return (
          <rect
            key={i}
            class={value > 0 ? "mark-owner-black" : "mark-owner-white"}
            x={(i % size) + 0.5 - side / 2}
            y={Math.floor(i / size) + 0.5 - side / 2}
            width={side}
            height={side}
          />
        );
      })}
    </g>
  );
}

/** Opaque discs, for legible text; the arc around a disc is the move's share of visits. */
function Candidates({ view }: { view: BoardView }) {
  const shown = view.candidates.filter(c => indexOf(c.mv, view.position.size) !== null).slice(0, SHOWN_CANDIDATES);
  const most = Math.max(1, ...shown.map(c => c.visits));
  return (
    <g>
      {shown.map((candidate, i) => (
        <At key={candidate.mv} point={candidate.mv} size={view.position.size}>
          <circle class={i === 0 ? "mark-best" : "mark-candidate"} r="0.46" />
          <circle class="mark-share" r="0.43" pathLength={1} stroke-dasharray={`${candidate.visits / most} 2`} />
          <text class="mark-candidate-text" font-size="0.27" dy={candidate.visits > 0 ? "-0.02em" : "0.36em"}>
            {chance(candidate, view)}
          </text>
          {candidate.visits > 0 && (
            <text class="mark-candidate-text" font-size="0.19" dy="1.25em">
              {brief(candidate.visits)}
            </text>
          )}
        </At>
      ))}
    </g>
  );
}

function Line({ view }: { view: BoardView }) {
  const { size } = view.position;
  const first = view.toPlay === "black" ? 0 : 1;
  const seen = new Set<string>();
  return (
    <g>
      {view.line.slice(0, SHOWN_LINE).map((mv, i) => {
        if (seen.has(mv) || indexOf(mv, size) === null) return null;
        seen.add(mv);
        const color = (i + first) % 2 === 0 ? "black" : "white";
        return (
          <At key={i} point={mv} size={size}>
            <circle class={`line-${color}`} r="0.45" />
            <text class={`line-text-${color}`} font-size="0.4" dy="0.36em">
              {i + 1}
            </text>
          </At>
        );
      })}
    </g>
  );
}

function LastMove({ view }: { view: BoardView }) {
  const { last, size } = view.position;
  if (last === null || indexOf(last, size) === null) return null;
  return (
    <At point={last} size={size}>
      <circle class={`mark-last on-${stoneAt(view, last)}`} r="0.2" />
    </At>
  );
}

function Ko({ view }: { view: BoardView }) {
  const { ko, size } = view.position;
  return ko === null ? null : (
    <At point={ko} size={size}>
      <rect class="mark-ko" x="-0.2" y="-0.2" width="0.4" height="0.4" />
    </At>
  );
}

function At({
  point,
  size,
  children,
}: {
  point: string;
  size: number;
  children: JSX.Element | (JSX.Element | false | null)[];
}) {
  const index = indexOf(point, size);
  if (index === null) return null;
  return <g transform={`translate(${(index % size) + 0.5} ${Math.floor(index / size) + 0.5})`}>{children}</g>;
}

function stoneAt(view: BoardView, point: string): "black" | "white" | "board" {
  const stone = view.position.stones[indexOf(point, view.position.size) ?? -1] ?? 0;
  return stone > 0 ? "black" : stone < 0 ? "white" : "board";
}
