/** The help screen. */
import { t, type Key } from "../catalogue";

const KEYS: readonly [keys: string, what: Key][] = [
  ["Enter", "keyEnter"],
  ["← →", "keyWalk"],
  ["Shift + ← →", "keyWalkTen"],
  [", .", "keyWalkAlways"],
  ["↑ ↓", "keySide"],
  ["Home End", "keyEnds"],
  ["Space", "keySpace"],
  ["Esc", "keyEscape"],
  ["P", "keyPass"],
  ["U", "keyUndo"],
  ["H", "keyHint"],
  ["E", "keyEstimate"],
  ["N", "keyMistake"],
  ["V", "keyView"],
  ["C", "keyCoordinates"],
  ["M", "keyMute"],
];

const SECTIONS: readonly [title: Key, text: Key][] = [
  ["helpPlay", "helpPlayText"],
  ["helpSwap", "helpSwapText"],
  ["helpRecords", "helpRecordsText"],
  ["helpUnderstand", "helpUnderstandText"],
  ["helpCount", "helpCountText"],
  ["helpController", "helpControllerText"],
  ["helpLinks", "helpLinksText"],
];

export function HelpScreen() {
  return (
    <div class="page-single prose">
      <h1>{t("help")}</h1>
      {SECTIONS.map(([title, text]) => (
        <section key={title}>
          <h2>{t(title)}</h2>
          <p>{t(text)}</p>
        </section>
      ))}
      <h2>{t("helpKeys")}</h2>
      <p>{t("helpKeysText")}</p>
      <dl class="key-list">
        {KEYS.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{t(what)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
