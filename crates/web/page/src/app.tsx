/** The frame of every screen: header with navigation, the screen itself, notices, and the live region. */
import { useState } from "preact/hooks";
import { t, type Key } from "./catalogue";
import { announcement } from "./core/announce";
import { route, write, type Route } from "./core/route";
import { dismiss, notices, status, welcome } from "./core/store";
import { GameScreen } from "./game/screen";
import { AboutScreen } from "./screens/about";
import { ContestScreen } from "./screens/contest";
import { ContestsScreen } from "./screens/contests";
import { GamesScreen } from "./screens/games";
import { HelpScreen } from "./screens/help";
import { LearnScreen } from "./screens/learn";
import { ProblemsScreen } from "./screens/problems";
import { SettingsDialog, SoundButton } from "./screens/settings";
import { WallScreen } from "./screens/wall";
import { NewGameScreen } from "./setup/new-game";
import { Empty, IconButton } from "./ui/controls";
import { icons } from "./ui/icons";

const LINKS: readonly { to: Route; text: Key; also: readonly Route["screen"][] }[] = [
  { to: { screen: "new" }, text: "navPlay", also: [] },
  { to: { screen: "games" }, text: "navGames", also: ["game"] },
  { to: { screen: "wall", games: [] }, text: "navWall", also: [] },
  { to: { screen: "contests" }, text: "navContests", also: ["contest"] },
  { to: { screen: "problems" }, text: "navProblems", also: [] },
  { to: { screen: "learn" }, text: "navLearn", also: [] },
  { to: { screen: "help" }, text: "navHelp", also: [] },
  { to: { screen: "about" }, text: "navAbout", also: [] },
];

export function App() {
  return (
    <>
      <a class="skip" href="#content" onClick={skip}>
        {t("skip")}
      </a>
      <Head />
      <main id="content" tabIndex={-1} class={`screen screen-${route.value.screen}`}>
        {welcome.value ? <Screen route={route.value} /> : <Empty>{t("connecting")}</Empty>}
      </main>
      <Connection />
      <Notices />
      <div class="visually-hidden" role="status" aria-live="polite" data-announcement>
        {announcement.value}
      </div>
    </>
  );
}

function Head() {
  const [open, setOpen] = useState(false);
  const [settings, setSettings] = useState(false);
  return (
    <header class="head">
      <a class="brand" href={write({ screen: "new" })}>
        <Mark />
        Ponnuki
      </a>
      <nav class={open ? "nav nav-open" : "nav"} id="nav" aria-label={t("navigation")}>
        {LINKS.map(({ to, text, also }) => {
          const here = route.value.screen === to.screen || also.includes(route.value.screen);
          return (
            <a key={text} href={write(to)} aria-current={here ? "page" : undefined} onClick={() => setOpen(false)}>
              {t(text)}
            </a>
          );
        })}
      </nav>
      <div class="head-tools">
        <SoundButton />
        <IconButton icon={icons.settings} label={t("settings")} onClick={() => setSettings(true)} />
        <button
          type="button"
          class="icon-button nav-button"
          aria-label={t("menu")}
          aria-expanded={open}
          aria-controls="nav"
          onClick={() => setOpen(!open)}
        >
          {icons.menu}
        </button>
      </div>
      {settings && <SettingsDialog onClose={() => setSettings(false)} />}
    </header>
  );
}

function Screen({ route }: { route: Route }) {
  switch (route.screen) {
    case "new":
      return <NewGameScreen />;
    case "game":
      return <GameScreen key={route.game} id={route.game} />;
    case "games":
      return <GamesScreen />;
    case "wall":
      return <WallScreen games={route.games} />;
    case "contests":
      return <ContestsScreen />;
    case "contest":
      return <ContestScreen name={route.contest} />;
    case "problems":
      return <ProblemsScreen />;
    case "learn":
      return <LearnScreen />;
    case "help":
      return <HelpScreen />;
    case "about":
      return <AboutScreen />;
  }
}

function Connection() {
  return status.value === "lost" ? (
    <p class="lost" role="alert">
      {t("connectionLost")}
    </p>
  ) : null;
}

function Notices() {
  return (
    <ul class="notices" aria-label={t("notices")}>
      {notices.value.map(notice => (
        <li
          key={notice.id}
          class={notice.isError ? "notice notice-error" : "notice"}
          role={notice.isError ? "alert" : "status"}
        >
          {notice.text}
          <IconButton icon={icons.close} label={t("close")} onClick={() => dismiss(notice.id)} />
        </li>
      ))}
    </ul>
  );
}

/** The logo: a ponnuki. */
function Mark() {
  return (
    <svg class="brand-mark" viewBox="0 0 24 24" aria-hidden="true">
      {[
        [12, 5],
        [5, 12],
        [19, 12],
        [12, 19],
      ].map(([cx, cy]) => (
        <circle key={`${cx}${cy}`} cx={cx} cy={cy} r="4" fill="currentColor" />
      ))}
    </svg>
  );
}

/** Skips to the content without changing the address, which names the screen. */
function skip(event: Event): void {
  event.preventDefault();
  document.getElementById("content")?.focus();
}
