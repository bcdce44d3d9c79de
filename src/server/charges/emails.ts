import { carNameIn } from "#domain/cars/brand-names.ts";
import type { ChargeCategory } from "#domain/charges/categories.ts";
import { chargeAnswerHours, type SilenceMove } from "#domain/charges/charges.ts";
import { formatMoney } from "#domain/money.ts";
import { taxLabel } from "#domain/pricing/tax-rates.ts";
import type { Config } from "#server/config.ts";
import type { ChargeFacts } from "#server/db/schema/money/charges.ts";
import { type Fact, facts, link, nameFact, paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import { howToPay } from "#server/mail/how-to-pay.ts";
import type { Pen } from "#server/mail/pen.ts";
import { penFor } from "#server/mail/pen.ts";
import { orderAddress } from "#server/mail/order-address.ts";
import { toAdmins } from "#server/mail/to-admins.ts";
import { toRenter } from "#server/mail/to-renter.ts";
import { m } from "#server/mail/words.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import type { ChargeRow } from "./queries.ts";
import { taxesOfCharge } from "./taxes.ts";

type Settings = Pick<Config, "publicUrl" | "paymentInstructions" | "adminEmail" | "providers">;

/** The emails to renters about a charge, each sent once. */
const steps = {
  proposed: { kind: "charge_proposed", subject: m.email_charge_proposed_subject },
  reminder: { kind: "charge_reminder", subject: m.email_charge_reminder_subject },
  accepted: { kind: "charge_accepted", subject: m.email_charge_accepted_subject },
  contested: { kind: "charge_contested", subject: m.email_charge_contested_subject },
  decided: { kind: "charge_decided", subject: m.email_charge_decided_subject },
  withdrawn: { kind: "charge_withdrawn", subject: m.email_charge_withdrawn_subject },
} as const;
export type ChargeEmailKind = keyof typeof steps;

export const categoryWords = {
  extra_miles: m.email_charge_category_extra_miles,
  late_days: m.email_charge_category_late_days,
  damage: m.email_charge_category_damage,
  tolls: m.email_charge_category_tolls,
  cleaning: m.email_charge_category_cleaning,
} satisfies Record<ChargeCategory, unknown>;

type ChargeEmailFacts = {
  isPaid?: boolean;
  earlierCar: string | null | undefined;
  /** What happens without an answer; only for a step that expects an answer. */
  bySilence?: SilenceMove;
};

/** Tells the renter of a step of a charge; names the car if it is an earlier one of the rental. */
export function chargeEmail(
  settings: Settings,
  order: OrderRow,
  charge: ChargeRow,
  step: ChargeEmailKind,
  { isPaid = false, earlierCar, bySilence }: ChargeEmailFacts,
): Email {
  const { kind, subject } = steps[step];
  const isAsking = step === "proposed" || step === "reminder";
  const url = new URL(`/dashboard/trips/${order.id}`, settings.publicUrl.origin);
  url.hash = "trip-charges";
  return toRenter(kind, order, (pen) => ({
    subject: pen.say(subject, { number: order.orderNumber, hours: chargeAnswerHours }),
    blocks: [
      paragraph(leadOf(charge, step, pen)),
      facts([
        [pen.say(m.email_charge_label_order), order.orderNumber],
        !!earlierCar && [pen.say(m.email_order_label_car), carNameIn(earlierCar, pen.language)],
        ...factsOf(order, charge, step, pen),
      ]),
      ...(bySilence ? [pen.say(silenceWords[bySilence])] : []).map(paragraph),
      ...(isPaid ? [pen.say(m.email_charge_paid)] : after(settings, charge, step, pen)).map(paragraph),
      // Without an account a renter can't answer on a page: they write to us, and an administrator decides.
      order.accountId !== null
        ? link(pen.say(isAsking ? m.email_charge_answer : m.email_order_see_trip), url.href)
        : isAsking
          ? paragraph(pen.say(m.email_charge_reply))
          : link(pen.say(m.email_order_see), orderAddress(settings, order)),
    ],
  }));
}

/** How each email begins, for a renter who has answered and for one who was silent. */
const leads = {
  accepted: { answered: m.email_charge_accepted_answered, silent: m.email_charge_accepted_silent },
  contested: { answered: m.email_charge_contested_answered, silent: m.email_charge_contested_silent },
  decided: { answered: m.email_charge_decided_answered, silent: m.email_charge_decided_silent },
};

function leadOf({ answer, answerUntil }: ChargeRow, step: ChargeEmailKind, { say, moment }: Pen): string {
  if (step === "reminder") return say(m.email_charge_reminder_body, { when: moment(answerUntil) });
  if (step === "proposed") return say(m.email_charge_proposed_body);
  if (step === "withdrawn") return say(m.email_charge_withdrawn_body);
  return say(leads[step][answer === null ? "silent" : "answered"], { hours: chargeAnswerHours });
}

function factsOf(order: OrderRow, charge: ChargeRow, step: ChargeEmailKind, pen: Pen): (Fact | false)[] {
  const { say, money, moment } = pen;
  return [
    [say(m.email_charge_label_what), say(categoryWords[charge.category])],
    [say(m.email_charge_label_amount), money(charge.amount)],
    ...taxFacts(order, charge, pen),
    charge.facts !== null && computedFact(charge.facts, pen),
    charge.words !== "" && [say(m.email_charge_label_why), charge.words],
    step === "proposed" && [say(m.email_charge_label_until), moment(charge.answerUntil)],
    step === "decided" && [say(m.email_charge_label_owed), money(charge.owed ?? 0)],
    charge.reason !== "" && [say(m.email_charge_label_reason), charge.reason],
  ];
}

/** The taxes on the amount that is proposed, or owed. */
const taxFacts = (order: OrderRow, charge: ChargeRow, { language, money }: Pen): Fact[] =>
  taxesOfCharge(order, charge, charge.owed ?? charge.amount).map(({ tax, amount }) => [
    taxLabel(tax, language),
    money(amount),
  ]);

function computedFact(computed: ChargeFacts, { say, money }: Pen): Fact {
  if (computed.kind === "days")
    return [say(m.email_charge_label_days), `${computed.days} × ${money(computed.perDay)}`];
  const grouped = (count: number) => count.toLocaleString("en-US");
  const read = say(m.email_charge_odometer, {
    pickup: grouped(computed.pickup),
    back: grouped(computed.return),
    included: grouped(computed.included),
    extra: grouped(computed.extra),
  });
  const before = computed.before && say(m.email_charge_miles_before, { miles: grouped(computed.before) });
  return [say(m.email_odometer), before ? `${read} ${before}` : read];
}

const silenceWords = {
  lapse_accepted: m.email_charge_silence_accepts,
  lapse_disputed: m.email_charge_silence_disputes,
} satisfies Record<SilenceMove, unknown>;

function after(
  settings: Settings,
  charge: ChargeRow,
  step: ChargeEmailKind,
  { say, language }: Pen,
): string[] {
  if (step !== "accepted" && step !== "decided") return [];
  if (!charge.owed) return [say(m.email_charge_nothing_owed)];
  return [say(m.email_charge_due), howToPay(settings, language)];
}

/** To the back office: a charge waits for a decision. */
export function disputeEmail(settings: Settings, order: OrderRow, charge: ChargeRow): Email {
  const what = penFor("en").say(categoryWords[charge.category]);
  const amount = formatMoney(charge.amount, "en");
  return toAdmins(settings, {
    kind: "admin_charge_disputed",
    subject: `Dispute: ${what}, ${amount}, order ${order.orderNumber}`,
    orderId: order.id,
    blocks: [
      paragraph(
        charge.answer === null
          ? `The renter didn’t answer this charge within ${chargeAnswerHours} hours, and silence doesn’t accept a charge like this one. Someone who handles disputes will decide.`
          : "The renter disputes this charge. Someone who handles disputes will decide.",
      ),
      facts([
        ["Order", order.orderNumber],
        nameFact("Renter", order.customerName),
        ["Charge for", what],
        ["Amount", amount],
        charge.answerWords !== "" && ["The renter says", charge.answerWords],
      ]),
    ],
    opens: { text: "Open the dispute", path: `/admin/disputes?id=${charge.id}` },
  });
}
