import { formatDate, type IsoDate } from "#domain/dates.ts";
import type { Language } from "#domain/languages.ts";
import { formatMoney } from "#domain/money.ts";
import { instalmentState } from "#domain/payments/payments.ts";
import type { Block } from "#server/mail/email.ts";
import type { InstalmentRow } from "./queries.ts";

const words = {
  en: {
    due: (date: string) => `Due ${date}`,
    paid: (amount: string) => `${amount}, paid`,
    now: (amount: string) => `${amount}, due now`,
    partly: (amount: string, left: string) => `${amount}, ${left} left to pay`,
  },
  zh: {
    due: (date: string) => `${date}应付`,
    paid: (amount: string) => `${amount}，已付清`,
    now: (amount: string) => `${amount}，现在应付`,
    partly: (amount: string, left: string) => `${amount}，还应付 ${left}`,
  },
};

/** What an order asks for, month by month, as rows of an email. */
export function scheduleBlock(
  standing: readonly InstalmentRow[],
  language: Language,
  today: IsoDate,
): Block[] {
  if (standing.length === 0) return [];
  const text = words[language];
  return [
    {
      kind: "facts",
      facts: standing.map((instalment) => {
        const { amount, paid, dueOn } = instalment;
        const sum = formatMoney(amount, language);
        const state = instalmentState(instalment, today);
        const label = text.due(formatDate(dueOn, language));
        if (state === "paid") return [label, text.paid(sum)];
        if (paid > 0) return [label, text.partly(sum, formatMoney(amount - paid, language))];
        return [label, state === "upcoming" ? sum : text.now(sum)];
      }),
    },
  ];
}
