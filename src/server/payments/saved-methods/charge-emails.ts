import type { ChargeCategory } from "#domain/charges/categories.ts";
import type { IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import type { ChargeFailure } from "#domain/payments/failures.ts";
import type { orders } from "#server/db/schema/orders.ts";
import { paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import { m } from "#server/mail/words.ts";
import type { Pen } from "#server/mail/pen.ts";
import { type PaymentSettings, paymentToRenter } from "#server/payments/emails.ts";

/** What was charged for, within a sentence. */
const whatFor = {
  extra_miles: m.email_payment_failed_extra_miles,
  late_days: m.email_payment_failed_late_days,
  damage: m.email_payment_failed_damage,
  tolls: m.email_payment_failed_tolls,
  cleaning: m.email_payment_failed_cleaning,
} satisfies Record<ChargeCategory, unknown>;

const whyWords = {
  bank: m.email_payment_failed_why_bank,
  funds: m.email_payment_failed_why_funds,
  expired: m.email_payment_failed_why_expired,
  gone: m.email_payment_failed_why_gone,
  unanswered: m.email_payment_failed_why_unanswered,
  declined: m.email_payment_failed_why_declined,
} satisfies Record<ChargeFailure, unknown>;

type FailedCharge = {
  amount: Cents;
  /** The charged method, such as "Visa •••• 4242". */
  method: string;
  why: ChargeFailure;
  /** The category of the charge beyond the price; undefined for a month of the price. */
  category: ChargeCategory | undefined;
  nextOn: IsoDate | undefined;
};

/** What was charged in vain, and why. */
const whatFailed = (
  { say, money }: Pen,
  { amount, method, why, category }: Pick<FailedCharge, "amount" | "method" | "why"> & Partial<FailedCharge>,
) => [
  paragraph(
    say(m.email_payment_failed_body, {
      amount: money(amount),
      method,
      what: say(category ? whatFor[category] : m.email_payment_failed_rent),
    }),
  ),
  paragraph(say(whyWords[why])),
];

/** The charge of a saved card failed: what for, why, what we do next and how to fix it. */
export const chargeFailedEmail = (
  settings: PaymentSettings,
  order: typeof orders.$inferSelect,
  failed: FailedCharge,
): Email =>
  paymentToRenter(settings, order, "payment_failed", (pen) => ({
    subject: pen.say(m.email_payment_failed_subject, { number: order.orderNumber }),
    blocks: [
      ...whatFailed(pen, failed),
      paragraph(
        failed.nextOn
          ? pen.say(m.email_payment_failed_again, { date: pen.day(failed.nextOn) })
          : pen.say(m.email_payment_failed_last),
      ),
      paragraph(pen.say(m.email_payment_failed_pay)),
    ],
  }));

type FirstFailed = Pick<FailedCharge, "amount" | "method" | "why" | "nextOn"> & {
  /** When the order ends unless its first payment has come. */
  until: Date | undefined;
};

/** The host has said yes, but the first payment could not be charged: why, and until when it can be paid. */
export const firstChargeFailedEmail = (
  settings: PaymentSettings,
  order: typeof orders.$inferSelect,
  failed: FirstFailed,
): Email =>
  paymentToRenter(settings, order, "order_accepted", (pen) => ({
    subject: pen.say(m.email_order_accepted_subject, { number: order.orderNumber }),
    blocks: [
      paragraph(pen.say(m.email_order_accepted_body)),
      ...whatFailed(pen, failed),
      failed.nextOn
        ? paragraph(pen.say(m.email_payment_failed_again, { date: pen.day(failed.nextOn) }))
        : undefined,
      failed.until && paragraph(pen.say(m.email_order_accepted_pay_by, { until: pen.moment(failed.until) })),
      paragraph(pen.say(m.email_payment_failed_pay)),
    ],
  }));
