/** The game screen: board, seats, actions and panels. */
import { useEffect, useMemo, useRef } from "preact/hooks";
import { FlatBoard } from "../board/flat";
import { PerspectiveBoard } from "../board/perspective";
import { t } from "../catalogue";
import type { Game } from "../core/game";
import { write } from "../core/route";
import { perspective } from "../core/settings";
import { leave, status, watch } from "../core/store";
import { Empty } from "../ui/controls";
import { Actions } from "./actions";
import { useController } from "./controller";
import { CountPanel } from "./count";
import { Curves } from "./curves";
import { Desk } from "./desk";
import { useKeys } from "./keys";
import { Panels } from "./panels";
import { ProblemBanner } from "./problem";
import { SeatPanel } from "./seats";
import { SwapDialog } from "./swap";
import { Walk } from "./walk";

export function GameScreen({ id }: { id: string }) {
  const game = useMemo(() => watch(id), [id]);
  useEffect(() => () => leave(id), [id]);
  const desk = useMemo(() => new Desk(game), [game]);
  if (game.missing.value)
    return (
      <Empty>
        {t("noSuchGame")} <a href={write({ screen: "games" })}>{t("allGames")}</a>
      </Empty>
    );
  if (!game.position.value) return <Empty>{t(status.value === "open" ? "openingGame" : "loading")}</Empty>;
  return <Table key={id} desk={desk} />;
}

function Table({ desk }: { desk: Desk }) {
  const { game } = desk;
  const board = useRef<HTMLDivElement>(null);
  useEffect(() => desk.subscribe(), [desk]);
  useKeys(desk);
  useController(desk);
  useWheel(board, desk);
  const view = desk.view.value;
  if (!view) return null;
  return (
    <div class="game">
      <h1 class="visually-hidden">{t("gameTitle", { game: game.id })}</h1>
      <section class="game-board" aria-label={t("board")}>
        <div class="game-board-room" ref={board}>
          {perspective.value ? <PerspectiveBoard view={view} /> : <FlatBoard view={view} />}
          {desk.message.value && (
            <p class="board-said" aria-hidden="true">
              {desk.message.value}
            </p>
          )}
        </div>
        <Walk desk={desk} />
      </section>
      <aside class="game-side">
        <div class="seats">
          <SeatPanel desk={desk} color="black" />
          <SeatPanel desk={desk} color="white" />
        </div>
        <Banner game={game} desk={desk} />
        <Actions desk={desk} />
        <Curves desk={desk} />
        <Panels desk={desk} />
      </aside>
      {desk.swapping.value && <SwapDialog desk={desk} color={desk.swapping.value} />}
    </div>
  );
}

function Banner({ game, desk }: { game: Game; desk: Desk }) {
  return (
    <>
      <ProblemBanner game={game} />
      <CountPanel desk={desk} />
    </>
  );
}

/** The wheel steps through the moves; in perspective it moves the camera instead. */
function useWheel(board: { current: HTMLDivElement | null }, desk: Desk): void {
  useEffect(() => {
    const element = board.current;
    let rolled = 0;
    const onWheel = (event: WheelEvent) => {
      if (perspective.peek() || event.ctrlKey) return;
      event.preventDefault();
      rolled += event.deltaY;
      if (Math.abs(rolled) < 40) return;
      desk.stepMoves(rolled > 0 ? 1 : -1);
      rolled = 0;
    };
    element?.addEventListener("wheel", onWheel, { passive: false });
    return () => element?.removeEventListener("wheel", onWheel);
  }, [board, desk]);
}
