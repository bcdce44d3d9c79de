import { z } from "zod";
import { Refusal } from "#contract/errors.ts";
import { requiredWords } from "#contract/fields.ts";
import { longestProse } from "#domain/cars/car-rules.ts";
import { day, hour, secondsIn } from "#domain/durations.ts";
import type { Language } from "#domain/languages.ts";
import { refuseOver } from "#server/http/limits.ts";
import type { Services } from "#server/services.ts";

const role = `You translate what owners write about a car that they rent out by the month in the California Bay Area.
Translate what is written, whole and nothing else: leave names of makes and models, numbers, amounts and places as they are, add nothing, promise nothing and explain nothing. Write plain text without Markdown, HTML, links or addresses.`;
const into: Record<Language, string> = {
  en: "American English",
  zh: "Simplified Chinese as used by people who live in California",
};
const answer = {
  asked: z.object({ translation: z.string() }),
  checked: z.object({ translation: requiredWords(longestProse) }),
};

type Words = { text: string; language: Language };

/** Translates a host's words about a car, for the host to check: nothing is saved. Throws a Refusal. */
export async function translateWords(
  { assistant, ...services }: Services,
  hostId: string,
  { text, language }: Words,
): Promise<Words> {
  if (!assistant) throw new Refusal("not_found", "Translation isn't available here.");
  await refuseOver(
    services,
    [
      { key: `car words ${hostId}`, most: 30, seconds: secondsIn(hour) },
      { key: `car words a day ${hostId}`, most: 60, seconds: secondsIn(day) },
      { key: "car words all", most: 500, seconds: secondsIn(day) },
    ],
    "Many descriptions were translated in a short time. Please try again later.",
  );
  const task = `Translate this description of a car into ${into[language]}.`;
  const { translation } = await assistant.ask({ role, task, data: { description: text } }, answer);
  return { text: translation, language };
}
