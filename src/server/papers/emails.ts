import en from "#messages/en/papers.json" with { type: "json" };
import zh from "#messages/zh/papers.json" with { type: "json" };
import { formatDate } from "#domain/dates.ts";
import type { Language } from "#domain/languages.ts";
import type { Decision, DeclineReason, VerificationSubject } from "#domain/papers/verification.ts";
import type { Config } from "#server/config.ts";
import { type Fact, facts, link, nameFact, paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import type { Pen } from "#server/mail/pen.ts";
import { openOrder, toAdmins } from "#server/mail/to-admins.ts";
import { m } from "#server/mail/words.ts";
import { writeEmail } from "#server/mail/write-email.ts";

type Settings = Pick<Config, "publicUrl" | "adminEmail">;
type Recipient = { email: string; fullName: string; language: Language };
type OfOrder = { id: string; orderNumber: string };
export type VerificationNews = {
  what: "received" | Decision;
  to: Recipient;
  reasonCode?: DeclineReason | null;
  reason?: string;
} & ({ subject: "licence" } | { subject: "insurance_proof"; order: OfOrder });

const messages: Record<Language, Record<`papers_reason_${DeclineReason}`, string>> = { en, zh };

/** Why something was declined, and what to do about it, as the screens say it. */
export const reasonWords = (code: DeclineReason, language: Language): string =>
  messages[language][`papers_reason_${code}`];

const news = {
  licence: {
    received: {
      kind: "licence_received",
      subject: m.email_licence_received_subject,
      body: m.email_licence_received_body,
      link: m.email_licence_see,
    },
    verified: {
      kind: "licence_verified",
      subject: m.email_licence_verified_subject,
      body: m.email_licence_verified_body,
      link: m.email_licence_see,
    },
    declined: {
      kind: "licence_declined",
      subject: m.email_licence_declined_subject,
      body: m.email_licence_declined_body,
      link: m.email_licence_again,
    },
  },
  insurance_proof: {
    received: {
      kind: "insurance_received",
      subject: m.email_insurance_received_subject,
      body: m.email_insurance_received_body,
      link: m.email_insurance_see,
    },
    verified: {
      kind: "insurance_verified",
      subject: m.email_insurance_verified_subject,
      body: m.email_insurance_verified_body,
      link: m.email_insurance_see,
    },
    declined: {
      kind: "insurance_declined",
      subject: m.email_insurance_declined_subject,
      body: m.email_insurance_declined_body,
      link: m.email_insurance_again,
    },
  },
} as const satisfies Record<VerificationSubject, Record<VerificationNews["what"], unknown>>;

/** To a person who handed papers in: they have arrived, are verified, or must be corrected and why. */
export function verificationEmail({ publicUrl }: Settings, said: VerificationNews): Email {
  const { to, reasonCode, reason = "" } = said;
  const { kind, subject, body, link: opens } = news[said.subject][said.what];
  const order = said.subject === "insurance_proof" ? said.order : undefined;
  const why = reasonCode && reasonCode !== "other" ? reasonWords(reasonCode, to.language) : "";
  const path = order ? insurancePath(order) : "/dashboard/license";
  return writeEmail(kind, readerOf(to, order), (pen) => ({
    subject: pen.say(subject),
    blocks: [
      paragraph(pen.say(body)),
      ...[why, reason].filter((words) => words !== "").map(paragraph),
      order && facts([orderFact(order, pen)]),
      link(pen.say(opens), new URL(path, publicUrl.origin).href),
    ],
  }));
}

const insurancePath = ({ id }: OfOrder): string => `/dashboard/insurance/${id}`;
const readerOf = ({ email, fullName, language }: Recipient, order: OfOrder | undefined) => ({
  email,
  language,
  name: fullName,
  orderId: order?.id,
});
const orderFact = ({ orderNumber }: OfOrder, { say }: Pen): Fact => [say(m.email_paper_order), orderNumber];

/** To a renter before a proof of insurance ends: the next proof is due. */
export const reminderEmail = (
  { publicUrl }: Settings,
  { to, order, until, days }: { to: Recipient; order: OfOrder; until: string; days: number },
): Email =>
  writeEmail("insurance_reminder", readerOf(to, order), (pen) => {
    const date = pen.day(until);
    const body = [m.email_insurance_reminder_today, m.email_insurance_reminder_one][days];
    return {
      subject: pen.say(m.email_insurance_reminder_subject, { date }),
      blocks: [
        paragraph(body ? pen.say(body, { date }) : pen.say(m.email_insurance_reminder_many, { date, days })),
        facts([orderFact(order, pen)]),
        link(pen.say(m.email_insurance_reminder_link), new URL(insurancePath(order), publicUrl.origin).href),
      ],
    };
  });

/** To the back office: a rental goes on without a proof of insurance. */
export const endedEmail = (
  settings: Settings,
  { order, customerName, until }: { order: OfOrder; customerName: string; until: string },
): Email =>
  toAdmins(settings, {
    kind: "admin_insurance_ended",
    subject: `No insurance: ${order.orderNumber} since ${formatDate(until, "en")}`,
    orderId: order.id,
    blocks: [
      paragraph(
        "The renter’s proof of liability insurance has expired, and no new one has been verified. We reminded the renter 14 days, 7 days and 1 day before.",
      ),
      facts([
        ["Order", order.orderNumber],
        nameFact("Renter", customerName),
        ["Covered until", formatDate(until, "en")],
      ]),
    ],
    opens: openOrder(order.id),
  });
