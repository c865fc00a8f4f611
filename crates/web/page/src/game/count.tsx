/** The count at the end of a game, with its table and buttons; an estimate uses the same table. */
import { t } from "../catalogue";
import { lead, number, plain, player, result } from "../core/format";
import type { Estimate } from "../core/game";
import { send, welcome } from "../core/store";
import type { Count } from "../messages";
import { Button } from "../ui/controls";
import type { Desk } from "./desk";

export function CountPanel({ desk }: { desk: Desk }) {
  const position = desk.game.position.value;
  const estimate = desk.game.estimate.value;
  if (!position) return null;
  const id = desk.game.id;
  if (position.phase === "count")
    return (
      <section class="count" aria-label={t("counting")}>
        <h2>{t("counting")}</h2>
        <p class="muted">{t("countAbout")}</p>
        {position.count && <CountTable count={position.count} />}
        <div class="button-row">
          <Button kind="main" onClick={() => send({ kind: "agree", game: id })}>
            {t("agree")}
          </Button>
          <Button onClick={() => send({ kind: "resume", game: id })}>{t("resume")}</Button>
        </div>
      </section>
    );
  if (position.phase === "over")
    return (
      <section class="count" aria-label={t("gameIsOver")}>
        <h2 data-result={position.result}>{position.result ? result(position.result) : t("gameIsOver")}</h2>
        {position.count && <CountTable count={position.count} />}
      </section>
    );
  return estimate ? <EstimateTable estimate={estimate} /> : null;
}

/** The count of settled points, the number of open points, and the expected result. */
function EstimateTable({ estimate }: { estimate: Estimate }) {
  const { by, count, open } = estimate;
  const [, black, white] = count.lines.at(-1) ?? ["", 0, 0];
  return (
    <section class="count" aria-label={t("estimate")}>
      <h2>{t("estimateTitle", { lead: lead(black - white) })}</h2>
      <CountTable count={count} open={open} />
      {by !== null && estimate.lead !== null && (
        <p class="muted">
          {t("estimateExpects", { player: player(by, welcome.value?.presets), lead: lead(estimate.lead) })}
        </p>
      )}
    </section>
  );
}

/** The table of a count; with a number of open points, of an estimate. */
function CountTable({ count, open }: { count: Count; open?: number }) {
  return (
    <table class="count-table">
      {open !== undefined && <caption class="muted">{t("estimateAbout")}</caption>}
      <thead>
        <tr>
          <th scope="col">
            <span class="visually-hidden">{t("countWhat")}</span>
          </th>
          <th scope="col" class="num">
            {t("color.black")}
          </th>
          <th scope="col" class="num">
            {t("color.white")}
          </th>
        </tr>
      </thead>
      <tbody>
        {count.lines.map(([row, black, white]) => (
          <tr key={row}>
            <th scope="row">{t(`count.${row}`)}</th>
            <td class="num">{plain(black)}</td>
            <td class="num">{plain(white)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {open === undefined ? (
          <tr>
            <th scope="row">{t("resultWord")}</th>
            <td class="num" colSpan={2}>
              {result(count.result)}
            </td>
          </tr>
        ) : (
          <tr>
            <th scope="row">{t("openPoints")}</th>
            <td class="num" colSpan={2} data-open={open}>
              {number(open)}
            </td>
          </tr>
        )}
      </tfoot>
    </table>
  );
}
