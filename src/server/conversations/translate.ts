import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { translateMessage } from "#contract/conversations.ts";
import { Refusal } from "#contract/errors.ts";
import { requiredWords } from "#contract/fields.ts";
import { longestMessage } from "#domain/conversations/conversations.ts";
import { day, hour, secondsIn } from "#domain/durations.ts";
import type { Language } from "#domain/languages.ts";
import { refuseOver } from "#server/http/limits.ts";
import { serve } from "#server/http/serve.ts";
import type { Services } from "#server/services.ts";
import { conversationNotFound } from "./access.ts";
import { findMessage } from "./queries.ts";

/** The most calls of the assistant; the daily limit of all is more than a few renters or hosts can use. */
const most = { accountAnHour: 60, accountADay: 60, allADay: 1000 };
/** The most letters of translations that a process remembers for a day, for the next readers of a message. */
const mostRemembered = 4_000_000;
const role = `You translate messages between people who rent cars by the month in the California Bay Area and those who rent them out.
Translate what is written, whole and nothing else: leave names, numbers, dates, amounts, addresses and links as they are, add nothing and explain nothing.`;
const into: Record<Language, string> = {
  en: "American English",
  zh: "Simplified Chinese as used by people who live in California",
};
/** A translation may need more letters than the message. */
const answer = {
  asked: z.object({ translation: z.string() }),
  checked: z.object({ translation: requiredWords(longestMessage * 4) }),
};

/** The other side's message in the reader's language, when the reader wants it. */
export function translationRoute(app: FastifyInstance, services: Services): void {
  const { assistant, database } = services;
  const made = new LRUCache<string, string>({
    maxSize: mostRemembered,
    sizeCalculation: ({ length }) => length,
    ttl: day,
  });
  serve(app, translateMessage, async ({ owned, params, body: { language }, signedIn: { account } }) => {
    const message = await findMessage(database.db, params.messageId);
    const isHidden = message?.isInternal && owned.relation !== "admin";
    if (message?.conversationId !== owned.id || isHidden) throw conversationNotFound();
    if (!assistant) throw new Refusal("not_found", "Translation isn't available here.");
    if (message.language === language) return { text: message.text, language };
    const key = `${message.id} ${language}`;
    const before = made.get(key);
    if (before !== undefined) return { text: before, language };
    // An administrator at the inbox reads everybody's messages, and has no daily limit.
    const ofAccount = {
      key: `translations a day ${account.id}`,
      most: most.accountADay,
      seconds: secondsIn(day),
    };
    await refuseOver(
      services,
      [
        { key: `translations ${account.id}`, most: most.accountAnHour, seconds: secondsIn(hour) },
        ...(owned.relation === "admin" ? [] : [ofAccount]),
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
