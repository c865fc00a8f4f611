/** A review: every move is looked at by a player; mistakes are ranked by what they lost. */
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
  const [who, setWho] = useState(adviser() ?? "mcts");
  const [seconds, setSeconds] = useState(1);
  const review = game.review.value;
  const going = review !== null && review.done < review.of;
  const mistakes = game.mistakes.value.filter(verdict => verdict.loss >= 0.02);
  return (
    <div class="stack">
      <p class="muted">{t("reviewAbout")}</p>
      <PlayerPicker label={t("reviewer")} value={who} onChange={setWho} />
      <div class="council-ask">
        <SecondsEach value={seconds} onChange={setSeconds} />
        <Button
          kind="main"
          disabled={going}
          onClick={() => send({ kind: "review", game: game.id, player: who, seconds })}
        >
          {t("startReview")}
        </Button>
      </div>
      {review && going && (
        <>
          <ProgressBar done={review.done} of={review.of} label={t("reviewing")} />
          <p class="muted">{t("reviewedOf", { done: review.done, of: review.of })}</p>
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
            {mistakes.slice(0, 30).map(verdict => (
              <Mistake key={verdict.node} desk={desk} verdict={verdict} />
            ))}
          </ol>
        </>
      ) : (
        !going && <Empty>{t(review ? "noMistakes" : "notReviewed")}</Empty>
      )}
    </div>
  );
}

function Mistake({ desk, verdict }: { desk: Desk; verdict: MoveReview }) {
  const { game } = desk;
  const twig = game.twig(verdict.node);
  const here = game.position.value?.node === verdict.node;
  if (!twig?.mv || !twig.by) return null;
  return (
    <li>
      <button type="button" class={here ? "mistake mistake-here" : "mistake"} onClick={() => desk.goTo(verdict.node)}>
        <span class={`dot dot-${twig.by}`} aria-hidden="true" />
        <span class="mistake-move">
          {number(depth(game, verdict.node))}. <span class="visually-hidden">{side(twig.by)} </span>
          {moveName(twig.mv)}
        </span>
        <span class={verdict.loss >= 0.15 ? "loss loss-grave" : "loss"}>−{percent(verdict.loss)}</span>
        <span class="muted mistake-better">
          {verdict.best.length > 0 && t("betterWas", { line: verdict.best.slice(0, 5).map(moveName).join(" ") })}
        </span>
      </button>
    </li>
  );
}
