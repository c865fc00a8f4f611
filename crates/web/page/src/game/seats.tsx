/** A seat: player, clock, prisoners, and the button that replaces the player. */
import { useEffect, useState } from "preact/hooks";
import { t } from "../catalogue";
import { clock, lead, percent, seated, side } from "../core/format";
import { welcome } from "../core/store";
import type { ClockCard, Side } from "../messages";
import { IconButton } from "../ui/controls";
import { icons } from "../ui/icons";
import type { Desk } from "./desk";

export function SeatPanel({ desk, color }: { desk: Desk; color: Side }) {
  const position = desk.game.position.value;
  if (!position) return null;
  const index = color === "black" ? 0 : 1;
  const seat = position.seats[index];
  const moving = position.phase === "play" && position.toPlay === color;
  const thinking = moving && position.thinking && position.node === position.live;
  // The other side's lost stones are this side's prisoners.
  const prisoners = position.captured[1 - index] ?? 0;
  return (
    <div class={moving ? "seat seat-moving" : "seat"} data-seat={color}>
      <span class={`seat-stone seat-stone-${color}`} aria-hidden="true" />
      <div class="seat-who">
        <p class="seat-name" title={seat.who}>
          <span class="visually-hidden">{side(color)}: </span>
          {seated(seat, welcome.value?.presets)}
        </p>
        <p class="seat-facts">
          {t("prisoners", { prisoners })}
          {seat.moves !== null && <> · {t("forMoves", { moves: seat.moves })}</>}
          {thinking && <span class="seat-thinking"> · {t("thinking")}</span>}
          {!thinking && moving && <> · {t("toMove")}</>}
          <LatestOpinion desk={desk} color={color} />
        </p>
      </div>
      {seat.clock && <Clock card={seat.clock} since={desk.game.since.value} />}
      <IconButton
        icon={icons.swap}
        label={t("swapSeat", { side: side(color) })}
        onClick={() => {
          desk.swapping.value = color;
        }}
      />
    </div>
  );
}

/** The win rate and lead that this side's player reported with its last move, from its view. */
function LatestOpinion({ desk, color }: { desk: Desk; color: Side }) {
  const { game } = desk;
  const line = game.line.value;
  const at = line.indexOf(game.position.value?.node ?? 0);
  for (const node of line.slice(0, at + 1).reverse()) {
    const twig = game.twig(node);
    if (twig?.by !== color || twig.winRate === null) continue;
    const chance = color === "black" ? twig.winRate : 1 - twig.winRate;
    return (
      <>
        {" · "}
        {percent(chance)}
        {twig.score !== null && ` (${lead(twig.score)})`}
      </>
    );
  }
  return null;
}

function Clock({ card, since }: { card: ClockCard; since: number }) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!card.running) return;
    const timer = setInterval(() => tick(n => n + 1), 200);
    return () => clearInterval(timer);
  }, [card.running]);
  const left = card.left - (card.running ? performance.now() - since : 0);
  return (
    <p class={left < 10_000 ? "clock clock-short" : "clock"} role="timer">
      {clock(left)}
      {card.then && <span class="clock-then">{card.then}</span>}
    </p>
  );
}
