/** The panels beside the board. */
import { t } from "../catalogue";
import { Tabs } from "../ui/tabs";
import { CouncilPanel } from "./council";
import type { Desk, Panel } from "./desk";
import { MovesPanel } from "./moves";
import { OverlaysPanel } from "./overlays";
import { ReviewPanel } from "./review";
import { ThoughtsPanel } from "./thoughts";

export function Panels({ desk }: { desk: Desk }) {
  return (
    <Tabs<Panel>
      label={t("panels")}
      chosen={desk.panel.value}
      onChange={key => {
        desk.panel.value = key;
      }}
      tabs={[
        { key: "moves", text: t("tabMoves"), panel: () => <MovesPanel desk={desk} /> },
        { key: "thoughts", text: t("tabThoughts"), panel: () => <ThoughtsPanel desk={desk} /> },
        { key: "council", text: t("tabCouncil"), panel: () => <CouncilPanel desk={desk} /> },
        { key: "overlays", text: t("tabOverlays"), panel: () => <OverlaysPanel desk={desk} /> },
        { key: "review", text: t("tabReview"), panel: () => <ReviewPanel desk={desk} /> },
      ]}
    />
  );
}
