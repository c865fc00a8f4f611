/**
 * The flat board. Shudan draws lines and stones; above it are a layer of marks and a grid that handles clicks, touches
 * and keys, and that a screen reader can navigate.
 */
import { Goban } from "@sabaki/shudan";
import { memo } from "preact/compat";
import { useMemo } from "preact/hooks";
import { columnName, indexOf, rows } from "../core/points";
import { coordinates } from "../core/settings";
import { Grid } from "./grid";
import { Layer } from "./layer";
import type { BoardView } from "./view";
import { useElementSize } from "./element-size";

type Sign = 0 | 1 | -1;

export function FlatBoard({ view }: { view: BoardView }) {
  const { position } = view;
  const { size } = position;
  const [frame, available] = useElementSize<HTMLDivElement>();
  const margin = coordinates.value ? 1.44 : 0.6;
  const cell = Math.max(8, Math.floor(Math.min(available.width, available.height) / (size + margin)));

  const signMap = useMemo(() => rows(position.stones, size) as Sign[][], [position.stones, size]);
  const dimmed = useMemo(() => view.dead.flatMap(name => vertex(indexOf(name, size), size)), [view.dead, size]);

  return (
    <div class="board-frame" ref={frame}>
      <div class="board-flat" style={{ fontSize: `${cell}px` }}>
        <Stones cell={cell} signMap={signMap} dimmed={dimmed} coordinates={coordinates.value} />
        <div class="board-over" style={{ inset: `${(cell * margin) / 2}px` }}>
          <Layer view={view} />
          <Grid view={view} cell={cell} />
        </div>
      </div>
    </div>
  );
}

/** Redrawn only when stones change, not with each analysis. */
const Stones = memo(function Stones(props: {
  cell: number;
  signMap: Sign[][];
  dimmed: [number, number][];
  coordinates: boolean;
}) {
  return (
    <div aria-hidden="true">
      <Goban
        vertexSize={props.cell}
        signMap={props.signMap}
        showCoordinates={props.coordinates}
        coordX={columnName}
        dimmedVertices={props.dimmed}
      />
    </div>
  );
});

function vertex(index: number | null, size: number): [number, number][] {
  return index === null ? [] : [[index % size, Math.floor(index / size)]];
}
