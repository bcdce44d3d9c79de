import type { Language } from "#domain/languages.ts";
import { greetedName } from "#domain/plain-text.ts";
import { penFor } from "./pen.ts";
import { m } from "./words.ts";

/** How an email begins: with the name, if there is one and the name is not a message in itself. */
export function greeting(language: Language, name = ""): string {
  const { say } = penFor(language);
  const shown = greetedName(name);
  return shown ? say(m.email_greeting_named, { name: shown }) : say(m.email_greeting);
}
