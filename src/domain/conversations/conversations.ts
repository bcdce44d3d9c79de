import { hour, minute } from "#domain/durations.ts";
import { promisedTimes } from "#domain/pricing/rental-terms.ts";

/** Characters of a message and of a subject. */
export const longestMessage = 4000;
export const longestSubject = 200;
/** The most characters of the reason why a conversation is reported. */
export const longestReport = 1000;
/** The most characters of the name of a saved reply. */
export const longestReplyName = 80;
/** The characters of a message that a list shows. */
export const previewLength = 140;

/**
 * The side that wrote a message. `renter` is the person who rents, asks, or writes by the contact form; `host`
 * writes about their own cars; `admin` writes for all of us.
 */
export const messageSides = ["renter", "host", "admin"] as const;
export type MessageSide = (typeof messageSides)[number];
/** The sides besides administrators: each has its own list of conversations. */
export const peopleSides = ["renter", "host"] as const;
export type PeopleSide = (typeof peopleSides)[number];

/** What an administrator looks for in the inbox. */
export const conversationStates = [
  "open",
  "mine",
  "unassigned",
  "waiting",
  "late",
  "between",
  "closed",
] as const;
export type InboxState = (typeof conversationStates)[number];

/** Milliseconds within which we promise an answer during business hours, and at the latest. */
export const answerSoon = promisedTimes.supportHours * hour;
export const answerLatest = promisedTimes.supportLatestHours * hour;

/** Milliseconds that a message may stay unread before an email announces it. */
export const unreadForMail = 10 * minute;

/** The beginning of a message on one line. */
export const previewOf = (text: string): string => {
  const line = text.slice(0, previewLength * 4).replace(/\s+/gu, " ");
  const letters = [...line];
  return letters.length > previewLength ? `${letters.slice(0, previewLength - 1).join("")}…` : line;
};

/** The placeholders of a saved reply. */
export const placeholders = ["name", "order", "car", "pickup", "return", "me"] as const;
export type Placeholder = (typeof placeholders)[number];

/** Puts the known values into a saved reply's "{name}"; an unknown placeholder stays, to be filled in by hand. */
export const fillReply = (text: string, known: Partial<Record<Placeholder, string>>): string =>
  text.replace(/\{([a-z]+)\}/g, (whole, word: string) => {
    const name = placeholders.find((one) => one === word);
    return (name && known[name]) || whole;
  });
