/** The variation tree, and the remarks on the shown move. */
import { useEffect, useMemo, useRef } from "preact/hooks";
import { say, t } from "../catalogue";
import { moveName, side } from "../core/format";
import { isMistake } from "../core/game";
import { layout, pathTo, type Place } from "../core/tree";
import { Empty } from "../ui/controls";
import { depth, whoMoved, type Desk } from "./desk";

const STEP = 26;
const RADIUS = 9;

export function MovesPanel({ desk }: { desk: Desk }) {
  const { game } = desk;
  const position = game.position.value;
  const twig = position ? game.twig(position.node) : undefined;
  if (!position) return null;
  return (
    <div class="stack">
      {game.tree.value.twigs.size > 1 ? <TreeView desk={desk} /> : <Empty>{t("noMovesYet")}</Empty>}
      {twig?.mv && twig.by && (
        <p>
          <strong>
            {depth(game, twig.node)}. {side(twig.by)} {moveName(twig.mv)}
          </strong>{" "}
          <span class="muted">{whoMoved(game, twig.node)}</span>{" "}
          {twig.review && <span class="grade">{t(`grade.${twig.review.grade}`)}</span>}
        </p>
      )}
      {position.remark && <p class="remark">{say(position.remark)}</p>}
      {twig?.comment && <p class="remark">{twig.comment}</p>}
    </div>
  );
}

function TreeView({ desk }: { desk: Desk }) {
  const { game } = desk;
  const tree = game.tree.value;
  const places = useMemo(() => layout(tree), [tree]);
  const scroller = useRef<HTMLDivElement>(null);
  const node = game.position.value?.node ?? 0;
  const onPath = useMemo(() => new Set(pathTo(tree, node)), [tree, node]);
  const { column, row } = places.get(node) ?? {};

  useEffect(() => {
    const element = scroller.current;
    if (!element || column === undefined || row === undefined) return;
    element.scrollTo({
      left: column * STEP - element.clientWidth / 2,
      top: row * STEP - element.clientHeight / 2,
    });
  }, [column, row]);

  const all = [...places.values()];
  if (all.length === 0) return null;
  const columns = Math.max(...all.map(place => place.column)) + 1;
  const lines = Math.max(...all.map(place => place.row)) + 1;
  return (
    <div class="tree" ref={scroller} role="group" aria-label={t("treeLabel")} tabIndex={0}>
      <svg width={columns * STEP + 8} height={lines * STEP + 8} aria-hidden="true">
        {all.map(place => {
          const parent = places.get(tree.twigs.get(place.node)?.parent ?? -1);
          return parent && <path key={place.node} class="tree-branch" d={branch(parent, place)} />;
        })}
        {all.map(place => {
          const twig = tree.twigs.get(place.node);
          const color = twig?.by ?? "root";
          const bad = twig?.review && isMistake(twig.review) ? twig.review.grade : null;
          const state = place.node === node ? "tree-here" : onPath.has(place.node) ? "tree-on" : "tree-off";
          return (
            <g key={place.node} class={`tree-node ${state}`} onClick={() => desk.goTo(place.node)}>
              <circle class={`tree-${color}`} cx={x(place)} cy={y(place)} r={RADIUS} />
              {twig?.mv && (
                <text class={`tree-text-${color}`} x={x(place)} y={y(place) + 3}>
                  {twig.mv === "pass" ? "–" : place.column}
                </text>
              )}
              {bad && (
                <circle
                  class={bad === "blunder" ? "tree-blunder" : "tree-mistake"}
                  cx={x(place) + 7}
                  cy={y(place) - 7}
                  r={3.5}
                />
              )}
              {twig?.comment && <circle class="tree-comment" cx={x(place) + 7} cy={y(place) + 7} r={2.5} />}
            </g>
          );
        })}
      </svg>
    </div>
  );
}

const x = (place: Place) => place.column * STEP + RADIUS + 6;
const y = (place: Place) => place.row * STEP + RADIUS + 6;

function branch(parent: Place, place: Place): string {
  const bend = x(place) - STEP;
  return parent.row === place.row
    ? `M${x(parent)} ${y(parent)}H${x(place)}`
    : `M${x(parent)} ${y(parent)}L${bend} ${y(place) - STEP / 2}V${y(place) - STEP / 2}L${x(place)} ${y(place)}`;
}
