import { formatDate } from "#domain/dates.ts";
import { formatMoment } from "#domain/local-time.ts";
import { formatMoney } from "#domain/money.ts";
import type { Db } from "#server/db/open-database.ts";
import { withAgreement } from "#server/documents/queries.ts";
import { scheduleBlock } from "#server/ledger/schedule-block.ts";
import { type MoneySummary, moneySummaryOf } from "#server/ledger/money-summary.ts";
import type { Block, DocumentCause, Email } from "#server/mail/email.ts";
import { toAdmin } from "#server/orders/emails/to-admin.ts";
import { factsOf, toRenter } from "#server/orders/emails/to-renter.ts";
import { orderAddress } from "#server/mail/order-address.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import type { Services } from "#server/services.ts";
import { changeWords } from "./email-words.ts";
import type { ChangeRow } from "./make-change.ts";
import { returnDateOf } from "./quote-rental.ts";
import { mayChange } from "./standing.ts";

type Needs = Pick<Services, "config" | "now">;

/** After an early return or new dates: to the renter with the appointments anew, and to administrators. */
export async function rentalChangedEmails(
  services: Needs,
  tx: Db,
  order: OrderRow,
  { id, kind }: { id: string; kind: "early_return" | "dates" },
): Promise<Email[]> {
  const words = changeWords[order.language][kind];
  const summary = await moneySummaryOf(services, tx, order.id);
  const body = words.body(formatDate(order.returnDate, order.language));
  return [
    changedEmail(services, order, {
      kind: `order_${kind}`,
      subject: words.subject(order.orderNumber),
      body,
      summary,
      documents: await addendumOf(tx, order, id),
    }),
    toAdmin(services.config, order, {
      kind: `admin_order_${kind}`,
      subject: `${kind === "dates" ? "New dates" : "Early return"}: ${order.orderNumber}`,
      sentence:
        kind === "dates"
          ? `The renter moved the rental: it is now from ${order.pickupDate} to ${order.returnDate}.`
          : `The renter is returning the car early: the rental now ends on ${order.returnDate}.`,
    }),
  ];
}

/** What a request for more days is told by, as it stands now. `order` is as it stands after the answer. */
export async function extensionEmails(
  services: Needs,
  tx: Db,
  order: OrderRow,
  change: ChangeRow,
): Promise<Email[]> {
  const { status, answerUntil, reason } = change;
  const until = returnDateOf(change);
  if (status === "withdrawn")
    return [
      toAdmin(services.config, order, {
        kind: "admin_extension_withdrawn",
        subject: `Request withdrawn: ${order.orderNumber}`,
        sentence: `The renter no longer wants to keep the car until ${until}.`,
      }),
    ];
  const texts = changeWords[order.language];
  const asked = change.lacksHold ? texts.askedUnheld : texts.asked;
  const words = status === "requested" ? asked : texts[status];
  const answer = answerUntil ? formatMoment(answerUntil.getTime(), order.language) : "";
  const mayAskAgain = status === "lapsed" && (await mayChange(services, tx, order)).extension.allowed;
  const more = [...(reason ? [texts.reason(reason)] : []), ...(mayAskAgain ? [texts.again] : [])];
  const toTheirs = changedEmail(services, order, {
    kind: status === "requested" ? "extension_asked" : `extension_${status}`,
    subject: words.subject(order.orderNumber),
    body: words.body(formatDate(until, order.language), answer),
    more,
    ...(status === "accepted" && {
      summary: await moneySummaryOf(services, tx, order.id),
      documents: await addendumOf(tx, order, change.id),
    }),
  });
  if (status !== "requested") return [toTheirs];
  return [
    toTheirs,
    toAdmin(services.config, order, {
      kind: "admin_extension_asked",
      subject: `Answer needed: ${order.orderNumber} asks for more days`,
      sentence: `The renter has asked to keep the car until ${until}. ${change.lacksHold ? "The days aren’t held: the renter isn’t verified and hasn’t paid yet. Answer by" : "The days are held until"} ${answerUntil ? formatMoment(answerUntil.getTime(), "en") : ""} Pacific time; then the request lapses and the renter is told.`,
    }),
  ];
}

/** What a change makes of an agreement that has been accepted. */
export const addendumOf = async (tx: Db, { id }: OrderRow, causeId: string): Promise<DocumentCause[]> =>
  (await withAgreement(tx, [id])).has(id) ? [{ kind: "addendum", causeId }] : [];

type Changed = {
  kind: string;
  subject: string;
  body: string;
  more?: string[];
  summary?: MoneySummary;
  documents?: DocumentCause[];
};

export function changedEmail(
  { config }: Needs,
  order: OrderRow,
  { kind, subject, body, more = [], summary, documents = [] }: Changed,
): Email {
  const { language } = order;
  const words = changeWords[language];
  const say = (text: string): Block => ({ kind: "paragraph", text });
  const money = summary
    ? [
        ...(summary.toRefund > 0 ? [say(words.refund(formatMoney(summary.toRefund, language)))] : []),
        ...(summary.toCheck > 0 ? [say(words.check(formatMoney(summary.toCheck, language)))] : []),
        ...(summary.standing.length
          ? [say(words.owed), ...scheduleBlock(summary.standing, language, summary.on)]
          : []),
      ]
    : [];
  return toRenter(order, kind, {
    subject,
    hasCalendar: summary !== undefined,
    documents,
    blocks: [
      say(body),
      ...more.map(say),
      factsOf(order),
      ...money,
      ...(documents.length ? [say(words.attached)] : []),
      {
        kind: "link",
        text: words.see,
        url: orderAddress(config, order),
      },
    ],
  });
}
