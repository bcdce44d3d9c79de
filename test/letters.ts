import { findLetters, findTexts, type LetterRow } from "#server/mail/queries.ts";
import type { TestApp } from "./app.ts";

/** The newest letter of a kind to an address. Throws where there is none. */
export async function letterTo({ services }: TestApp, recipient: string, kind: string): Promise<LetterRow> {
  const found = (await findLetters(services.database, 1000)).find((letter) => letter.recipient === recipient && letter.kind === kind);
  if (!found) throw new Error(`no ${kind} letter to ${recipient}`);
  return found;
}

export const lettersTo = async ({ services }: TestApp, recipient: string): Promise<string[]> =>
  (await findLetters(services.database, 1000)).filter((letter) => letter.recipient === recipient).map(({ kind }) => kind);

/** Where the letter's link leads. */
export function linkIn({ content }: LetterRow): URL {
  const block = content.blocks.find(({ kind }) => kind === "link");
  if (block?.kind !== "link") throw new Error("the letter has no link");
  return new URL(block.url);
}

/** The six digits in a letter. */
export function codeIn({ content }: LetterRow): string {
  const facts = content.blocks.flatMap((block) => (block.kind === "facts" ? block.facts : []));
  const code = facts.map(([, value]) => value).find((value) => /^\d{6}$/.test(value));
  if (!code) throw new Error("the letter has no code");
  return code;
}

/** The six digits of the newest text message to a phone. */
export async function codeTextedTo({ services }: TestApp, recipient: string): Promise<string> {
  const code = (await findTexts(services.database, 100)).find((message) => message.recipient === recipient)?.body.match(/\d{6}/)?.[0];
  if (!code) throw new Error(`no code was texted to ${recipient}`);
  return code;
}
