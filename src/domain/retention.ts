import type { Language } from "./languages.ts";

/**
 * Days that things are kept: messages and addresses of no subscriber, emails and text messages, finished
 * orders' persons, the words of the audit trail.
 */
export type Retention = Readonly<{ messages: number; emails: number; orders: number; audit: number }>;

export const usualRetention: Retention = { messages: 730, emails: 365, orders: 2555, audit: 2555 };

/** Days as people say them: whole years as years. */
export function spanInWords(days: number, language: Language): string {
  const isYears = days % 365 === 0;
  const count = isYears ? days / 365 : days;
  if (language === "zh") return `${count} ${isYears ? "年" : "天"}`;
  return `${count} ${isYears ? "year" : "day"}${count === 1 ? "" : "s"}`;
}
