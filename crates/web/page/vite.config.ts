import { defineConfig } from "vite";

/** Where `npm run dev` finds a running server (or the mock) to pass the WebSocket on to. */
const server = process.env.PONNUKI_ADDRESS ?? "http://127.0.0.1:8420";

export default defineConfig({
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2022",
    outDir: "dist",
    assetsInlineLimit: 2048,
    modulePreload: { polyfill: false },
    // three is a chunk of its own that is fetched only for the perspective view.
    chunkSizeWarningLimit: 900,
  },
  server: { host: "127.0.0.1", proxy: { "/ws": { target: server.replace(/^http/, "ws"), ws: true } } },
});
