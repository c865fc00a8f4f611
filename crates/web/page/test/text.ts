/** Texts as the server sends them. */
import { server } from "../src/catalogue/server.en";
import type { Argument, Text } from "../src/messages";

/** The text of a code; the English sentence is the template. */
export function text(code: keyof typeof server, values: Record<string, Argument> = {}): Text {
  return { code, arguments: values, english: server[code] };
}

/** A text that no catalogue has: it is shown in English. */
export function english(sentence: string): Text {
  return { code: "mock", arguments: {}, english: sentence };
}
