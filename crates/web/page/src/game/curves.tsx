/** Both players' opinions on one graph: the chance of Black, and Black's lead, as each saw them when moving. */
import { useMemo } from "preact/hooks";
import { t } from "../catalogue";
import { number, percent, player } from "../core/format";
import { welcome } from "../core/store";
import type { Tree } from "../core/tree";
import type { Side } from "../messages";
import { Plot, type Series } from "../ui/plot";
import type { Desk } from "./desk";

export function Curves({ desk }: { desk: Desk }) {
  const { game } = desk;
  const line = game.line.value;
  const tree = game.tree.value;
  const position = game.position.value;
  const lines = useMemo(() => curves(tree, line), [tree, line]);
  const thought = game.thought.value;
  const now = thought?.node === position?.node ? (thought?.thought.winRate ?? null) : null;
  if (!position || (!lines.some && now === null)) return null;
  const seat = (color: Side) => player(position.seats[color === "black" ? 0 : 1].who, welcome.value?.presets);
  const series: Series[] = [
    { label: t("blackSees", { player: seat("black") }), color: "curve-black", values: lines.rate.black },
    { label: t("whiteSees", { player: seat("white") }), color: "curve-white", values: lines.rate.white },
    {
      label: t("thinksNow"),
      color: "accent",
      values: line.map(node => (node === position.node ? now : null)),
    },
  ];
  if (lines.scored) {
    series.push(
      { label: t("leadByBlack"), color: "curve-black", values: lines.lead.black, scale: "z", dash: [3, 4] },
      { label: t("leadByWhite"), color: "curve-white", values: lines.lead.white, scale: "z", dash: [3, 4] },
    );
  }
  return (
    <section class="curves" aria-label={t("curves")}>
      <Plot
        label={t("curvesLabel")}
        xs={line.map((_, i) => i)}
        series={series}
        height={132}
        ranges={{
          y: () => [0, 1],
          z: (least, most) => {
            const far = Math.max(5, Math.abs(least), Math.abs(most)) * 1.05;
            return [-far, far];
          },
        }}
        axes={[
          { scale: "y", text: percent },
          ...(lines.scored ? [{ scale: "z", text: (value: number) => number(value) }] : []),
        ]}
        at={line.indexOf(position.node)}
        onPick={x => desk.goTo(line[x])}
      />
      <p class="curves-legend">
        {lines.some && <span class="legend-black">{seat("black")}</span>}
        {lines.some && <span class="legend-white">{seat("white")}</span>}
        {now !== null && thought && <span class="legend-now">{player(thought.player, welcome.value?.presets)}</span>}
        <span class="muted">{t(lines.scored ? "curvesAbout" : "curvesAboutRate")}</span>
      </p>
    </section>
  );
}

type Pair = Record<Side, (number | null)[]>;

export function curves(
  tree: Tree,
  line: readonly number[],
): { rate: Pair; lead: Pair; some: boolean; scored: boolean } {
  const empty = (): Pair => ({ black: line.map(() => null), white: line.map(() => null) });
  const rate = empty();
  const lead = empty();
  let some = false;
  let scored = false;
  line.forEach((node, i) => {
    const twig = tree.twigs.get(node);
    if (!twig?.by) return;
    rate[twig.by][i] = twig.winRate;
    lead[twig.by][i] = twig.score;
    some ||= twig.winRate !== null;
    scored ||= twig.score !== null;
  });
  return { rate, lead, some, scored };
}
