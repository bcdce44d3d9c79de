import { carNameIn } from "#domain/cars/brand-names.ts";
import type { IsoDate } from "#domain/dates.ts";
import type { Db } from "#server/db/open-database.ts";
import type { RentalState } from "#server/db/schema/changes.ts";
import { earningsOfHost } from "#server/ledger/host-earnings.ts";
import { type Fact, facts, link, paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import { findHostingReader } from "#server/mail/host-reader.ts";
import type { Pen } from "#server/mail/pen.ts";
import { m } from "#server/mail/words.ts";
import { writeEmail } from "#server/mail/write-email.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import type { Services } from "#server/services.ts";
import type { ChangeRow } from "#server/rentals/open-requests.ts";
import { changeAskedAdminEmail, withdrawnAdminEmail } from "./to-admin.ts";
import { describeChange } from "./request-emails.ts";

/** What the email of each step of a change says to the car's host. */
const steps = {
  asked: {
    kind: "host_change_asked",
    subject: m.email_host_change_asked_subject,
    body: m.email_host_change_asked_body,
  },
  reminder: {
    kind: "host_change_reminder",
    subject: m.email_host_change_reminder_subject,
    body: m.email_host_change_reminder_body,
  },
  accepted: {
    kind: "host_change_accepted_for_you",
    subject: m.email_host_change_accepted_subject,
    body: m.email_host_change_accepted_body,
  },
  declined: {
    kind: "host_change_declined_for_you",
    subject: m.email_host_change_declined_subject,
    body: m.email_host_change_declined_body,
  },
  lapsed: {
    kind: "host_change_lapsed",
    subject: m.email_host_change_lapsed_subject,
    body: m.email_host_change_lapsed_body,
  },
  withdrawn: {
    kind: "host_change_withdrawn",
    subject: m.email_host_change_withdrawn_subject,
    body: m.email_host_change_withdrawn_body,
  },
  made: {
    kind: "host_rental_changed",
    subject: m.email_host_change_made_subject,
    body: m.email_host_change_made_body,
  },
} as const;
export type HostChangeStep = keyof typeof steps;

/** What a rental earns its host in a state before or after a change. */
export const earnedAs = async (db: Db, order: OrderRow, { rental }: RentalState): Promise<number> =>
  (await earningsOfHost(db, order, rental)).total;

/** Emails the host of an order's car about a change; without an active host, the back office about requests. */
export async function tellHostOfChange(
  { config, outbox }: Pick<Services, "config" | "outbox">,
  tx: Db,
  order: OrderRow,
  change: AnsweredChange,
  step: HostChangeStep,
): Promise<void> {
  await outbox.post(tx, await emailsOfChange({ config }, tx, order, change, step));
}

/** The car that a rental leaves: its name, its host, and the words for its host. */
type LeftCar = {
  order: OrderRow;
  car: Parameters<typeof findHostingReader>[1] & { carName: string };
  /** What became of the rental; `car` is the car's name as the reader's language has it. */
  words: (pen: Pen, car: string) => string;
};

/** To the host of a car that a rental leaves: what became of it. */
export async function leftCarEmails(
  { config: { publicUrl } }: Pick<Services, "config">,
  tx: Db,
  { order, car, words }: LeftCar,
): Promise<Email[]> {
  const host = await findHostingReader(tx, car);
  if (!host) return [];
  const email = writeEmail("host_rental_closed", host, (pen) => ({
    subject: pen.say(m.email_host_rental_closed_subject, { number: order.orderNumber }),
    blocks: [
      paragraph(words(pen, carNameIn(car.carName, pen.language))),
      link(pen.say(m.email_host_order_see_trip), new URL("/host/trips", publicUrl.origin).href),
    ],
  }));
  return [email];
}

/** Emails the host of an order's car that the renter takes another one; `lastDay` if the renter drove it. */
export async function tellHostOfSwap(
  { config, outbox }: Pick<Services, "config" | "outbox">,
  tx: Db,
  order: OrderRow,
  lastDay: IsoDate | undefined,
): Promise<void> {
  const words = ({ say, day }: Pen, car: string): string =>
    lastDay === undefined
      ? say(m.email_host_rental_closed_before, {
          car,
          from: day(order.pickupDate),
          until: day(order.returnDate),
        })
      : say(m.email_host_rental_closed_taken, { car, day: day(lastDay) });
  const car = { ...order, carName: order.carName ?? "" };
  await outbox.post(tx, await leftCarEmails({ config }, tx, { order, car, words }));
}

/** Emails the host of a car with which a rental was to go on later that it doesn't. */
export async function tellNextHost(
  { config, outbox }: Pick<Services, "config" | "outbox">,
  tx: Db,
  order: OrderRow,
): Promise<void> {
  const words = ({ say, day }: Pen, car: string): string =>
    say(m.email_host_rental_closed_released, {
      car,
      from: day(order.carSince ?? order.pickupDate),
      until: day(order.returnDate),
    });
  const car = { ...order, carName: order.carName ?? "" };
  await outbox.post(tx, await leftCarEmails({ config }, tx, { order, car, words }));
}

type AnsweredChange = Pick<ChangeRow, "kind" | "before" | "after" | "answerUntil" | "reason"> & {
  lacksHold?: boolean;
};

/** Returns the emails of `tellHostOfChange`, to be sent together with other emails. */
export async function emailsOfChange(
  { config }: Pick<Services, "config">,
  tx: Db,
  order: OrderRow,
  change: AnsweredChange,
  step: HostChangeStep,
): Promise<Email[]> {
  const host = await findHostingReader(tx, order);
  const isWaiting = step === "asked" || step === "reminder";
  if (!host && isWaiting) return [changeAskedAdminEmail(config, order, change)];
  if (!host) return step === "withdrawn" ? [withdrawnAdminEmail(config, order, change)] : [];
  const { kind, subject, body } = steps[step];
  const [before, after] = [await earnedAs(tx, order, change.before), await earnedAs(tx, order, change.after)];
  const email = writeEmail(kind, host, (pen) => {
    const { say, money, moment, language } = pen;
    const about = {
      car: carNameIn(order.carName ?? "", language),
      what: describeChange(change, pen),
      until: moment(change.answerUntil),
    };
    const rows: (Fact | false)[] = [
      [say(m.email_host_order_number), order.orderNumber],
      [say(m.email_host_order_label_car), about.car],
      [say(m.email_host_change_label), about.what],
      change.after.rental !== undefined && [
        say(m.email_host_order_earns),
        say(m.email_host_change_earns, {
          before: money(before),
          after: money(after),
        }),
      ],
      !!change.reason && [say(m.email_reason), change.reason],
    ];
    const path = isWaiting ? "/host/requests" : `/host/trips/${order.id}`;
    return {
      subject: say(subject, about),
      blocks: [
        paragraph(say(body, about)),
        facts(rows),
        link(
          say(isWaiting ? m.email_host_order_answer : m.email_host_order_see_trip),
          new URL(path, config.publicUrl.origin).href,
        ),
      ],
    };
  });
  return [email];
}
