/** The wall: up to nine live games. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { MiniBoard } from "../board/mini";
import { t } from "../catalogue";
import { result, seated } from "../core/format";
import { indexOf } from "../core/points";
import { plainTerms } from "../core/records";
import { go, write } from "../core/route";
import { ask, leave, liveGames, status, send, watch, welcome } from "../core/store";
import { PlayerPicker } from "../setup/player-picker";
import { SizeField } from "../setup/terms";
import { Button, Empty, Field, NumberInput } from "../ui/controls";
import { Dialog } from "../ui/dialog";
import { PlayerNames } from "./games";

const MOST = 9;
/** The interval at which the wall asks for the games in progress, in milliseconds. */
const REFRESH_MS = 4_000;

export function WallScreen({ games }: { games: readonly string[] }) {
  const [starting, setStarting] = useState(false);
  useLiveGames(games.length === 0);
  const shown = (games.length > 0 ? games : liveGames.value).slice(0, MOST);
  return (
    <div class="page-single page-wide">
      <header class="page-head">
        <h1>{t("wall")}</h1>
        <Button kind="main" onClick={() => setStarting(true)}>
          {t("startWall")}
        </Button>
      </header>
      {shown.length === 0 && <Empty>{t("noLiveGames")}</Empty>}
      <ul class={`wall wall-${columns(shown.length)}`}>
        {shown.map(id => (
          <li key={id}>
            <WallGame id={id} />
          </li>
        ))}
      </ul>
      {starting && <StartWall onClose={() => setStarting(false)} />}
    </div>
  );
}

/** Keeps the list of games in progress up to date. */
function useLiveGames(wanted: boolean): void {
  const active = wanted && status.value === "open";
  useEffect(() => {
    if (!active) return;
    const refresh = () => send({ kind: "list-live" });
    refresh();
    const timer = setInterval(refresh, REFRESH_MS);
    return () => clearInterval(timer);
  }, [active]);
}

function WallGame({ id }: { id: string }) {
  const game = useMemo(() => watch(id), [id]);
  useEffect(() => () => leave(id), [id]);
  const position = game.position.value;
  if (!position) return <div class="wall-game wall-game-empty">{t("loading")}</div>;
  const last = position.last === null ? null : indexOf(position.last, position.size);
  return (
    <a class="wall-game" href={write({ screen: "game", game: id })}>
      <MiniBoard stones={position.stones} size={position.size} last={last} />
      <span class="wall-caption">
        <PlayerNames names={position.seats.map(seat => seated(seat, welcome.value?.presets))} />
        <span class="muted">
          {position.result ? result(position.result) : t("movesMade", { moves: position.number })}
        </span>
      </span>
    </a>
  );
}

function StartWall({ onClose }: { onClose: () => void }) {
  const presets = welcome.value?.presets ?? [];
  const [seats, setSeats] = useState<[string, string]>([presets[1]?.spec ?? "random", presets[2]?.spec ?? "random"]);
  const [size, setSize] = useState(9);
  const [count, setCount] = useState(4);
  const start = async () => {
    const names: string[] = [];
    for (let i = 0; i < count; i++) {
      const colors: [string, string] = i % 2 === 0 ? seats : [seats[1], seats[0]];
      const opened = await ask({ kind: "new", terms: { ...plainTerms(), size, seats: colors, pause: 500 } }, "opened");
      if (!opened) break;
      names.push(opened.game);
    }
    onClose();
    if (names.length > 0) go({ screen: "wall", games: names });
  };
  return (
    <Dialog title={t("startWall")} onClose={onClose}>
      <SizeField size={size} onChange={setSize} />
      <PlayerPicker label={t("onePlayer")} value={seats[0]} onChange={who => setSeats([who, seats[1]])} />
      <PlayerPicker label={t("otherPlayer")} value={seats[1]} onChange={who => setSeats([seats[0], who])} />
      <Field label={t("howManyGames")}>
        {id => <NumberInput id={id} value={count} min={1} max={MOST} onChange={setCount} />}
      </Field>
      <div class="button-row button-row-end">
        <Button kind="main" onClick={() => void start()}>
          {t("startGame")}
        </Button>
      </div>
    </Dialog>
  );
}

function columns(games: number): number {
  return games <= 1 ? 1 : games <= 4 ? 2 : 3;
}
