import en from "#messages/en/papers.json" with { type: "json" };
import zh from "#messages/zh/papers.json" with { type: "json" };
import { formatDate } from "#domain/dates.ts";
import type { Language } from "#domain/languages.ts";
import type { Decision, DeclineReason, VerificationSubject } from "#domain/papers/verification.ts";
import type { Config } from "#server/config.ts";
import type { Block, Email } from "#server/mail/email.ts";
import { greeting } from "#server/mail/greeting.ts";
import { openOrder, toDesk } from "#server/mail/to-desk.ts";
import { words } from "./email-words.ts";

type Settings = Pick<Config, "publicUrl" | "adminEmail">;
type To = { email: string; fullName: string; language: Language };
type OfOrder = { id: string; orderNumber: string };
export type VerificationNews = {
  what: "received" | Decision;
  to: To;
  reasonCode?: DeclineReason | null;
  reason?: string;
} & ({ subject: "licence" } | { subject: "insurance_proof"; order: OfOrder });

const messages: Record<Language, Record<`papers_reason_${DeclineReason}`, string>> = { en, zh };

/** Why something was declined, and what to do about it, as the screens say it. */
export const reasonWords = (code: DeclineReason, language: Language): string =>
  messages[language][`papers_reason_${code}`];

const kinds: Record<VerificationSubject, string> = { licence: "licence", insurance_proof: "insurance" };

/** To whoever handed something in: it has arrived, is good, or has to be done again and why. */
export function verificationEmail({ publicUrl }: Settings, news: VerificationNews): Email {
  const { what, subject, to, reasonCode, reason = "" } = news;
  const text = words[to.language];
  const { title, body, link } = text[subject][what];
  const why = reasonCode && reasonCode !== "other" ? reasonWords(reasonCode, to.language) : "";
  const orderId = news.subject === "insurance_proof" ? news.order.id : undefined;
  const blocks: Block[] = [
    { kind: "paragraph", text: body },
    ...[why, reason].filter(Boolean).map((said): Block => ({ kind: "paragraph", text: said })),
    ...(news.subject === "insurance_proof" ? [orderFact(news.order, to.language)] : []),
    { kind: "link", text: link, url: new URL(pathOf(news), publicUrl.origin).href },
  ];
  return {
    kind: `${kinds[subject]}_${what}`,
    recipient: to.email,
    language: to.language,
    subject: title,
    ...(orderId && { orderId }),
    content: { greeting: greeting(to.language, to.fullName), blocks, signature: text.signature },
  };
}

const pathOf = (news: VerificationNews): string =>
  news.subject === "licence" ? "/dashboard/license" : insurancePath(news.order);
const insurancePath = ({ id }: OfOrder): string => `/dashboard/insurance/${id}`;
const orderFact = ({ orderNumber }: OfOrder, language: Language): Block => ({
  kind: "facts",
  facts: [[words[language].order, orderNumber]],
});

/** Before a proof of insurance ends: the next one is due. */
export function reminderEmail(
  { publicUrl }: Settings,
  { to, order, until, days }: { to: To; order: OfOrder; until: string; days: number },
): Email {
  const text = words[to.language];
  const last = formatDate(until, to.language);
  return {
    kind: "insurance_reminder",
    recipient: to.email,
    language: to.language,
    subject: text.reminder.title(last),
    orderId: order.id,
    content: {
      greeting: greeting(to.language, to.fullName),
      blocks: [
        { kind: "paragraph", text: text.reminder.body(last, days) },
        orderFact(order, to.language),
        { kind: "link", text: text.reminder.link, url: new URL(insurancePath(order), publicUrl.origin).href },
      ],
      signature: text.signature,
    },
  };
}

/** To the back office: a rental goes on without a proof of insurance. */
export const endedEmail = (
  settings: Settings,
  { order, customerName, until }: { order: OfOrder; customerName: string; until: string },
): Email =>
  toDesk(settings, {
    kind: "admin_insurance_ended",
    subject: `No insurance: ${order.orderNumber} since ${formatDate(until, "en")}`,
    orderId: order.id,
    blocks: [
      {
        kind: "paragraph",
        text: "The renter’s proof of liability insurance has expired, and no new one has been verified. We reminded the renter 14 days, 7 days and 1 day before.",
      },
      {
        kind: "facts",
        facts: [
          ["Order", order.orderNumber],
          ["Renter", customerName],
          ["Covered until", formatDate(until, "en")],
        ],
      },
    ],
    opens: openOrder(order.id),
  });
