import { z } from "zod";
import { textLength, withoutUnseen } from "#domain/plain-text.ts";

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** Takes a pattern out until none is left: the text that joins after one pass can match again. */
function without(text: string, pattern: RegExp): string {
  const left = text.replace(pattern, "");
  return left === text ? text : without(left, pattern);
}

/** Marks of Markdown, each with the text that stays of it. */
const markdown: readonly [RegExp, string][] = [
  [/^[ \t]*```.*$/gm, ""],
  [/!?\[([^[\]]*)\]\([^()]*\)/g, "$1"],
  [/^[ \t]*(?:#{1,6}|>|[-*+•])[ \t]+/gm, ""],
  [/^[ \t]*(?:[-*_][ \t]*){3,}$/gm, ""],
  [/[*_`#>|~]{2,}/g, ""],
  [/(?<![\p{L}\p{N}*])\*(?=\S)([^*\n]+)(?<=\S)\*(?![\p{L}\p{N}*])/gu, "$1"],
  [/(?<![\p{L}\p{N}_])_(?=\S)([^_\n]+)(?<=\S)_(?![\p{L}\p{N}_])/gu, "$1"],
  [/`([^`\n]+)`/g, "$1"],
];

const endings = new Set("com net org info biz io co us cn ru app dev shop site xyz top".split(" "));

/** Whether a word without spaces leads somewhere: an address of a page or of a mailbox. */
function isAddress(word: string): boolean {
  const bare = word.toLowerCase();
  if (bare.includes("://") || bare.startsWith("www.")) return true;
  const [mailbox, host = ""] = bare.split("@");
  if (mailbox && host.includes(".")) return true;
  const labels = (bare.split("/")[0] ?? "").split(".").filter((label) => label !== "");
  return labels.length > 1 && endings.has((labels.at(-1) ?? "").replaceAll(/[^a-z]/g, ""));
}

/** An answer's words as plain text of limited length: no markup, addresses or invisible characters. */
export function plain(text: string, longest: number): string {
  let bare = text.replace(/&(\w{2,4});/g, (found, name: string) => entities[name] ?? found);
  bare = without(bare, /<[^<>]*>/g);
  for (const [pattern, kept] of markdown) bare = bare.replace(pattern, kept);
  // An address is removed with its brackets and arguments, which aren't words either.
  bare = bare.replace(/\b(?:javascript|data|vbscript):[!-~]+/gi, "");
  bare = bare.replace(/[!-'*-~]+/g, (word) => (isAddress(word) ? "" : word));
  bare = withoutUnseen(
    // oxlint-disable-next-line no-control-regex -- these are what is taken out
    bare.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, ""),
  )
    .replace(/\(\s*\)/g, "")
    .replace(/[ \t]{2,}/g, " ")
    .split("\n")
    .map((each) => each.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
    .normalize("NFC");
  return textLength(bare) <= longest ? bare : `${[...bare].slice(0, longest - 1).join("")}…`;
}

const words = (longest: number) =>
  z
    .string()
    .transform((text) => plain(text, longest))
    .refine((text) => text !== "", "is empty");

/** A text on one line. */
const line = (longest: number) =>
  z
    .string()
    .transform((text) => plain(text, longest).replace(/\s+/g, " "))
    .refine((text) => text !== "", "is empty");

/**
 * The schema that the service gets, and the schema for its answer: our own rules can't be written in the JSON
 * Schema.
 */
const answer = <Asked extends z.ZodType, Checked extends z.ZodType>(asked: Asked, checked: Checked) => ({
  asked,
  checked,
});

const text = z.string();

export const analysisAnswer = answer(z.object({ analysis: text }), z.object({ analysis: words(4000) }));
export const descriptionAnswer = answer(
  z.object({ description: text }),
  z.object({ description: words(2000) }),
);
export const marketingAnswer = answer(
  z.object({ headline: text, description: text, features: z.array(text), targetAudience: text }),
  z.object({
    headline: line(120),
    description: words(1500),
    features: z.array(z.string()).transform((all) =>
      all
        .map((text) => plain(text, 80).replace(/\s+/g, " "))
        .filter(Boolean)
        .slice(0, 8),
    ),
    targetAudience: line(300),
  }),
);
export const pricingAnswer = answer(
  z.object({ suggestedMonthlyPriceInDollars: z.number(), reasoning: text, competitivePosition: text }),
  z.object({
    suggestedMonthlyPriceInDollars: z.number(),
    reasoning: words(1500),
    competitivePosition: words(300),
  }),
);
