import type { Language } from "./languages.ts";

/**
 * Days that we keep things: messages and addresses of people who don't subscribe, emails and text messages,
 * personal data of finished orders, the texts of the audit trail.
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
