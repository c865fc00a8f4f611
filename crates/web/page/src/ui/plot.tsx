/** Curves, drawn by uPlot at the full width. */
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { useElementSize } from "../board/element-size";
import { number } from "../core/format";
import { theme } from "../core/settings";

export interface Series {
  label: string;
  /** A colour of the theme: the name of a custom property, without its dashes. */
  color: string;
  values: (number | null)[];
  scale?: string;
  dash?: number[];
  text?: (value: number) => string;
}

export interface PlotProps {
  label: string;
  xs: number[];
  series: Series[];
  height: number;
  /** The range of each scale; `y` is on the left, `z` on the right. */
  ranges?: Record<string, (least: number, most: number) => [number, number]>;
  axes?: { scale: string; text: (value: number) => string; label?: string }[];
  /** The label of the x axis. */
  below?: string;
  /** The position of a vertical line, such as the shown move. */
  at?: number | null;
  onPick?: (x: number) => void;
}

export function Plot(props: PlotProps) {
  const [frame, available] = useElementSize<HTMLDivElement>();
  const plot = useRef<uPlot | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const { xs, series, height, at, label } = props;
  const colors = theme.value;
  const shape = series.map(series => series.label).join("\n");

  useEffect(() => {
    const element = frame.current;
    if (!element || available.width === 0) return;
    const made = new uPlot(options(latest, available.width), data(latest.current), element);
    plot.current = made;
    return () => {
      plot.current = null;
      made.destroy();
    };
    // `options` reads the colours from the page and the shape from `latest`.
  }, [frame, available.width, colors, shape, height]);

  useEffect(() => plot.current?.setData(data({ xs, series })), [xs, series]);
  useEffect(() => plot.current?.redraw(false), [at]);

  return <div class="plot" ref={frame} role="img" aria-label={label} style={{ height: `${height}px` }} />;
}

function data({ xs, series }: Pick<PlotProps, "xs" | "series">): uPlot.AlignedData {
  return [xs, ...series.map(each => each.values)];
}

/** Steps of the x axis: moves and games are whole numbers. */
const WHOLE = [1, 2, 5]
  .flatMap(step => [1, 10, 100, 1e3, 1e4, 1e5, 1e6].map(unit => step * unit))
  .sort((a, b) => a - b);

/** Curves with at most this many points show them: a single point would be invisible. */
const FEW = 12;

export function options(latest: { current: PlotProps }, width: number): uPlot.Options {
  const { xs, series, height, ranges = {}, axes = [], below } = latest.current;
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const font = "11px system-ui, sans-serif";
  const quiet = { stroke: color("muted"), font, ticks: { show: false }, grid: { stroke: color("line"), width: 1 } };
  const named = (label: string | undefined) => (label ? { label, labelFont: font, labelSize: 18, labelGap: 2 } : {});
  return {
    width,
    height,
    // Half of the last label of the x axis extends to the right, where no other axis leaves space.
    padding: [8, axes.length > 1 ? 0 : 8 + 3.5 * number(xs.at(-1) ?? 0).length, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 } },
    scales: {
      x: { time: false },
      ...Object.fromEntries(
        Object.entries(ranges).map(([name, range]) => [
          name,
          {
            range: (_: uPlot, least: number | null, most: number | null): [number, number] =>
              range(least ?? 0, most ?? 0),
          },
        ]),
      ),
    },
    axes: [
      {
        ...quiet,
        ...named(below),
        grid: { show: false },
        size: 22,
        space: 60,
        incrs: WHOLE,
        values: (_, splits) => splits.map(split => number(split)),
      },
      ...axes.map(({ scale, text, label }, i) => ({
        ...quiet,
        ...named(label),
        scale,
        side: (i === 0 ? 3 : 1) as uPlot.Axis.Side,
        size: 40,
        space: 28,
        ...(i > 0 ? { grid: { show: false } } : {}),
        values: (_: uPlot, splits: number[]) => splits.map(text),
      })),
    ],
    series: [
      {},
      ...series.map(each => ({
        label: each.label,
        scale: each.scale ?? "y",
        stroke: color(each.color),
        width: 1.75,
        spanGaps: true,
        points: {
          show: (plot: uPlot, index: number) => (plot.data[index] ?? []).filter(value => value != null).length <= FEW,
          size: 6,
          fill: color(each.color),
        },
        ...(each.dash ? { dash: each.dash } : {}),
      })),
    ],
    hooks: {
      draw: [
        plot => {
          const { at } = latest.current;
          if (at == null) return;
          const x = Math.round(plot.valToPos(at, "x", true));
          plot.ctx.save();
          plot.ctx.setLineDash([]);
          plot.ctx.strokeStyle = color("accent");
          plot.ctx.lineWidth = devicePixelRatio;
          plot.ctx.beginPath();
          plot.ctx.moveTo(x, plot.bbox.top);
          plot.ctx.lineTo(x, plot.bbox.top + plot.bbox.height);
          plot.ctx.stroke();
          plot.ctx.restore();
        },
      ],
      ready: [
        plot => {
          plot.over.addEventListener("click", () => {
            const at = plot.cursor.idx;
            const x = at == null ? undefined : plot.data[0][at];
            if (x !== undefined) latest.current.onPick?.(x);
          });
        },
      ],
    },
  };
}
