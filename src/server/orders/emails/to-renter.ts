import { formatDay } from "#domain/dates.ts";
import { formatMoment } from "#domain/local-time.ts";
import type { HandoverNeed } from "#domain/trips/condition.ts";
import { endsUnpaid } from "#domain/booking/wizard.ts";
import type { VerificationStatus } from "#domain/papers/verification.ts";
import { needsProof } from "#domain/papers/insurance-proofs.ts";
import type { Config } from "#server/config.ts";
import { mergedTaxes } from "#domain/documents/taxes-within.ts";
import { sumOf } from "#domain/pricing/instalments.ts";
import { scheduleBlock } from "#server/ledger/schedule-block.ts";
import type { MoneySummary } from "#server/ledger/money-summary.ts";
import { greeting } from "#server/mail/greeting.ts";
import { howToPay } from "#server/mail/how-to-pay.ts";
import type { Block, Email, EmailContent } from "#server/mail/email.ts";
import type { Settlement } from "#server/ledger/cancellation.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { keyAddress, orderAddress } from "#server/mail/order-address.ts";
import { appointments } from "./appointments.ts";
import { type Fact, facts, words } from "./facts.ts";
import { tellsHowToPay } from "#server/provider-settings.ts";
import { settledBlocks } from "./settled.ts";

export type Settings = Pick<Config, "publicUrl" | "paymentInstructions" | "stripe" | "paypal">;

/** What an email can tell of a lost car beside the order. */
export type LostDates = {
  /** What a cancellation kept and gives back. */
  settlement?: Settlement;
  nextFree?: { from: string; until: string | null }[];
  similarCars?: { id: string; name: string }[];
};

export const isEmailConfirmed = ({ emailConfirmedAt }: OrderRow): boolean => emailConfirmedAt !== null;
export const textsOf = ({ language }: OrderRow) => words[language];
export const say = (text: string): Block => ({ kind: "paragraph", text });
export const link = (text: string, url: string): Block => ({ kind: "link", text, url });

/**
 * An email to an order's renter. One whose address is not proved hears nothing that was typed: anybody can
 * type anybody's address.
 */
export function toRenter(
  order: OrderRow,
  kind: string,
  { subject, blocks, hasCalendar = false, isSecret = false, documents }: RenterEmail,
): Email {
  const confirmed = isEmailConfirmed(order);
  return {
    kind,
    subject,
    recipient: order.customerEmail,
    language: order.language,
    orderId: order.id,
    isSecret,
    content: {
      greeting: greeting(order.language, confirmed ? order.customerName : ""),
      blocks,
      signature: textsOf(order).signature,
      ...(hasCalendar && confirmed && { calendar: appointments(order) }),
      ...(confirmed && documents && { documents }),
    },
  };
}
type RenterEmail = Pick<Email, "subject" | "isSecret"> &
  Pick<EmailContent, "blocks" | "documents"> & { hasCalendar?: boolean };

export const factsOf = (order: OrderRow, more: Fact[] = []): Block => ({
  kind: "facts",
  facts: [...facts(order, order.language, isEmailConfirmed(order)), ...more],
});

const emptySummary: MoneySummary = { standing: [], toRefund: 0, toCheck: 0, refundTaxes: [], on: "" };

/** What is due and when; how to pay, in the owner's words once there is something to pay; and what to bring. */
function practical(settings: Settings, order: OrderRow, { standing, on }: MoneySummary): Block[] {
  return [
    ...scheduleBlock(standing, order.language, on),
    say(order.status === "confirmed" ? howToPay(settings, order.language) : textsOf(order).pay),
    say(whatToBring(order)),
  ];
}

/** The license; and a proof of insurance from whoever has to show one. */
function whatToBring(order: OrderRow): string {
  const { bring, bringLicence } = textsOf(order);
  return needsProof(order) ? bring : bringLicence;
}

const until = (order: OrderRow): string =>
  order.expiresAt ? formatMoment(order.expiresAt.getTime(), order.language) : "";

/**
 * Right after the order: what was received or, by telephone, confirmed; what it costs, and the key that
 * shows, proves and cancels it, where it isn't an account's own.
 */
export function receivedEmail(
  settings: Settings,
  order: OrderRow,
  key: string | undefined,
  summary = emptySummary,
): Email {
  const text = textsOf(order);
  const address = key ? keyAddress(settings, order, key) : orderAddress(settings, order);
  if (!isEmailConfirmed(order)) {
    const blocks = [
      say(unconfirmedWords(order)),
      factsOf(order),
      link(text.proveLink, address),
      say(order.source === "plan" ? text.provePlanIgnore : text.proveIgnore),
    ];
    return toRenter(order, "order_received", {
      subject: text.prove(order.orderNumber),
      isSecret: true,
      blocks,
    });
  }
  const isConfirmed = order.status === "confirmed";
  const first = isConfirmed ? text.statusBody.confirmed : receivedWords(order);
  return toRenter(order, "order_received", {
    subject: isConfirmed ? text.status.confirmed(order.orderNumber) : text.received(order.orderNumber),
    isSecret: true,
    hasCalendar: true,
    blocks: [
      say(first),
      factsOf(order),
      ...practical(settings, order, summary),
      link(text.link, address),
      say(text.cancellation),
    ],
  });
}

/** Until when the first payment may wait: a booking whose pickup is sooner is settled by then. */
const dueWords = (settings: Settings, order: OrderRow, text: ReturnType<typeof textsOf>): string =>
  endsUnpaid(order, { bookedAt: order.createdAt.getTime(), tellsHowToPay: tellsHowToPay(settings) })
    ? text.bookedDue
    : text.bookedDueByPickup;

