/**
 * Small learning runs: a network that teaches itself 5x5, or a preference table over records; then a game against it.
 */
import { useEffect, useState } from "preact/hooks";
import { say, t } from "../catalogue";
import { number, percent } from "../core/format";
import { plainTerms } from "../core/records";
import { go } from "../core/route";
import { HUMAN } from "../core/spec";
import { ask, lessons, status, send } from "../core/store";
import type { LessonCard, NewLesson } from "../messages";
import { Button, Empty, Field, NumberInput, ProgressBar, Segments, Select } from "../ui/controls";
import { Plot } from "../ui/plot";

const words = (list: readonly string[]) => list.map(value => ({ value, text: value }));

export function LearnScreen() {
  const [kind, setKind] = useState<NewLesson["kind"]>("td");
  const open = status.value === "open";
  useEffect(() => {
    if (open) send({ kind: "list-lessons" });
  }, [open]);
  const all = [...lessons.value.values()].sort((one, other) => other.begun - one.begun);
  return (
    <div class="page-columns">
      <section class="card new-game">
        <h1>{t("learn")}</h1>
        <Segments
          label={t("learnWhat")}
          value={kind}
          options={[
            { value: "td", text: t("learnTd") },
            { value: "preference", text: t("learnPreference") },
          ]}
          onChange={value => setKind(value === "td" ? "td" : "preference")}
        />
        {kind === "td" ? <TdForm /> : <PreferenceForm />}
      </section>
      <section class="beside" aria-labelledby="lessons">
        <h2 id="lessons">{t("lessons")}</h2>
        {all.length === 0 && <Empty>{t("noLessons")}</Empty>}
        {all.map(lesson => (
          <LessonStory key={lesson.lesson} lesson={lesson} />
        ))}
      </section>
    </div>
  );
}

function TdForm() {
  const [representation, setRepresentation] = useState("katatsugi");
  const [selection, setSelection] = useState("creative");
  const [games, setGames] = useState(20_000);
  const [seed, setSeed] = useState(1);
  return (
    <>
      <p class="muted">{t("learnTdAbout")}</p>
      <div class="form-grid">
        <Field label={t("representation")}>
          {id => (
            <Select
              id={id}
              value={representation}
              options={words(["koten", "roban", "katatsugi"])}
              onChange={setRepresentation}
            />
          )}
        </Field>
        <Field label={t("selection")}>
          {id => <Select id={id} value={selection} options={words(["epsilon", "creative"])} onChange={setSelection} />}
        </Field>
        <Field label={t("gamesToLearn")}>
          {id => <NumberInput id={id} value={games} min={100} max={1_000_000} step={100} onChange={setGames} />}
        </Field>
        <Field label={t("seed")}>
          {id => <NumberInput id={id} value={seed} min={0} max={4294967295} onChange={setSeed} />}
        </Field>
      </div>
      <Button kind="main" onClick={() => begin({ kind: "td", representation, selection, games, seed })}>
        {t("startLearning")}
      </Button>
    </>
  );
}

function PreferenceForm() {
  const [window, setWindow] = useState("diamond");
  const [radius, setRadius] = useState(3);
  const [records, setRecords] = useState<{ text: string; files: number } | null>(null);
  const take = async (files: FileList | null) => {
    const texts = await Promise.all([...(files ?? [])].map(file => file.text()));
    setRecords(texts.length > 0 ? { text: texts.join("\n"), files: texts.length } : null);
  };
  return (
    <>
      <p class="muted">{t("learnPreferenceAbout")}</p>
      <div class="form-grid">
        <Field label={t("window")}>
          {id => <Select id={id} value={window} options={words(["diamond", "square", "graph"])} onChange={setWindow} />}
        </Field>
        <Field label={t("radius")}>
          {id => <NumberInput id={id} value={radius} min={1} max={8} onChange={setRadius} />}
        </Field>
      </div>
      <div
        class="drop"
        data-drop
        onDragOver={event => event.preventDefault()}
        onDrop={event => {
          event.preventDefault();
          void take(event.dataTransfer?.files ?? null);
        }}
      >
        <Field label={t("records")} hint={records ? t("recordsTaken", { files: records.files }) : t("dropRecords")}>
          {id => (
            <input
              id={id}
              type="file"
              accept=".sgf"
              multiple
              onChange={event => void take(event.currentTarget.files)}
            />
          )}
        </Field>
      </div>
      <Button
        kind="main"
        disabled={records === null}
        onClick={() => records && begin({ kind: "preference", window, radius, records: records.text })}
      >
        {t("startLearning")}
      </Button>
    </>
  );
}

function LessonStory({ lesson }: { lesson: LessonCard }) {
  const won = lesson.measure === "won";
  return (
    <article class="card lesson" data-lesson={lesson.lesson}>
      <header class="split">
        <h3>{lesson.title}</h3>
        {lesson.of > 0 && <span class="muted">{t("gamesOf", { done: lesson.done, of: lesson.of })}</span>}
      </header>
      {lesson.of > 0 ? (
        <ProgressBar done={lesson.done} of={lesson.of} label={lesson.title} />
      ) : (
        lesson.failure && <p class="error-text">{say(lesson.failure)}</p>
      )}
      {lesson.curve.length > 0 && (
        <Plot
          label={t("lessonCurve")}
          xs={lesson.curve.map(([x]) => x)}
          series={[{ label: lesson.title, color: "accent", values: lesson.curve.map(([, y]) => y) }]}
          height={180}
          axes={[
            {
              scale: "y",
              text: won ? percent : value => number(value, 2),
              label: t(won ? "lessonWon" : "lessonError"),
            },
          ]}
          below={t("gamesToLearn")}
        />
      )}
      {lesson.curve.length > 0 && <p class="field-hint">{t(won ? "lessonWonAbout" : "lessonErrorAbout")}</p>}
      <div class="button-row">
        {!lesson.finished && (
          <Button onClick={() => send({ kind: "stop-learning", lesson: lesson.lesson })}>{t("stop")}</Button>
        )}
        {lesson.player && (
          <Button kind="main" onClick={() => void playAgainst(lesson.player ?? "")}>
            {t("playAgainst")}
          </Button>
        )}
      </div>
    </article>
  );
}

/** The server keeps the lesson, and tells of it whoever looks. */
function begin(lesson: NewLesson): void {
  send({ kind: "learn", lesson });
}

async function playAgainst(who: string): Promise<void> {
  const size = who.startsWith("td") ? 5 : 9;
  const opened = await ask({ kind: "new", terms: { ...plainTerms(), size, seats: [HUMAN, who] } }, "opened");
  if (opened) go({ screen: "game", game: opened.game });
}
