/** The bar below the board: navigation through the moves, and buttons for the view and the record. */
import { t } from "../catalogue";
import { moveName } from "../core/format";
import { saveRecord } from "../core/records";
import { perspective } from "../core/settings";
import { notice, send } from "../core/store";
import { Button, IconButton } from "../ui/controls";
import { icons } from "../ui/icons";
import type { Desk } from "./desk";

export function Walk({ desk }: { desk: Desk }) {
  const position = desk.game.position.value;
  if (!position) return null;
  const line = desk.game.line.value;
  const at = line.indexOf(position.node);
  const last = line.length - 1;
  return (
    <div class="walk">
      <div class="walk-steps" role="group" aria-label={t("walkLabel")}>
        <IconButton
          icon={icons.first}
          label={t("first")}
          disabled={at <= 0}
          onClick={() => desk.stepMoves(-Infinity)}
        />
        <IconButton icon={icons.back10} label={t("back10")} disabled={at <= 0} onClick={() => desk.stepMoves(-10)} />
        <IconButton icon={icons.back} label={t("back")} disabled={at <= 0} onClick={() => desk.stepMoves(-1)} />
        <p class="walk-number">
          <span>{t("moveOf", { number: position.number, last: Math.max(last, position.number) })}</span>
          {position.last && <span class="muted"> {moveName(position.last)}</span>}
        </p>
        <IconButton icon={icons.forward} label={t("forward")} disabled={at >= last} onClick={() => desk.stepMoves(1)} />
        <IconButton
          icon={icons.forward10}
          label={t("forward10")}
          disabled={at >= last}
          onClick={() => desk.stepMoves(10)}
        />
        <IconButton
          icon={icons.last}
          label={t("last")}
          disabled={at >= last}
          onClick={() => desk.stepMoves(Infinity)}
        />
      </div>
      {position.node !== position.live && (
        <div class="walk-away">
          <Button kind="quiet" onClick={() => desk.goTo(position.live)}>
            {t("backToGame")}
          </Button>
          <Button kind="quiet" onClick={() => send({ kind: "take-up", game: desk.game.id, node: position.node })}>
            {t("takeUp")}
          </Button>
        </div>
      )}
      <div class="walk-tools">
        <IconButton
          icon={perspective.value ? icons.grid : icons.cube}
          label={t(perspective.value ? "flatView" : "perspectiveView")}
          pressed={perspective.value}
          onClick={() => {
            perspective.value = !perspective.value;
          }}
        />
        <IconButton icon={icons.link} label={t("copyLink")} onClick={() => void copyLink()} />
        <IconButton icon={icons.save} label={t("saveRecord")} onClick={() => void saveRecord(desk.game.id)} />
      </div>
    </div>
  );
}

async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    notice(t("linkCopied"));
  } catch {
    notice(location.href);
  }
}
