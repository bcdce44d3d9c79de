import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { translateMessage } from "#contract/conversations.ts";
import { Refusal } from "#contract/errors.ts";
import { requiredWords } from "#contract/fields.ts";
import { longestMessage } from "#domain/conversations/conversations.ts";
import { day, hour, secondsIn } from "#domain/durations.ts";
import type { Language } from "#domain/languages.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import { refuseOver } from "#server/http/limits.ts";
import { serve } from "#server/http/serve.ts";
import type { Services } from "#server/services.ts";
import { conversationNotFound } from "./access.ts";
import { findMessage } from "./queries.ts";

/** So many calls of the assistant; the day's of everybody together are more than a few accounts can spend. */
const most = { accountAnHour: 60, accountADay: 60, allADay: 1000 };
/** Letters of translations that a process remembers for a day, for whoever reads the message next. */
const mostRemembered = 4_000_000;
const role = `You translate messages between people who rent cars by the month in the California Bay Area and those who rent them out.
Translate what is written, whole and nothing else: leave names, numbers, dates, amounts, addresses and links as they are, add nothing and explain nothing.`;
const into: Record<Language, string> = {
  en: "American English",
  zh: "Simplified Chinese as used by people who live in California",
};
/** Another language may need more letters for the same. */
const answer = {
  asked: z.object({ translation: z.string() }),
  checked: z.object({ translation: requiredWords(longestMessage * 4) }),
};

/** What the other side wrote, in the reader's language, for whoever asks. */
export function translationRoute(app: FastifyInstance, services: Services): void {
  const { assistant, database } = services;
  const made = new LRUCache<string, string>({
    maxSize: mostRemembered,
    sizeCalculation: ({ length }) => length,
    ttl: day,
  });
  serve(app, translateMessage, async ({ owned, params, body: { language }, signedIn: { account } }) => {
    const message = isUuid(params.messageId) ? await findMessage(database.db, params.messageId) : undefined;
    const isHidden = message?.isInternal && owned.relation !== "administrator";
    if (message?.conversationId !== owned.id || isHidden) throw conversationNotFound();
    if (!assistant) throw new Refusal("not_found", "Translation isn't available here.");
    if (message.language === language) return { text: message.text, language };
    const key = `${message.id} ${language}`;
    const before = made.get(key);
    if (before !== undefined) return { text: before, language };
    // Whoever works at the inbox reads everybody's messages.
    const ofAccount = {
      key: `translations a day ${account.id}`,
      most: most.accountADay,
      seconds: secondsIn(day),
    };
    await refuseOver(
      services,
      [
        { key: `translations ${account.id}`, most: most.accountAnHour, seconds: secondsIn(hour) },
        ...(owned.relation === "administrator" ? [] : [ofAccount]),
        { key: "translations all", most: most.allADay, seconds: secondsIn(day) },
      ],
      "Many messages were translated in a short time. Please try again later.",
    );
    const { translation } = await assistant.ask(
      { role, task: `Translate this message into ${into[language]}.`, data: { message: message.text } },
      answer,
    );
    made.set(key, translation);
    return { text: translation, language };
  });
}
