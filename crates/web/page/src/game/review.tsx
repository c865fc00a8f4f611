/** A review: a player assesses every move; the worst moves come first, with the points and win rate that they lost. */
import { useState } from "preact/hooks";
import { t } from "../catalogue";
import { moveName, number, percent, side } from "../core/format";
import { send } from "../core/store";
import type { MoveReview } from "../messages";
import { PlayerPicker } from "../setup/player-picker";
import { Button, Empty, ProgressBar } from "../ui/controls";
import { adviser, depth, type Desk } from "./desk";
import { SecondsEach } from "./seconds";

export function ReviewPanel({ desk }: { desk: Desk }) {
  const { game } = desk;
  const [reviewer, setReviewer] = useState(adviser() ?? "mcts");
  const [seconds, setSeconds] = useState(1);
  const progress = game.review.value;
  const running = progress !== null && progress.done < progress.of;
  const mistakes = game.mistakes.value;
  return (
    <div class="stack">
      <p class="muted">{t("reviewAbout")}</p>
      <PlayerPicker label={t("reviewer")} value={reviewer} onChange={setReviewer} />
      <div class="council-ask">
        <SecondsEach value={seconds} onChange={setSeconds} />
        <Button
          kind="main"
          disabled={running}
          onClick={() => send({ kind: "review", game: game.id, player: reviewer, seconds })}
        >
          {t("startReview")}
        </Button>
      </div>
      {progress && running && (
        <>
          <ProgressBar done={progress.done} of={progress.of} label={t("reviewing")} />
          <p class="muted">{t("reviewedOf", { done: progress.done, of: progress.of })}</p>
        </>
      )}
      {mistakes.length > 0 ? (
        <>
          <div class="split">
            <h3>{t("mistakes")}</h3>
            <Button kind="quiet" onClick={() => desk.nextMistake()}>
              {t("nextMistake")} <kbd>N</kbd>
            </Button>
          </div>
          <ol class="mistakes">
            {mistakes.slice(0, 30).map(review => (
              <Mistake key={review.node} desk={desk} review={review} />
            ))}
          </ol>
        </>
      ) : (
        !running && <Empty>{t(progress ? "noMistakes" : "notReviewed")}</Empty>
      )}
    </div>
  );
}

function Mistake({ desk, review }: { desk: Desk; review: MoveReview }) {
  const { game } = desk;
  const twig = game.twig(review.node);
  const here = game.position.value?.node === review.node;
  if (!twig?.mv || !twig.by) return null;
  const { pointsLoss, winRateLoss, rankError } = review;
  return (
    <li>
      <button type="button" class={here ? "mistake mistake-here" : "mistake"} onClick={() => desk.goTo(review.node)}>
        <span class={`dot dot-${twig.by}`} aria-hidden="true" />
        <span class="mistake-move">
          {number(depth(game, review.node))}. <span class="visually-hidden">{side(twig.by)} </span>
          {moveName(twig.mv)}
        </span>
        <span class={review.grade === "blunder" ? "loss loss-grave" : "loss"}>
          <span class="visually-hidden">{t(`grade.${review.grade}`)} </span>
          {pointsLoss !== null && t("pointsLost", { points: number(pointsLoss, 1) })}{" "}
          {winRateLoss !== null && <>−{percent(winRateLoss)}</>}
          {pointsLoss === null &&
            winRateLoss === null &&
            rankError !== null &&
            t("rankError", { error: number(rankError, 2) })}
        </span>
        <span class="muted mistake-better">
          {review.best.length > 0 && t("betterWas", { line: review.best.slice(0, 5).map(moveName).join(" ") })}
        </span>
      </button>
    </li>
  );
}
