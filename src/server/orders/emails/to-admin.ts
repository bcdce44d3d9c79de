import {
  type DeclineReason,
  isForHost,
  type RequestAnswer,
  waitsForHost,
} from "#domain/orders/host-requests.ts";
import { formatTime } from "#domain/format-time.ts";
import { formatMoment } from "#domain/local-time.ts";
import type { VerificationStatus } from "#domain/papers/verification.ts";
import type { EmailKindFor } from "#domain/people/email-kinds.ts";
import type { Config } from "#server/config.ts";
import { type Fact, facts, nameFact, paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import { penFor } from "#server/mail/pen.ts";
import { openOrder, toAdmins } from "#server/mail/to-admins.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { tierName } from "#server/mail/vocabulary.ts";
import { orderFacts } from "./facts.ts";

type Settings = Pick<Config, "publicUrl" | "adminEmail">;

/** A new order to answer: who wants which car. */
export const placedAdminEmail = (settings: Settings, order: OrderRow): Email =>
  orderToAdmins(settings, order, {
    kind: "admin_order_placed",
    subject: `New order ${order.orderNumber}: ${order.carName ?? (order.tier ? tierName(order.tier, "en") : "")}`,
    sentence: placedWords(order),
  });

function placedWords(order: OrderRow): string {
  const isHosts = isForHost(order);
  if (!order.emailConfirmedAt)
    return isHosts
      ? "A new order of a host’s car. Its email address isn’t confirmed yet: it may be someone else’s. The host is asked once it is."
      : "A new order is waiting for an answer. Its email address isn’t confirmed yet: it may be someone else’s.";
  return isHosts
    ? "A new order is waiting for its host’s answer. You can answer for them."
    : "A new order is waiting for an answer.";
}

/** A request for a car whose host has stopped hosting: administrators have to answer it. */
export const unhostedRequestEmail = (settings: Settings, order: OrderRow): Email =>
  orderToAdmins(settings, order, {
    kind: "admin_order_asked",
    subject: `Answer needed: ${order.orderNumber}`,
    sentence: `This order is waiting for an answer, and its car’s host can’t give one anymore: it’s ours to answer. It expires on its own at ${penFor("en").moment(order.expiresAt)} Pacific time.`,
  });

function licenceWords(licence: VerificationStatus): string {
  if (licence === "verified") return "The renter’s driver’s license is verified.";
  return licence === "expired"
    ? "The renter’s driver’s license expires before pickup, and a new one has to be verified."
    : "The renter’s driver’s license is uploaded and still has to be verified before pickup.";
}

/** A booking that nobody has to answer: only its license and its payment are left to handle. */
export const bookedAdminEmail = (
  settings: Settings,
  order: OrderRow,
  { licence, isPaid }: { licence: VerificationStatus; isPaid: boolean },
): Email =>
  orderToAdmins(settings, order, {
    kind: "admin_order_placed",
    subject: `New booking ${order.orderNumber}: ${order.carName ?? ""}`,
    sentence: [
      "A new booking is confirmed.",
      licenceWords(licence),
      isPaid ? "The first payment is in." : "Nothing has been charged.",
    ].join(" "),
  });

/** While there is still time: a request that ends by itself unless somebody answers it. */
export function warningAdminEmail(settings: Settings, order: OrderRow): Email {
  const end = order.expiresAt ? formatMoment(order.expiresAt.getTime(), "en") : "soon";
  return orderToAdmins(settings, order, {
    kind: "admin_order_expiring",
    subject: `Answer soon: ${order.orderNumber} expires at ${end}`,
    sentence:
      order.source === "plan"
        ? `The host of the car that you chose hasn’t answered yet. The order comes back to you at ${end} Pacific time, so that you can choose another car.`
        : `${waitsForHost(order) ? "Its host hasn’t answered this request yet; you can answer for them." : "Nobody has answered this request yet."} It expires on its own at ${end} Pacific time, and we tell the renter.`,
  });
}

/** The day before a plan order ends: there is still time to choose its car. */
export const planEndingAdminEmail = (settings: Settings, order: OrderRow, endsAt: number): Email =>
  orderToAdmins(settings, order, {
    kind: "admin_order_expiring",
    subject: `Choose a car: ${order.orderNumber} ends at ${formatMoment(endsAt, "en")}`,
    sentence: `${waitsForHost(order) ? "The host of the car that you chose hasn’t answered yet." : "Nobody has taken up this plan order yet."} It ends on its own at ${formatMoment(endsAt, "en")} Pacific time, and the renter knows.`,
  });

/** Asks the back office to choose another car for a plan's order: the host declined or did not answer. */
export const backAtAdminsEmail = (
  settings: Settings,
  order: OrderRow,
  { answer, reason, words }: RequestAnswer,
): Email =>
  orderToAdmins(settings, order, {
    kind: "admin_order_back_at_desk",
    subject: `Choose another car: ${order.orderNumber}`,
    sentence:
      answer === "lapsed"
        ? `The host of the ${order.carName ?? "car"} hasn’t answered in time. The renter still waits for a car: please choose another one.`
        : `The host of the ${order.carName ?? "car"} said no (${reason ? reasonWords[reason] : "no reason given"})${words ? `: “${words}”` : ""}. The renter still waits for a car: please choose another one.`,
  });

const reasonWords: Record<DeclineReason, string> = {
  dates: "the dates don’t suit",
  repair: "the car is in repair",
  notice: "too little notice",
  length: "the length of the rental",
  other: "another reason",
};

export const cancelledAdminEmail = (settings: Settings, order: OrderRow): Email =>
  orderToAdmins(settings, order, {
    kind: "admin_order_cancelled",
    subject: `Canceled: ${order.orderNumber}`,
    sentence: "The renter canceled this order. Its dates are open again.",
  });

/** The address's owner says that the order isn't theirs. A request is cancelled; we settle any other order. */
export const deniedAdminEmail = (settings: Settings, order: OrderRow): Email =>
  orderToAdmins(settings, order, {
    kind: "admin_order_denied",
    subject: `Not their order: ${order.orderNumber}`,
    sentence:
      order.status === "cancelled"
        ? "The owner of this email address says they didn't make this order. It's canceled, and its dates are open again."
        : "The owner of this email address says they didn't make this order. It stands as it was: please find out whose it is.",
  });

export const changedAdminEmail = (settings: Settings, order: OrderRow): Email =>
  orderToAdmins(settings, order, {
    kind: "admin_order_handover_changed",
    subject: `Changed: ${order.orderNumber}`,
    sentence: `The renter changed the handover: pickup at ${formatTime(order.pickupTime, "en")}, return at ${formatTime(order.returnTime, "en")}, ${order.pickupLocation || "no place given"}.`,
  });

/** An email to administrators about an order, with all its facts. */
export function orderToAdmins(
  settings: Settings,
  order: OrderRow,
  { kind, subject, sentence }: { kind: EmailKindFor<"admin">; subject: string; sentence: string },
): Email {
  const renter: Fact[] = [
    nameFact("Name", order.customerName),
    ["Email", order.customerEmail],
    ["Phone", order.customerPhone || "not given"],
    ["Language", order.language],
  ];
  const card = order.paymentCard && `${order.paymentCard.brand} ending in ${order.paymentCard.last4}`;
  const payment: Fact[] = order.paymentMethod
    ? [["Payment", [order.paymentMethod, card].filter(Boolean).join(", ")]]
    : [];
  return toAdmins(settings, {
    kind,
    subject,
    orderId: order.id,
    blocks: [paragraph(sentence), facts([...orderFacts(order, penFor("en"), true), ...renter, ...payment])],
    opens: openOrder(order.id),
  });
}
