/** The overlays of the board: influence, preferences, ownership, openings, replies, network values. */
import { say, t, type Key } from "../catalogue";
import { player } from "../core/format";
import { welcome } from "../core/store";
import type { OverlayKind, ParameterCard } from "../messages";
import { Button, Select, type Option } from "../ui/controls";
import type { Desk } from "./desk";
import { thinkers } from "./thoughts";

const KINDS: readonly { kind: OverlayKind["kind"]; title: Key; about: Key }[] = [
  { kind: "influence", title: "lookInfluence", about: "lookInfluenceAbout" },
  { kind: "heat", title: "lookHeat", about: "lookHeatAbout" },
  { kind: "ownership", title: "lookOwnership", about: "lookOwnershipAbout" },
  { kind: "opening", title: "lookOpening", about: "lookOpeningAbout" },
  { kind: "reply", title: "lookReply", about: "lookReplyAbout" },
  { kind: "value", title: "lookValue", about: "lookValueAbout" },
];

export function OverlaysPanel({ desk }: { desk: Desk }) {
  const look = desk.overlayKind.value;
  return (
    <div class="stack">
      <div class="looks" role="radiogroup" aria-label={t("tabOverlays")}>
        <label class="look">
          <input type="radio" name="look" checked={look === null} onChange={() => desk.setOverlay(null)} />
          <span>{t("lookNone")}</span>
        </label>
        {KINDS.map(({ kind, title, about }) => (
          <div key={kind}>
            <label class="look">
              <input
                type="radio"
                name="look"
                checked={look?.kind === kind}
                onChange={() => desk.setOverlay(first(kind))}
              />
              <span>
                {t(title)}
                <span class="look-about">{t(about)}</span>
              </span>
            </label>
            {look?.kind === kind && <Chosen desk={desk} look={look} />}
          </div>
        ))}
      </div>
      {look && (
        <Button kind="quiet" onClick={() => desk.setOverlay(null)}>
          {t("takeAway")}
        </Button>
      )}
    </div>
  );
}

/** The options of the chosen overlay, its remark and explanation, or why it is not available. */
function Chosen({ desk, look }: { desk: Desk; look: OverlayKind }) {
  const overlay = desk.game.overlay.value;
  const refused = desk.overlayError.value;
  return (
    <div class="look-chosen">
      <Detail look={look} onChange={next => desk.setOverlay(next)} />
      <p class={refused ? "remark remark-refused" : "remark"} aria-live="polite">
        {refused ? t("lookRefused", { reason: refused }) : overlay?.remark && say(overlay.remark)}
      </p>
      {look.kind === "opening" && overlay && <p class="look-about">{t("lookOpeningRead")}</p>}
    </div>
  );
}

function Detail({ look, onChange }: { look: OverlayKind; onChange: (look: OverlayKind) => void }) {
  switch (look.kind) {
    case "influence":
      return (
        <Select
          label={t("influenceBy")}
          value={look.by}
          options={["bouzy", "chen", "zobrist"].map(by => ({
            value: by,
            text: by.charAt(0).toUpperCase() + by.slice(1),
          }))}
          onChange={by => onChange({ kind: "influence", by })}
        />
      );
    case "heat":
      return (
        <Select
          label={t("player")}
          value={look.player}
          options={rankers()}
          onChange={who => onChange({ kind: "heat", player: who })}
        />
      );
    case "ownership":
      return (
        <Select
          label={t("player")}
          value={look.player}
          options={thinkers()}
          onChange={who => onChange({ kind: "ownership", player: who })}
        />
      );
    case "value":
      return nets().length > 0 ? (
        <Select
          label={t("network")}
          value={look.net}
          options={nets()}
          onChange={net => onChange({ kind: "value", net })}
        />
      ) : (
        <input
          aria-label={t("network")}
          value={look.net}
          onChange={event => onChange({ kind: "value", net: event.currentTarget.value })}
        />
      );
    default:
      return null;
  }
}

function first(kind: OverlayKind["kind"]): OverlayKind {
  const ranker = rankers();
  switch (kind) {
    case "influence":
      return { kind, by: "bouzy" };
    case "heat":
      return { kind, player: (ranker.find(each => each.value === "preference") ?? ranker[0])?.value ?? "preference" };
    case "ownership":
      return { kind, player: thinkers()[0]?.value ?? "mcts" };
    case "value":
      return { kind, net: firstNet() };
    default:
      return { kind };
  }
}

function rankers(): Option[] {
  const cards = welcome.value?.players.filter(card => card.ranks) ?? [];
  return cards.map(card => ({ value: card.name, text: player(card.name) }));
}

/** The networks of the player `td`. */
function nets(): Option[] {
  return netParameter()?.choices.map(net => ({ value: net, text: net })) ?? [];
}

function firstNet(): string {
  return netParameter()?.default || nets()[0]?.value || "";
}

function netParameter(): ParameterCard | undefined {
  return welcome.value?.players
    .find(card => card.name === "td")
    ?.parameters.find(parameter => parameter.name === "net");
}
