/** Lessons: training runs of the server's teachers, forms of their parameters, and a game against the model. */
import { useEffect, useState } from "preact/hooks";
import { say, t, type Key } from "../catalogue";
import { number, percent } from "../core/format";
import { plainTerms } from "../core/records";
import { go } from "../core/route";
import { HUMAN, type Spec } from "../core/spec";
import { ask, lessons, send, status, welcome } from "../core/store";
import type { LessonCard, Measure, TeacherCard } from "../messages";
import { ParameterForm } from "../setup/parameter-form";
import { Button, Empty, Field, ProgressBar, Select } from "../ui/controls";
import { Plot } from "../ui/plot";

export function LearnScreen() {
  const [name, setName] = useState<string | null>(null);
  const open = status.value === "open";
  useEffect(() => {
    if (open) send({ kind: "list-lessons" });
  }, [open]);
  const teachers = welcome.value?.teachers ?? [];
  const card = teachers.find(each => each.name === name) ?? teachers[0];
  const all = [...lessons.value.values()].sort((one, other) => other.begun - one.begun);
  return (
    <div class="page-columns">
      <section class="card new-game">
        <h1>{t("learn")}</h1>
        {card && (
          <>
            <Field label={t("teacher")} hint={say(card.summary)}>
              {id => (
                <Select
                  id={id}
                  value={card.name}
                  options={teachers.map(each => ({ value: each.name, text: each.name }))}
                  onChange={setName}
                />
              )}
            </Field>
            <TeacherForm key={card.name} card={card} />
          </>
        )}
      </section>
      <section class="beside" aria-labelledby="lessons">
        <h2 id="lessons">{t("lessons")}</h2>
        {all.length === 0 && <Empty>{t("noLessons")}</Empty>}
        {all.map(lesson => (
          <LessonReport key={lesson.lesson} lesson={lesson} />
        ))}
      </section>
    </div>
  );
}

/** The settings of a teacher and, if it learns from them, the game records. */
function TeacherForm({ card }: { card: TeacherCard }) {
  const [spec, setSpec] = useState<Spec>({ name: card.name, settings: [] });
  const [records, setRecords] = useState<{ text: string; files: number } | null>(null);
  const take = async (files: FileList | null) => {
    const texts = await Promise.all([...(files ?? [])].map(file => file.text()));
    setRecords(texts.length > 0 ? { text: texts.join("\n"), files: texts.length } : null);
  };
  const start = () =>
    send({ kind: "learn", lesson: { teacher: card.name, settings: spec.settings, records: records?.text ?? "" } });
  return (
    <>
      <ParameterForm card={card} spec={spec} onChange={setSpec} />
      {card.needsRecords && (
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
      )}
      <Button kind="main" disabled={card.needsRecords && records === null} onClick={start}>
        {t("startLearning")}
      </Button>
    </>
  );
}

/** The name of a measure and its explanation. */
const MEASURES: Record<Measure, { label: Key; about: Key }> = {
  won: { label: "lessonWon", about: "lessonWonAbout" },
  error: { label: "lessonError", about: "lessonErrorAbout" },
  loss: { label: "lessonLoss", about: "lessonLossAbout" },
};

function LessonReport({ lesson }: { lesson: LessonCard }) {
  const measure = MEASURES[lesson.measure];
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
              text: lesson.measure === "won" ? percent : value => number(value, 2),
              label: t(measure.label),
            },
          ]}
          below={t("gamesToLearn")}
        />
      )}
      {lesson.curve.length > 0 && <p class="field-hint">{t(measure.about)}</p>}
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

async function playAgainst(who: string): Promise<void> {
  const size = who.startsWith("td") ? 5 : 9;
  const opened = await ask({ kind: "new", terms: { ...plainTerms(), size, seats: [HUMAN, who] } }, "opened");
  if (opened) go({ screen: "game", game: opened.game });
}
