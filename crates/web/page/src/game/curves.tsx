/**
 * Black's win rate and lead in one graph, as each player saw them when moving; and Black's win rate as the reviewer
 * sees it.
 */
import { useMemo } from "preact/hooks";
import { t } from "../catalogue";
import { number, percent, player, seated } from "../core/format";
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
  const reviewed = lines.reviews.length > 0;
  if (!position || (!lines.some && !reviewed && now === null)) return null;
  const seat = (color: Side) => seated(position.seats[color === "black" ? 0 : 1], welcome.value?.presets);
  const reviewer = (by: string) =>
    by ? t("reviewerSees", { player: player(by, welcome.value?.presets) }) : t("tabReview");
  const series: Series[] = [
    { label: t("blackSees", { player: seat("black") }), color: "curve-black", values: lines.rate.black },
    { label: t("whiteSees", { player: seat("white") }), color: "curve-white", values: lines.rate.white },
    {
      label: t("thinksNow"),
      color: "accent",
      values: line.map(node => (node === position.node ? now : null)),
    },
    ...lines.reviews.map(({ by, values }) => ({ label: reviewer(by), color: "curve-review", values })),
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
        {lines.reviews.map(({ by }) => (
          <span key={by} class="legend-review">
            {reviewer(by)}
          </span>
        ))}
        <span class="muted">{t(lines.scored ? "curvesAbout" : "curvesAboutRate")}</span>
      </p>
    </section>
  );
}

type Values = (number | null)[];
type Pair = Record<Side, Values>;

interface Lines {
  rate: Pair;
  lead: Pair;
  /** Whether either player reported a win rate, and whether a lead. */
  some: boolean;
  scored: boolean;
  reviews: { by: string; values: Values }[];
}

export function curves(tree: Tree, line: readonly number[]): Lines {
  const nothing = (): Values => line.map(() => null);
  const empty = (): Pair => ({ black: nothing(), white: nothing() });
  const rate = empty();
  const lead = empty();
  const reviews = new Map<string, Values>();
  let some = false;
  let scored = false;
  line.forEach((node, i) => {
    const twig = tree.twigs.get(node);
    if (!twig?.by) return;
    rate[twig.by][i] = twig.winRate;
    lead[twig.by][i] = twig.score;
    some ||= twig.winRate !== null;
    scored ||= twig.score !== null;
    const { review } = twig;
    if (!review || (review.winRate ?? review.winRateAfter) === null) return;
    const values = reviews.get(review.by) ?? nothing();
    if (i > 0) values[i - 1] = review.winRate;
    values[i] = review.winRateAfter;
    reviews.set(review.by, values);
  });
  return { rate, lead, some, scored, reviews: [...reviews].map(([by, values]) => ({ by, values })) };
}
