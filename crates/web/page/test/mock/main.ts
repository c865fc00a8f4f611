/** `npm run mock [port]`: the built page on the mock server. */
import { fileURLToPath } from "node:url";
import { MockServer } from "./server";

const server = new MockServer(fileURLToPath(new URL("../../dist", import.meta.url)));
console.log(await server.listen(Number(process.argv[2] ?? 8420)));
