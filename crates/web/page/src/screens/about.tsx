/** About Ponnuki, and its five sources. */
import { t, type Key } from "../catalogue";
import { welcome } from "../core/store";

interface Source {
  title: string;
  authors: string;
  where: string;
  what: Key;
}

const SOURCES: readonly Source[] = [
  {
    title: "Artificial Intelligence for Go",
    authors: "Kristen Ying",
    where: "CIS 499 Senior Design Project, University of Pennsylvania",
    what: "sourceDeathmatch",
  },
  {
    title: "The Power of Forgetting: Improving the Last-Good-Reply Policy in Monte Carlo Go",
    authors: "Hendrik Baier, Peter D. Drake",
    where: "IEEE Transactions on Computational Intelligence and AI in Games, 2010",
    what: "sourceForgetting",
  },
  {
    title: "Mining Expert Play to Guide Monte Carlo Search in the Opening Moves of Go",
    authors: "Erik Steinmetz, Maria Gini",
    where: "University of Minnesota",
    what: "sourceOpenings",
  },
  {
    title: "Machine Learning, Game Play, and Go",
    authors: "David Stoutamire",
    where: "1991",
    what: "sourcePreference",
  },
  {
    title: "Board Representations for Neural Go Players Learning by Temporal Difference",
    authors: "Helmut A. Mayer",
    where: "University of Salzburg",
    what: "sourceTd",
  },
];

export function AboutScreen() {
  return (
    <div class="page-single prose">
      <h1>{t("about")}</h1>
      <p>{t("aboutText")}</p>
      <p>{t("aboutName")}</p>
      <h2>{t("sources")}</h2>
      <ol class="sources">
        {SOURCES.map(source => (
          <li key={source.title}>
            <cite>{source.title}</cite>
            <p class="muted">
              {source.authors}. {source.where}.
            </p>
            <p>{t(source.what)}</p>
          </li>
        ))}
      </ol>
      {welcome.value && <p class="muted">{t("version", { version: welcome.value.version })}</p>}
    </div>
  );
}
