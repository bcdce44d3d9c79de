import { changedEmails } from "#server/orders/emails/changed.ts";
import { extensionRetryHours } from "#domain/changes/may-change.ts";
import type { EmailKindFor } from "#domain/people/email-kinds.ts";
import type { Db } from "#server/db/open-database.ts";
import { withAgreement } from "#server/documents/queries.ts";
import { type MoneySummary, moneySummaryOf } from "#server/ledger/money-summary.ts";
import { scheduleBlock } from "#server/ledger/schedule-block.ts";
import { paragraph } from "#server/mail/blocks.ts";
import type { Block, DocumentCause, Email } from "#server/mail/email.ts";
import type { Pen } from "#server/mail/pen.ts";
import { findHostingReader } from "#server/mail/host-reader.ts";
import { documentsIfConfirmed } from "#server/mail/to-renter.ts";
import { m } from "#server/mail/words.ts";
import { orderToAdmins } from "#server/orders/emails/to-admin.ts";
import { factsOf, seeTrip, orderToRenter } from "#server/orders/emails/order-to-renter.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import type { Services } from "#server/services.ts";
import type { ChangeRow } from "#server/rentals/open-requests.ts";
import { returnDateOf } from "./quote-rental.ts";
import { mayChange } from "./standing.ts";

type Needs = Pick<Services, "config" | "now">;

const changed = {
  early_return: {
    kind: "order_early_return",
    desk: "admin_order_early_return",
    subject: m.email_order_early_return_subject,
    body: m.email_order_early_return_body,
  },
  dates: {
    kind: "order_dates",
    desk: "admin_order_dates",
    subject: m.email_order_dates_subject,
    body: m.email_order_dates_body,
  },
} as const;

/** After an early return or new dates: to the renter with the new appointments, and to administrators. */
export async function rentalChangedEmails(
  services: Needs,
  tx: Db,
  order: OrderRow,
  change: { id: string; kind: keyof typeof changed },
): Promise<Email[]> {
  const { kind, desk, subject, body } = changed[change.kind];
  const summary = await moneySummaryOf(services, tx, order.id);
  const documents = await addendumOf(tx, order, change.id);
  return [
    changedEmail(services, order, kind, ({ say, day }) => ({
      subject: say(subject, { number: order.orderNumber }),
      said: [say(body, { until: day(order.returnDate) })],
      summary,
      documents,
    })),
    orderToAdmins(services.config, order, {
      kind: desk,
      subject: `${kind === "order_dates" ? "New dates" : "Early return"}: ${order.orderNumber}`,
      sentence:
        kind === "order_dates"
          ? `The renter moved the rental: it is now from ${order.pickupDate} to ${order.returnDate}.`
          : `The renter is returning the car early: the rental now ends on ${order.returnDate}.`,
    }),
  ];
}

const answered = {
  accepted: {
    kind: "extension_accepted",
    subject: m.email_extension_accepted_subject,
    body: m.email_extension_accepted_body,
  },
  declined: {
    kind: "extension_declined",
    subject: m.email_extension_declined_subject,
    body: m.email_extension_declined_body,
  },
  lapsed: {
    kind: "extension_lapsed",
    subject: m.email_extension_lapsed_subject,
    body: m.email_extension_lapsed_body,
  },
} as const;

/** The emails to the renter about a request for more days, by its status. `order` is as after the answer. */
export async function extensionEmails(
  services: Needs,
  tx: Db,
  order: OrderRow,
  change: ChangeRow,
): Promise<Email[]> {
  const { status, reason } = change;
  if (status === "withdrawn") return [];
  const isHosted = (await findHostingReader(tx, order)) !== undefined;
  if (status === "requested") return [askedEmail(services, order, change, isHosted)];
  const until = returnDateOf(change);
  const { kind, subject, body: usual } = answered[status];
  const body = status === "lapsed" && isHosted ? m.email_extension_lapsed_hosted : usual;
  const mayAskAgain = status === "lapsed" && (await mayChange(services, tx, order)).extension.allowed;
  const along = status === "accepted" && {
    summary: await moneySummaryOf(services, tx, order.id),
    documents: await addendumOf(tx, order, change.id),
  };
  return [
    changedEmail(services, order, kind, ({ say, day }) => ({
      subject: say(subject, { number: order.orderNumber }),
      said: [
        say(body, { until: day(until) }),
        ...(reason ? [say(m.email_the_reason, { reason })] : []),
        ...(mayAskAgain ? [say(m.email_extension_again, { hours: extensionRetryHours })] : []),
      ],
      ...along,
    })),
  ];
}

function askedEmail(services: Needs, order: OrderRow, change: ChangeRow, isHosted: boolean): Email {
  const { answerUntil, reason, lacksHold } = change;
  const until = returnDateOf(change);
  const body = isHosted
    ? lacksHold
      ? m.email_extension_asked_hosted_unheld
      : m.email_extension_asked_hosted
    : lacksHold
      ? m.email_extension_asked_unheld
      : m.email_extension_asked_body;
  return changedEmail(services, order, "extension_asked", ({ say, day, moment }) => ({
    subject: say(m.email_extension_asked_subject, { number: order.orderNumber }),
    said: [
      say(body, { until: day(until), answer: moment(answerUntil) }),
      ...(reason ? [say(m.email_the_reason, { reason })] : []),
    ],
  }));
}

/** After the place or times of an order's handover have changed: to the renter, with an addendum, and to us. */
export const handoverChangedEmails = async (
  { config }: Needs,
  tx: Db,
  order: OrderRow,
  changeId: string,
): Promise<Email[]> => changedEmails(config, order, await addendumOf(tx, order, changeId));

/** The addendum that a change needs if the renter has accepted an agreement. */
export const addendumOf = async (tx: Db, { id }: OrderRow, causeId: string): Promise<DocumentCause[]> =>
  (await withAgreement(tx, [id])).has(id) ? [{ kind: "addendum", causeId }] : [];

type ChangedRental = {
  subject: string;
  /** Sentences before the order's facts. */
  said: string[];
  summary?: MoneySummary;
  documents?: DocumentCause[];
};

/** To the renter: the result of a change, the order's present state, and its money if that has changed. */
export const changedEmail = (
  { config }: Needs,
  order: OrderRow,
  kind: EmailKindFor<"renter">,
  template: (pen: Pen) => ChangedRental,
): Email =>
  orderToRenter(kind, order, (pen) => {
    const { subject, said, summary, documents = [] } = template(pen);
    return {
      subject,
      blocks: [
        ...said.map(paragraph),
        factsOf(config, order, pen),
        summary && moneyBlocks(summary, pen),
        documents.length > 0 && paragraph(pen.say(m.email_change_attached)),
        seeTrip(config, order, pen),
      ],
      documents: documentsIfConfirmed(order, documents),
    };
  });

function moneyBlocks({ toRefund, toCheck, standing, on }: MoneySummary, pen: Pen): Block[] {
  const { say, money } = pen;
  return [
    ...(toRefund > 0 ? [paragraph(say(m.email_settled_refund, { amount: money(toRefund) }))] : []),
    ...(toCheck > 0 ? [paragraph(say(m.email_settled_check, { amount: money(toCheck) }))] : []),
    ...(standing.length ? [paragraph(say(m.email_change_owed)), ...scheduleBlock(standing, pen, on)] : []),
  ];
}
