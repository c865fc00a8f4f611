import type uPlot from "uplot";
import { beforeEach, expect, test } from "vitest";
import { language } from "../src/core/settings";
import { options, type PlotProps } from "../src/ui/plot";

beforeEach(() => {
  language.value = "en";
});

function drawn(change: Partial<PlotProps>): uPlot.Options {
  const current: PlotProps = {
    label: "a curve",
    xs: [0, 1],
    series: [{ label: "one", color: "accent", values: [0.5, null] }],
    height: 100,
    axes: [{ scale: "y", text: String }],
    ...change,
  };
  return options({ current }, 300);
}

test("the last label of the x axis has space to the right", () => {
  const right = (xs: number[]) => drawn({ xs }).padding?.[1] as number;
  expect(right([0, 9])).toBeGreaterThan(8);
  expect(right([0, 1_000_000])).toBeGreaterThan(right([0, 3000]));
});

test("axes have labels", () => {
  const { axes } = drawn({ axes: [{ scale: "y", text: String, label: "won" }], below: "games" });
  expect(axes?.map(axis => axis.label)).toEqual(["games", "won"]);
});

test("few values are drawn as points, many as a curve alone", () => {
  const show = drawn({}).series[1]?.points?.show as (plot: { data: (number | null)[][] }, index: number) => boolean;
  expect(
    show(
      {
        data: [
          [0, 1],
          [0.5, null],
        ],
      },
      1,
    ),
  ).toBe(true);
  const many = Array.from({ length: 40 }, (_, i) => i);
  expect(show({ data: [many, many] }, 1)).toBe(false);
});
