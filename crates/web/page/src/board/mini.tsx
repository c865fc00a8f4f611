/** A small board without coordinates or marks, for lists and the wall. */
import { stars } from "../core/points";

export function MiniBoard({
  stones,
  size,
  last = null,
}: {
  stones: readonly number[];
  size: number;
  last?: number | null;
}) {
  const lines = Array.from({ length: size }, (_, i) => i + 0.5);
  const at = (i: number) => ({ cx: (i % size) + 0.5, cy: Math.floor(i / size) + 0.5 });
  return (
    <svg class="mini-board" viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
      <path
        class="mini-lines"
        stroke-width={size / 500}
        d={lines.map(p => `M0.5 ${p}H${size - 0.5}M${p} 0.5V${size - 0.5}`).join("")}
      />
      {stars(size).map(i => (
        <circle key={`s${i}`} class="mini-star" {...at(i)} r={0.1} />
      ))}
      {stones.map((stone, i) =>
        stone === 0 ? null : <circle key={i} class={stone > 0 ? "mini-black" : "mini-white"} {...at(i)} r={0.46} />,
      )}
      {last !== null && <circle class="mini-last" {...at(last)} r={0.18} />}
    </svg>
  );
}
