/** What the server says, in the language that is chosen; what is not known in that language stays as it was said. */
import { language, type Language } from "../core/settings";
import { said as german } from "./server.de";

interface Sentence {
  said: RegExp;
  means: string;
}

const sentences: Partial<Record<Language, { plain: Readonly<Record<string, string>>; filled: Sentence[] }>> = {
  de: {
    plain: german,
    filled: Object.entries(german)
      .filter(([english]) => english.includes("{"))
      .map(([english, means]) => ({ said: pattern(english), means })),
  },
};

export function translated(text: string): string {
  const known = sentences[language.value];
  if (!known) return text;
  const plain = known.plain[text];
  if (plain !== undefined) return plain;
  for (const { said, means } of known.filled) {
    const parts = said.exec(text);
    if (parts) return means.replace(/\{(\d)\}/g, (whole, at: string) => parts[Number(at)] ?? whole);
  }
  return text;
}

/** A sentence of the sources as what it may become when it is filled in. */
function pattern(english: string): RegExp {
  const parts = english.split(/\{[^}]*\}/).map(part => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("(.+?)")}$`, "s");
}