/** After the booking steps: confirmed at once, or by the first payment; and what still comes. */
export function bookedEmail(
  settings: Settings,
  order: OrderRow,
  { licence, isPaid, ...summary }: { licence: VerificationStatus; isPaid: boolean } & MoneySummary,
): Email {
  const text = textsOf(order);
  return toRenter(order, "order_confirmed", {
    subject: text.status.confirmed(order.orderNumber),
    hasCalendar: true,
    blocks: [
      say(text.bookedBody),
      say(isPaid ? text.bookedPaid : dueWords(settings, order, text)),
      ...(licence === "verified"
        ? []
        : [say(licence === "expired" ? text.bookedExpires : text.bookedUnverified)]),
      factsOf(order),
      ...practical(settings, order, summary),
      link(text.seeTrip, orderAddress(settings, order)),
    ],
  });
}

function unconfirmedWords(order: OrderRow): string {
  const text = textsOf(order);
  if (order.source === "plan") return text.provePlan;
  if (order.lacksHold) return text.proveUnheld;
  return order.holdEndsAt
    ? text.proveHeld(formatMoment(order.holdEndsAt.getTime(), order.language))
    : text.proveOther;
}

function receivedWords(order: OrderRow): string {
  const text = textsOf(order);
  if (order.source === "plan") return text.receivedPlan;
  return order.lacksHold ? text.receivedUnheld(until(order)) : text.receivedCar(until(order));
}

/** After the button that proves the address: all of the order, and until when the car is held. */
export function addressConfirmedEmail(settings: Settings, order: OrderRow, key: string | undefined): Email {
  const text = textsOf(order);
  return toRenter(order, "order_proved", {
    subject: text.addressConfirmed(order.orderNumber),
    isSecret: true,
    hasCalendar: true,
    blocks: [
      say(receivedWords(order)),
      factsOf(order),
      ...practical(settings, order, emptySummary),
      link(text.link, key ? keyAddress(settings, order, key) : orderAddress(settings, order)),
      say(text.cancellation),
    ],
  });
}

/** To whoever asked for their link again. */
export function linkEmail(settings: Settings, order: OrderRow, key: string): Email {
  const text = textsOf(order);
  const blocks = [say(text.foundBody), factsOf(order), link(text.see, keyAddress(settings, order, key))];
  return toRenter(order, "order_link", { subject: text.found(order.orderNumber), isSecret: true, blocks });
}

/** When an administrator has moved the order on. */
export function statusEmail(
  settings: Settings,
  order: OrderRow,
  reason: string | undefined,
  summary: MoneySummary,
): Email {
  const text = textsOf(order);
  const kept = summary.standing.filter(({ lines }) => lines.some(({ kind }) => kind === "kept"));
  const first = say(text.statusBody[order.status]);
  const rows = factsOf(order, reason ? [[text.reason, reason]] : []);
  return toRenter(order, `order_${order.status}`, {
    subject: text.status[order.status](order.orderNumber),
    hasCalendar: order.status === "confirmed" || order.status === "cancelled",
    blocks: [
      first,
      ...settledBlocks(order, {
        kept: sumOf(kept),
        keptTaxes: mergedTaxes(kept.flatMap(({ lines }) => lines)),
        refund: summary.toRefund,
        toCheck: summary.toCheck,
        refundTaxes: summary.refundTaxes,
      }),
      rows,
      ...(order.status === "confirmed" ? practical(settings, order, summary) : []),
      link(text.see, orderAddress(settings, order)),
    ],
  });
}

/** When a plan order has got its car, or another order another one. */
export function assignedEmail(settings: Settings, order: OrderRow): Email {
  const text = textsOf(order);
  return toRenter(order, "order_car", {
    subject: text.assigned(order.orderNumber),
    hasCalendar: true,
    blocks: [
      say(order.tier ? text.assignedBody : text.otherCarBody),
      factsOf(order),
      link(text.see, orderAddress(settings, order)),
    ],
  });
}

/** After the renter cancelled. */
export function cancelledEmail(settings: Settings, order: OrderRow, { settlement }: LostDates): Email {
  const text = textsOf(order);
  const settled = settledBlocks(order, settlement);
  return toRenter(order, "order_cancelled", {
    subject: text.cancelled(order.orderNumber),
    hasCalendar: true,
    blocks: [
      say(settlement?.wasPaid ? text.cancelledPaidBody : text.cancelledBody),
      ...settled,
      factsOf(order),
      link(text.see, orderAddress(settings, order)),
    ],
  });
}

/** The day before a pickup or a return. A pickup is promised only where nothing but its day `lacks`. */
export function reminderEmail(
  settings: Settings,
  order: OrderRow,
  kind: "pickup" | "return",
  missing: readonly HandoverNeed[] = [],
): Email {
  const text = textsOf(order);
  const [day, time] =
    kind === "pickup" ? [order.pickupDate, order.pickupTime] : [order.returnDate, order.returnTime];
  const open = missing.flatMap((need) => (need === "pickup_date" ? [] : [text.needs[need]]));
  const body = open.length ? text.reminderBody.open : text.reminderBody[kind];
  const preferences = new URL("/dashboard/settings", settings.publicUrl.origin).href;
  return toRenter(order, `${kind}_reminder`, {
    subject: text.reminder[kind](order.orderNumber),
    blocks: [
      say(body(formatDay(day, order.language), time)),
      ...(open.length ? [say(text.stillNeeded(open))] : []),
      factsOf(order),
      ...(kind === "pickup" ? [say(whatToBring(order))] : []),
      link(text.see, orderAddress(settings, order)),
      ...(order.accountId ? [link(text.choose, preferences)] : []),
    ],
  });
}
