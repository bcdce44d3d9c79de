import { z } from "zod";
import { textLength } from "#domain/plain-text.ts";

/** An answer's words as plain text: no markup, no addresses, no control characters, and not without end. */
export function plain(text: string, longest: number): string {
  const bare = text
    .replace(/<[^<>]*>/g, "")
    .replace(/\b(?:https?:\/\/|www\.)\S+/gi, "")
    .replace(/(?:javascript|data|vbscript):\S*/gi, "")
    .replace(/[*_`#>|~]{2,}|^[ \t]*[#>]+[ \t]?/gm, "")
    // oxlint-disable-next-line no-control-regex -- these are what is taken out
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069]/g, "")
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

/**
 * The shape that is asked for, and what is made of an answer in it: a schema with rules of ours would be no
 * JSON Schema.
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
    headline: words(120),
    description: words(1500),
    features: z.array(words(80)).transform((all) => all.slice(0, 8)),
    targetAudience: words(300),
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
