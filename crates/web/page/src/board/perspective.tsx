/** The board in perspective. The scene and three.js are loaded when it is first shown. */
import { useSignalEffect } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../catalogue";
import { nameOf } from "../core/points";
import { perspective, theme } from "../core/settings";
import { notice } from "../core/store";
import { byController, cursor } from "./cursor";
import { Grid } from "./grid";
import { useElementSize } from "./element-size";
import type { Scene } from "./scene";
import type { BoardView } from "./view";

/** The shown scene: the controller moves its camera. */
export const shownScene: { current: Scene | null } = { current: null };

export function PerspectiveBoard({ view }: { view: BoardView }) {
  const [frame, available] = useElementSize<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [scene, setScene] = useState<Scene | null>(null);
  const latest = useRef(view);
  latest.current = view;
  const colors = theme.value;

  useEffect(() => {
    let made: Scene | null = null;
    let gone = false;
    import("./scene")
      .then(({ Scene }) => {
        if (gone || !canvas.current) return;
        made = new Scene(canvas.current, {
          hover: index => {
            byController.value = false;
            cursor.value = index;
          },
          click: index => latest.current.choose(nameOf(index, latest.current.position.size)),
        });
        shownScene.current = made;
        setScene(made);
      })
      .catch((error: unknown) => {
        console.warn(error);
        notice(t("noPerspective"), true);
        perspective.value = false;
      });
    return () => {
      gone = true;
      made?.dispose();
      if (shownScene.current === made) shownScene.current = null;
    };
  }, []);

  useEffect(() => scene?.resize(available.width, available.height), [scene, available.width, available.height]);
  useEffect(() => scene?.show(view), [scene, view]);
  useEffect(() => scene?.setTheme(colors), [scene, colors]);
  useSignalEffect(() => {
    const at = cursor.value;
    scene?.setCursor(at);
  });

  return (
    <div class="board-frame board-perspective" ref={frame} data-ready={scene !== null}>
      <canvas ref={canvas} aria-hidden="true" />
      {scene === null && <p class="board-wait">{t("loading")}</p>}
      <Grid view={view} cell={100} hidden />
    </div>
  );
}
