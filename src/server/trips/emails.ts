import type { ConditionKind, ConditionSide } from "#domain/trips/condition.ts";
import type { Cents } from "#domain/money.ts";
import type { Config } from "#server/config.ts";
import { carNameIn } from "#domain/cars/brand-names.ts";
import { type Fact, facts, link, nameFact, paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import { orderAddress } from "#server/mail/order-address.ts";
import { type Pen, penFor } from "#server/mail/pen.ts";
import { openOrder, toAdmins } from "#server/mail/to-admins.ts";
import { toRenter } from "#server/mail/to-renter.ts";
import { m } from "#server/mail/words.ts";
import { type Reader, type Template, writeEmail } from "#server/mail/write-email.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { seeTrip } from "#server/orders/emails/order-to-renter.ts";
import type { RecordWithImages } from "./queries.ts";

type Settings = Pick<Config, "publicUrl" | "adminEmail">;

const recordWords = {
  pickup: {
    kind: "condition_pickup",
    hostKind: "host_condition_pickup",
    subject: m.email_condition_pickup_subject,
    body: m.email_condition_pickup_body,
  },
  return: {
    kind: "condition_return",
    hostKind: "host_condition_return",
    subject: m.email_condition_return_subject,
    body: m.email_condition_return_body,
  },
} as const satisfies Record<ConditionKind, unknown>;

/** The record to all sides, in words and with its seal; the images are seen on the trip's page. */
export function recordEmails(
  settings: Settings,
  order: OrderRow,
  { record }: RecordWithImages,
  host?: Reader,
): Email[] {
  const { publicUrl, adminEmail } = settings;
  const { kind, hostKind } = recordWords[record.kind];
  const asAdmin = new URL(openOrder(order.id).path, publicUrl.origin).href;
  return [
    // Only a renter with an account can see the pictures.
    toRenter(kind, order, (pen) =>
      recordTemplate(order, record, orderAddress(settings, order), pen, {
        seesPictures: order.accountId !== null,
      }),
    ),
    writeEmail(kind, { email: adminEmail, language: "en", orderId: order.id }, (pen) =>
      recordTemplate(order, record, asAdmin, pen, { isForLender: true }),
    ),
    ...(host
      ? [
          writeEmail(hostKind, host, (pen) =>
            recordTemplate(order, record, atHost(settings, order), pen, { isForLender: true }),
          ),
        ]
      : []),
  ];
}

/** The page of a rental for the host of its car. */
export const atHost = ({ publicUrl }: Settings, { id }: OrderRow): string =>
  new URL(`/host/trips/${id}`, publicUrl.origin).href;

function recordTemplate(
  order: OrderRow,
  record: RecordWithImages["record"],
  url: string,
  pen: Pen,
  { seesPictures = true, isForLender = false }: { seesPictures?: boolean; isForLender?: boolean },
): Template {
  const { say, moment } = pen;
  const { kind, side, odometer, fuelEighths, remark, finishedAt, seal, place } = record;
  const { subject, body } = recordWords[kind];
  // The first pickup record of an order is the handover, as is that of another car; later ones were added.
  const isAdded = kind === "pickup" && place !== 1 && record.stretch === 1;
  const miles = (odometer ?? 0).toLocaleString("en-US");
  return {
    subject: say(subject, { number: order.orderNumber }),
    blocks: [
      paragraph(say(isAdded ? m.email_condition_added : body)),
      ...(isForLender && kind === "return" && side === "renter" && order.isCarOut
        ? [paragraph(say(m.email_condition_return_out))]
        : []),
      facts([
        ...orderAndCar(order, pen),
        [say(m.email_condition_label_at), moment(finishedAt)],
        [say(m.email_condition_label_by), madeBy(side, pen)],
        [say(m.email_odometer), say(m.email_condition_miles, { miles })],
        [say(m.email_condition_label_fuel), `${fuelEighths ?? 0}/8`],
        remark !== "" && [say(m.email_condition_label_remark), remark],
        [say(m.email_condition_label_seal), seal ?? ""],
      ]),
      link(say(seesPictures ? m.email_condition_see : m.email_order_see), url),
      paragraph(say(m.email_condition_keep)),
    ],
  };
}

function madeBy(side: ConditionSide, { say, brand }: Pen): string {
  if (side === "renter") return say(m.email_condition_by_renter);
  return side === "host" ? say(m.email_condition_by_host) : brand;
}

type Repair = { from: string; until: string; days: number; amount: Cents };

/** To the renter: the days without a car, and their deduction from the price. */
export const repairEmail = (
  settings: Settings,
  order: OrderRow,
  { from, until, days, amount }: Repair,
): Email =>
  toRenter("repair_days", order, (pen) => {
    const { say, day, money } = pen;
    return {
      subject: say(m.email_repair_days_subject, { number: order.orderNumber }),
      blocks: [
        paragraph(
          from === until
            ? say(m.email_repair_days_one_day, { from: day(from) })
            : say(m.email_repair_days_body, { from: day(from), until: day(until) }),
        ),
        paragraph(
          days > 0
            ? say(m.email_repair_days_back, { days, amount: money(amount) })
            : say(m.email_repair_days_none),
        ),
        facts([...orderAndCar(order, pen), [say(m.email_repair_days_total), money(order.total)]]),
        seeTrip(settings, order, pen),
      ],
    };
  });

type TakenBack = {
  reason: string;
  /** The saved method that due amounts are charged to. */
  chargedTo?: string | undefined;
};

/** To the renter: recorded days without a car no longer count. */
export const repairTakenBackEmail = (
  settings: Settings,
  order: OrderRow,
  { from, until, reason, chargedTo }: Pick<Repair, "from" | "until"> & TakenBack,
): Email =>
  toRenter("repair_days_taken_back", order, (pen) => {
    const { say, day, money } = pen;
    return {
      subject: say(m.email_repair_taken_back_subject, { number: order.orderNumber }),
      blocks: [
        paragraph(
          from === until
            ? say(m.email_repair_taken_back_one_day, { from: day(from) })
            : say(m.email_repair_taken_back_body, { from: day(from), until: day(until) }),
        ),
        facts([
          ...orderAndCar(order, pen),
          [say(m.email_reason), reason],
          [say(m.email_repair_days_total), money(order.total)],
        ]),
        paragraph(say(m.email_repair_taken_back_money)),
        ...(chargedTo ? [paragraph(say(m.email_repair_taken_back_charged, { method: chargedTo }))] : []),
        seeTrip(settings, order, pen),
      ],
    };
  });

type RepairSummary = Repair & {
  hostName: string;
  /** The part of the order's refunds that waits for a decision. */
  waiting: Cents;
};

/** To the back office: a host has recorded days without their car, which come off the renter's price. */
export const repairAdminEmail = (
  settings: Settings,
  order: OrderRow,
  { from, until, days, amount, hostName, waiting }: RepairSummary,
): Email => {
  const pen = penFor("en");
  return toAdmins(settings, {
    kind: "admin_repair_days",
    subject: `Days in repair: ${order.orderNumber}`,
    orderId: order.id,
    blocks: [
      paragraph(
        "The host of this rental has recorded days without a usable car. From the second day on they come off the renter’s price, and off what the host earns.",
      ),
      ...(waiting > 0
        ? [
            paragraph(
              "What goes back to the renter waits until somebody who manages payments approves or declines it. A refund that is declined leaves the price lowered, and is due again with the next change of it: if the days themselves are wrong, take them back on the order’s page.",
            ),
          ]
        : []),
      facts([
        ...orderAndCar(order, pen),
        nameFact("Renter", order.customerName),
        nameFact("Host", hostName),
        ["Recorded", from === until ? pen.day(from) : `${pen.day(from)} to ${pen.day(until)}`],
        [
          "Off the price for days in repair so far",
          `${pen.money(amount)} (${days} ${days === 1 ? "day" : "days"})`,
        ],
        waiting > 0 && ["Refunds that wait", pen.money(waiting)],
        ["New total", pen.money(order.total)],
      ]),
    ],
    opens: openOrder(order.id),
  });
};

export const orderAndCar = ({ orderNumber, carName }: OrderRow, { say, language }: Pen): (Fact | false)[] => [
  [say(m.email_order_label_order), orderNumber],
  !!carName && [say(m.email_order_label_car), carNameIn(carName, language)],
];
