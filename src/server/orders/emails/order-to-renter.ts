import { carNameIn } from "#domain/cars/brand-names.ts";
import { emailPictureAddress } from "#domain/cars/previews.ts";
import { isForHost } from "#domain/orders/host-requests.ts";
import { type EmailKindFor, factsOfKind } from "#domain/people/email-kinds.ts";
import { needsProof } from "#domain/papers/insurance-proofs.ts";
import type { Config } from "#server/config.ts";
import type { Settlement } from "#server/ledger/cancellation.ts";
import type { MoneySummary } from "#server/ledger/money-summary.ts";
import { scheduleBlock } from "#server/ledger/schedule-block.ts";
import { type Fact, facts, link, paragraph } from "#server/mail/blocks.ts";
import type { Block, Email } from "#server/mail/email.ts";
import { howToPay } from "#server/mail/how-to-pay.ts";
import { orderAddress } from "#server/mail/order-address.ts";
import type { Pen } from "#server/mail/pen.ts";
import { toRenter } from "#server/mail/to-renter.ts";
import { m } from "#server/mail/words.ts";
import type { Template } from "#server/mail/write-email.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { appointments } from "./appointments.ts";
import { orderFacts } from "./facts.ts";

export type Settings = Pick<Config, "publicUrl" | "business" | "paymentInstructions" | "providers">;

/** What an email can say besides the order: about its money and, if its car is lost, about other dates and cars. */
export type OrderEmailFacts = {
  /** What a cancellation kept and gives back. */
  settlement?: Settlement;
  nextFree?: { from: string; until: string | null }[];
  similarCars?: { id: string; name: string }[];
  /** What is due of the order after the move, and when. */
  money?: MoneySummary;
  /** When the order ends if its first payment hasn't come by then; absent where it doesn't end by itself. */
  payUntil?: Date | undefined;
};

export const isEmailConfirmed = ({ emailConfirmedAt }: OrderRow): boolean => emailConfirmedAt !== null;

/** An email to an order's renter, with the order's appointments where its kind brings them. */
export const orderToRenter = (
  kind: EmailKindFor<"renter">,
  order: OrderRow,
  template: (pen: Pen) => Template,
): Email =>
  toRenter(kind, order, (pen) => ({
    ...template(pen),
    ...(factsOfKind(kind).hasCalendar && isEmailConfirmed(order) && { calendar: appointments(order, pen) }),
  }));

/** The car's picture, the order in rows, and our phone; nothing typed while the email address isn't confirmed. */
export const factsOf = (
  settings: Pick<Config, "business" | "publicUrl">,
  order: OrderRow,
  pen: Pen,
  more: Fact[] = [],
): Block[] => [
  ...carPicture(settings, order, pen),
  facts([
    ...orderFacts(order, pen, isEmailConfirmed(order)),
    ...more,
    [pen.say(m.email_order_label_phone), settings.business.phone],
  ]),
];

/** The picture of the order's car; none where no car is chosen yet. */
const carPicture = (
  { publicUrl }: Pick<Config, "publicUrl">,
  { carId, carName }: Pick<OrderRow, "carId" | "carName">,
  { language }: Pen,
): Block[] =>
  carId && carName
    ? [
        {
          kind: "picture",
          url: new URL(emailPictureAddress(carId), publicUrl.origin).href,
          alt: carNameIn(carName, language),
        },
      ]
    : [];

/** Where the renter sees the order. */
export const seeOrder = (settings: Settings, order: OrderRow, { say }: Pen): Block =>
  link(say(m.email_order_see), orderAddress(settings, order));
export const seeTrip = (settings: Pick<Config, "publicUrl">, order: OrderRow, { say }: Pen): Block =>
  link(say(m.email_order_see_trip), orderAddress(settings, order));
export const linkToCars = ({ publicUrl }: Settings, { say }: Pen): Block =>
  link(say(m.email_order_find_car), new URL("/cars", publicUrl.origin).href);

/** What is due and when; how to pay, in the owner's words once there is something to pay; and what to bring. */
export const practical = (
  settings: Settings,
  order: OrderRow,
  pen: Pen,
  { standing, on }: Pick<MoneySummary, "standing" | "on">,
): Block[] => [
  ...scheduleBlock(standing, pen, on),
  paragraph(order.status === "confirmed" ? howToPay(settings, pen.language) : pen.say(whenToPay(order))),
  whatToBring(order, pen),
];

/** A host's yes may ask for the first payment before the order is confirmed; a plan's order may get a host's car. */
const whenToPay = (order: OrderRow) =>
  isForHost(order) || order.source === "plan" ? m.email_order_pay_after_yes : m.email_order_pay;

/** What to bring: the license, and a proof of insurance if the renter has to show one. */
export const whatToBring = (order: OrderRow, { say }: Pen): Block =>
  paragraph(say(needsProof(order) ? m.email_order_bring : m.email_order_bring_licence));
