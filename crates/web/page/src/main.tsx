/** The entry point: settings, address, connection, and the first screen. */
import { options, render } from "preact";
import { App } from "./app";
import { installGrain } from "./board/grain";
import { acceptRecords } from "./core/records";
import { followAddress } from "./core/route";
import { applySettings } from "./core/settings";
import { connect } from "./core/store";
import "./style/base.css";
import "./style/board.css";
import "./style/game.css";
import "./style/screens.css";

options.debounceRendering = oncePerFrame();

applySettings();
installGrain();
followAddress();
acceptRecords();
connect(socketAddress());

const page = document.getElementById("page");
if (page) render(<App />, page);

/** The address of the WebSocket, with the token of the page's address if there is one. */
function socketAddress(): string {
  const address = new URL("ws", location.href.split("#")[0]);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  address.search = location.search;
  return address.href;
}

/** Draws a change at once, and frequent changes once per frame. */
function oncePerFrame(): (draw: () => void) => void {
  let drawn = 0;
  return draw => {
    const now = () => {
      draw();
      drawn = performance.now();
    };
    if (performance.now() - drawn > 16) queueMicrotask(now);
    else requestAnimationFrame(now);
  };
}
