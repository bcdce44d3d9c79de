import { formatDate } from "#domain/dates.ts";
import type { Language } from "#domain/languages.ts";
import { type Cents, formatMoney } from "#domain/money.ts";
import { formatMoment } from "#domain/local-time.ts";
import type { RecordWithImages } from "./queries.ts";
import type { Config } from "#server/config.ts";
import type { Block, Email } from "#server/mail/email.ts";
import { greeting } from "#server/mail/greeting.ts";
import { orderAddress } from "#server/mail/order-address.ts";
import { openOrder, toDesk } from "#server/mail/to-desk.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { words } from "./email-words.ts";
import { carNameIn } from "#domain/cars/brand-names.ts";

type Settings = Pick<Config, "publicUrl" | "adminEmail">;

/** The record to both sides, in words and with its seal; the images are seen on the trip's page. */
export function recordEmails(settings: Settings, order: OrderRow, found: RecordWithImages): Email[] {
  const { publicUrl, adminEmail } = settings;
  const atDesk = new URL(openOrder(order.id).path, publicUrl.origin).href;
  const { record } = found;
  const of = (recipient: string, language: Language, name: string, url: string): Email => ({
    kind: `condition_${record.kind}`,
    recipient,
    language,
    subject: words[language].subject[record.kind](order.orderNumber),
    orderId: order.id,
    content: {
      greeting: greeting(language, name),
      blocks: blocksOf(order, found, language, url),
      signature: words[language].signature,
    },
  });
  return [
    of(
      order.customerEmail,
      order.language,
      order.emailConfirmedAt ? order.customerName : "",
      orderAddress(settings, order),
    ),
    of(adminEmail, "en", "", atDesk),
  ];
}

/** On the first and the third day after the return date: to the renter, and on the first to administrators. */
export function overdueEmails(settings: Settings, order: OrderRow, day: 1 | 3): Email[] {
  const { overdue, labels, signature } = words[order.language];
  const ended = formatDate(order.returnDate, order.language);
  const say = (text: string): Block => ({ kind: "paragraph", text });
  const toRenter: Email = {
    kind: "order_overdue",
    recipient: order.customerEmail,
    language: order.language,
    subject: overdue.subject[day](order.orderNumber),
    orderId: order.id,
    content: {
      greeting: greeting(order.language, order.emailConfirmedAt ? order.customerName : ""),
      blocks: [
        say(overdue.body[day](ended)),
        {
          kind: "facts",
          facts: [[labels.order, order.orderNumber], ...carFact(order, order.language, labels.car)],
        },
        say(overdue.how),
        {
          kind: "link",
          text: overdue.link,
          url: new URL(`/trip-complete/${order.id}`, settings.publicUrl.origin).href,
        },
      ],
      signature,
    },
  };
  const toAdmin = toDesk(settings, {
    kind: "admin_order_overdue",
    subject: `Overdue: ${order.orderNumber}`,
    orderId: order.id,
    blocks: [
      say(
        `This car was due back on ${order.returnDate} and nobody has recorded its return. It can’t be booked until somebody does.`,
      ),
      {
        kind: "facts",
        facts: [
          [words.en.labels.order, order.orderNumber],
          ...carFact(order, "en", words.en.labels.car),
          ["Renter", order.customerName],
          ["Phone", order.customerPhone || "not given"],
        ],
      },
    ],
    opens: openOrder(order.id),
  });
  return day === 1 ? [toRenter, toAdmin] : [toRenter];
}

type Repair = { from: string; until: string; days: number; amount: Cents };

/** What days without a car take off a rental, to its renter. */
export function repairEmail(settings: Settings, order: OrderRow, { days, amount, ...range }: Repair): Email {
  const { language } = order;
  const { repair, labels, signature } = words[language];
  const day = (date: string) => formatDate(date, language);
  return {
    kind: "repair_days",
    recipient: order.customerEmail,
    language,
    subject: repair.subject(order.orderNumber),
    orderId: order.id,
    content: {
      greeting: greeting(language, order.emailConfirmedAt ? order.customerName : ""),
      blocks: [
        { kind: "paragraph", text: repair.body(day(range.from), day(range.until)) },
        {
          kind: "paragraph",
          text: days > 0 ? repair.back(days, formatMoney(amount, language)) : repair.none,
        },
        {
          kind: "facts",
          facts: [
            [labels.order, order.orderNumber],
            ...carFact(order, language, labels.car),
            [repair.total, formatMoney(order.total, language)],
          ],
        },
        { kind: "link", text: repair.see, url: orderAddress(settings, order) },
      ],
      signature,
    },
  };
}

const carFact = ({ carName }: OrderRow, language: Language, label: string): [string, string][] =>
  carName ? [[label, carNameIn(carName, language)]] : [];

function blocksOf(order: OrderRow, { record }: RecordWithImages, language: Language, url: string): Block[] {
  const { body, added, labels, by, miles, eighths, see, keep } = words[language];
  const { kind, side, odometer, fuelEighths, remark, finishedAt, seal, place } = record;
  // The first of an order is its handover's; of later ones a pickup's was added.
  const isAdded = kind === "pickup" && place !== 1;
  return [
    { kind: "paragraph", text: isAdded ? added : body[kind] },
    {
      kind: "facts",
      facts: [
        [labels.order, order.orderNumber],
        ...carFact(order, language, labels.car),
        [labels.at, finishedAt ? formatMoment(finishedAt.getTime(), language) : ""],
        [labels.by, by[side]],
        [labels.odometer, miles(odometer ?? 0)],
        [labels.fuel, eighths(fuelEighths ?? 0)],
        ...(remark ? [[labels.remark, remark] satisfies [string, string]] : []),
        [labels.seal, seal ?? ""],
      ],
    },
    { kind: "link", text: see, url },
    { kind: "paragraph", text: keep },
  ];
}
