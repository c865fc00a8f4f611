/** The list of games, latest first. */
import { useEffect, useState } from "preact/hooks";
import { MiniBoard } from "../board/mini";
import { t } from "../catalogue";
import { ago, player } from "../core/format";
import { openFile } from "../core/records";
import { write } from "../core/route";
import { gameList, status, send, welcome } from "../core/store";
import type { GameCard } from "../messages";
import { Button, Empty, FileButton } from "../ui/controls";

const PAGE = 24;

export function GamesScreen() {
  const [from, setFrom] = useState(0);
  useGameList(from, PAGE);
  const list = gameList.value;
  return (
    <div class="page-single">
      <header class="page-head">
        <h1>{t("games")}</h1>
        <FileButton label={t("openFile")} onFile={openFile} />
      </header>
      <p class="muted">{t("gamesAbout")}</p>
      {list && list.games.length > 0 ? <GameCards games={list.games} /> : <Empty>{t("noGames")}</Empty>}
      {list && list.all > PAGE && (
        <div class="button-row">
          <Button disabled={from === 0} onClick={() => setFrom(Math.max(0, from - PAGE))}>
            {t("newer")}
          </Button>
          <Button disabled={from + PAGE >= list.all} onClick={() => setFrom(from + PAGE)}>
            {t("older")}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The latest games, beside the form of a new game. */
export function RecentGames() {
  useGameList(0, 6);
  const games = gameList.value?.games.slice(0, 6) ?? [];
  if (games.length === 0) return <Welcome />;
  return (
    <section aria-labelledby="recent">
      <h2 id="recent">{t("recentGames")}</h2>
      <GameCards games={games} />
      <p>
        <a href={write({ screen: "games" })}>{t("allGames")}</a>
      </p>
    </section>
  );
}

export function GameCards({ games }: { games: readonly GameCard[] }) {
  return (
    <ul class="game-cards">
      {games.map(game => (
        <li key={game.game}>
          <a class="game-card" href={write({ screen: "game", game: game.game })}>
            <MiniBoard stones={game.stones} size={game.size} />
            <span class="game-card-text">
              <PlayerNames names={game.seats.map(who => player(who, welcome.value?.presets))} />
              <span class="muted">
                {game.result ?? t("movesMade", { moves: game.moves })} · {ago(game.changed)}
              </span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Black's and White's names, each with a stone. */
export function PlayerNames({ names }: { names: readonly string[] }) {
  return (
    <>
      {names.map((name, i) => (
        <span key={i} class="game-card-player">
          <span class={`dot dot-${i === 0 ? "black" : "white"}`} aria-hidden="true" />
          <span>{name}</span>
        </span>
      ))}
    </>
  );
}

function Welcome() {
  return (
    <section>
      <h2>{t("welcomeTitle")}</h2>
      <p class="muted">{t("welcomeText")}</p>
      <p class="muted">{t("welcomeDrop")}</p>
    </section>
  );
}

export function useGameList(offset: number, limit: number): void {
  const open = status.value === "open";
  useEffect(() => {
    if (open) send({ kind: "list", offset, limit });
  }, [open, offset, limit]);
}
