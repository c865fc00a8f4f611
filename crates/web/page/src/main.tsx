/** The page begins: style, address, connection, and the first screen. */
import { options, render } from "preact";
import { App } from "./app";
import { offerGrain } from "./board/grain";
import { takeRecords } from "./core/records";
import { followTheAddress } from "./core/route";
import { dressThePage } from "./core/settings";
import { connect } from "./core/store";
import "./style/base.css";
import "./style/board.css";
import "./style/game.css";
import "./style/screens.css";

options.debounceRendering = atMostOnceAFrame();

dressThePage();
offerGrain();
followTheAddress();
takeRecords();
connect(socketAddress());

const page = document.getElementById("page");
if (page) render(<App />, page);

/** Beside the page; a token that the address carries goes along. */
function socketAddress(): string {
  const address = new URL("ws", location.href.split("#")[0]);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  address.search = location.search;
  return address.href;
}

/** A change is drawn at once; where changes come faster than the screen can show them, once a frame. */
function atMostOnceAFrame(): (draw: () => void) => void {
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
