/** The buttons of the game screen, for people who play and for programs. */
import { useState } from "preact/hooks";
import { t } from "../catalogue";
import { go } from "../core/route";
import { ask, personToMove, send } from "../core/store";
import { PlayerPicker } from "../setup/player-picker";
import { Button } from "../ui/controls";
import { Dialog } from "../ui/dialog";
import { icons } from "../ui/icons";
import { adviser, type Desk } from "./desk";

/** Milliseconds between moves, slowest first. */
const PACES: readonly number[] = [3000, 2000, 1000, 500, 250, 0];

export function Actions({ desk }: { desk: Desk }) {
  const position = desk.game.position.value;
  if (!position) return null;
  const people = position.seats.some(seat => seat.who === "human");
  const programs = position.seats.some(seat => seat.who !== "human");
  const over = position.phase === "over";
  return (
    <div class="actions">
      {!over && people && <PersonActions desk={desk} />}
      {!over && <ProgramActions desk={desk} programs={programs} />}
      {over && (
        <div class="button-row">
          <Button kind="main" onClick={() => void rematch(desk)}>
            {t("rematch")}
          </Button>
          <Button onClick={() => go({ screen: "new" })}>{t("newGame")}</Button>
          <Button
            onClick={() => {
              desk.panel.value = "review";
            }}
          >
            {t("review")}
          </Button>
        </div>
      )}
    </div>
  );
}

function PersonActions({ desk }: { desk: Desk }) {
  const position = desk.game.position.value;
  const [resigning, setResigning] = useState(false);
  if (!position || position.phase !== "play") return null;
  const mine = personToMove(position);
  return (
    <div class="button-row">
      <Button disabled={!mine} onClick={() => desk.play("pass")}>
        {t("pass")}
      </Button>
      <Button onClick={() => desk.undo()}>{t("undo")}</Button>
      <Button disabled={desk.hinting.value} onClick={() => void desk.requestHint()}>
        {t(desk.hinting.value ? "hinting" : "hint")}
      </Button>
      <Button pressed={desk.game.estimate.value !== null} onClick={() => desk.estimate()}>
        {t("estimate")}
      </Button>
      <Button kind="danger" disabled={!mine} onClick={() => setResigning(true)}>
        {t("resign")}
      </Button>
      {resigning && (
        <Dialog title={t("resignTitle")} onClose={() => setResigning(false)}>
          <p>{t("resignQuestion")}</p>
          <div class="button-row button-row-end">
            <Button onClick={() => setResigning(false)}>{t("playOn")}</Button>
            <Button
              kind="danger"
              onClick={() => {
                setResigning(false);
                desk.play("resign");
              }}
            >
              {t("resign")}
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

function ProgramActions({ desk, programs }: { desk: Desk; programs: boolean }) {
  const position = desk.game.position.value;
  const [forcing, setForcing] = useState(false);
  if (!position || position.phase !== "play") return null;
  const id = desk.game.id;
  const watching = position.seats.every(seat => seat.who !== "human");
  return (
    <div class="button-row">
      {programs && (
        <Button onClick={() => desk.run(!position.running)}>
          {position.running ? icons.pause : icons.play}
          {t(position.running ? "pause" : "run")}
        </Button>
      )}
      {programs && !position.running && (
        <Button onClick={() => send({ kind: "step", game: id })}>
          {icons.step}
          {t("step")}
        </Button>
      )}
      {position.thinking && <Button onClick={() => send({ kind: "move-now", game: id })}>{t("moveNow")}</Button>}
      {position.thinking && <Button onClick={() => send({ kind: "stop", game: id })}>{t("stop")}</Button>}
      {watching && (
        <Button pressed={desk.game.estimate.value !== null} onClick={() => desk.estimate()}>
          {t("estimate")}
        </Button>
      )}
      <Button kind="quiet" onClick={() => setForcing(true)}>
        {t("force")}
      </Button>
      {watching && <Pace desk={desk} pause={position.pause} />}
      {forcing && <ForceDialog desk={desk} onClose={() => setForcing(false)} />}
    </div>
  );
}

function Pace({ desk, pause }: { desk: Desk; pause: number }) {
  const nearest = PACES.reduce(
    (best, each, i) => (Math.abs(each - pause) < Math.abs((PACES[best] ?? 0) - pause) ? i : best),
    0,
  );
  return (
    <label class="pace">
      <span>{t("speed")}</span>
      <input
        type="range"
        min={0}
        max={PACES.length - 1}
        value={nearest}
        aria-valuetext={t("pauseOf", { seconds: pause / 1000 })}
        onChange={event =>
          send({ kind: "pace", game: desk.game.id, pause: PACES[event.currentTarget.valueAsNumber] ?? 0 })
        }
      />
    </label>
  );
}

function ForceDialog({ desk, onClose }: { desk: Desk; onClose: () => void }) {
  const [who, setWho] = useState(adviser() ?? "random");
  return (
    <Dialog title={t("forceTitle")} onClose={onClose}>
      <p class="muted">{t("forceAbout")}</p>
      <PlayerPicker label={t("player")} value={who} onChange={setWho} />
      <div class="button-row button-row-end">
        <Button
          kind="main"
          onClick={() => {
            send({ kind: "force", game: desk.game.id, player: who });
            onClose();
          }}
        >
          {t("forceNow")}
        </Button>
      </div>
    </Dialog>
  );
}

async function rematch(desk: Desk): Promise<void> {
  const opened = await ask({ kind: "rematch", game: desk.game.id }, "opened");
  if (opened) go({ screen: "game", game: opened.game });
}
