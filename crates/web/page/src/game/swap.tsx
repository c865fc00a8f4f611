/** The dialog that replaces a player in mid-game, for good or for a few moves. */
import { useState } from "preact/hooks";
import { t } from "../catalogue";
import { side } from "../core/format";
import { send } from "../core/store";
import type { Side } from "../messages";
import { PlayerPicker } from "../setup/player-picker";
import { Button, Field, NumberInput, Segments } from "../ui/controls";
import { Dialog } from "../ui/dialog";
import type { Desk } from "./desk";

export function SwapDialog({ desk, color }: { desk: Desk; color: Side }) {
  const seat = desk.game.position.peek()?.seats[color === "black" ? 0 : 1];
  const [who, setWho] = useState(seat?.who ?? "human");
  const [forGood, setForGood] = useState(true);
  const [moves, setMoves] = useState(5);
  const close = () => {
    desk.swapping.value = null;
  };
  const swap = () => {
    send({ kind: "seat", game: desk.game.id, color, who, moves: forGood ? null : moves });
    close();
  };
  return (
    <Dialog title={t("swapTitle", { side: side(color) })} onClose={close}>
      <PlayerPicker label={t("player")} value={who} person onChange={setWho} />
      <Segments
        label={t("howLong")}
        value={forGood ? "good" : "moves"}
        options={[
          { value: "good", text: t("forGood") },
          { value: "moves", text: t("forSomeMoves") },
        ]}
        onChange={value => setForGood(value === "good")}
      />
      {!forGood && (
        <Field label={t("movesCount")}>
          {id => <NumberInput id={id} value={moves} min={1} max={500} onChange={setMoves} />}
        </Field>
      )}
      <div class="button-row button-row-end">
        <Button onClick={close}>{t("cancel")}</Button>
        <Button kind="main" onClick={swap}>
          {t("swapNow")}
        </Button>
      </div>
    </Dialog>
  );
}
