/** Icons, drawn in the colour of the surrounding text. */
import type { JSX } from "preact";

const draw = (path: string, filled = false): JSX.Element => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} fill={filled ? "currentColor" : "none"} />
  </svg>
);

export const icons = {
  first: draw("M6 5v14M19 5l-9 7 9 7z"),
  back10: draw("M12 5l-8 7 8 7zM21 5l-8 7 8 7z"),
  back: draw("M16 5l-9 7 9 7z"),
  forward: draw("M8 5l9 7-9 7z"),
  forward10: draw("M12 5l8 7-8 7zM3 5l8 7-8 7z"),
  last: draw("M18 5v14M5 5l9 7-9 7z"),
  play: draw("M7 4.5l12 7.5-12 7.5z", true),
  pause: draw("M8 5v14M16 5v14"),
  step: draw("M6 5l9 7-9 7zM18 5v14"),
  soundOn: draw("M4 10v4h4l5 4V6L8 10zM16 9a4 4 0 010 6M18.5 6.5a8 8 0 010 11"),
  soundOff: draw("M4 10v4h4l5 4V6L8 10zM17 9l5 6M22 9l-5 6"),
  cube: draw("M12 3l8 4.5v9L12 21l-8-4.5v-9zM12 12l8-4.5M12 12v9M12 12L4 7.5"),
  grid: draw("M4 4h16v16H4zM4 12h16M12 4v16"),
  save: draw("M12 4v11m0 0l-4.5-4.5M12 15l4.5-4.5M5 19h14"),
  open: draw("M12 20V9m0 0L7.5 13.5M12 9l4.5 4.5M5 5h14"),
  link: draw("M10 14a4 4 0 006 .4l3-3a4 4 0 00-5.7-5.7l-1 1M14 10a4 4 0 00-6-.4l-3 3a4 4 0 005.7 5.7l1-1"),
  swap: draw("M7 4L3.5 7.5 7 11M3.5 7.5H20M17 13l3.5 3.5L17 20M20.500 16.500H4"),
  close: draw("M6 6l12 12M18 6L6 18"),
  menu: draw("M4 7h16M4 12h16M4 17h16"),
  settings: draw("M4 7h9M17 7h3M4 17h3M11 17h9M15 7m-2 0a2 2 0 104 0 2 2 0 10-4 0M9 17m-2 0a2 2 0 104 0 2 2 0 10-4 0"),
};
