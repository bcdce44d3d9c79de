import type { IsoDate } from "#domain/dates.ts";
import { attentionCondition } from "#server/orders/attention-queries.ts";
import { isEarlierCarOut } from "#server/db/earlier-cars-out.ts";
import { inLosAngeles } from "#server/db/in-los-angeles.ts";
import { isReturnedByRenter } from "#server/db/returned.ts";
import type { Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import type { Email } from "#server/mail/email.ts";
import { findHostingReader } from "#server/mail/host-reader.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { remind } from "#server/orders/remind.ts";
import { type Services, today } from "#server/services.ts";
import { carOutEmail, overdueEmails } from "./overdue-emails.ts";

type OverdueServices = Pick<Services, "config" | "database" | "outbox" | "now">;
type Kind = "overdue_1" | "overdue_3";

/** SQL: which of the two emails is due for a car that was due back on the day that a column holds. */
const kindBy = (day: string): string =>
  `case when ${day} <= $1::date - 3 then 'overdue_3' else 'overdue_1' end`;

/** SQL over `orders`: the email about a column's day hasn't gone out, and the rental wasn't moved in today. */
const isUnannounced = (day: string): string =>
  `${day} < $1::date and orders.moved_in_on is distinct from $1::date
    and not exists (select from reminders where order_id = orders.id and day = ${day} and kind = ${kindBy(day)})`;

/** SQL over `orders`: the day on which the renter recorded the return. */
const recordedOn = inLosAngeles("trip_completed_at");

/**
 * The hour's job: emails renters whose car isn't back on the first and third day after its return date, once each,
 * and on the first day also its host and administrators. An earlier car is due back on its own last day.
 */
export async function mailOverdue(services: OverdueServices): Promise<void> {
  const { config } = services;
  const day = today(services);
  await remind<Kind>(services, {
    due: `select id, ${kindBy("return_date")}, return_date from orders
      where (status = 'in_progress' or is_car_out and not ${isReturnedByRenter()}) and ${isUnannounced("return_date")}`,
    day,
    emails: async (order, kind, tx) => emailsOf(tx, config, order, kind),
  });
  await remind<Kind>(services, {
    due: `select own.order_id, ${kindBy("own.ends_on")}, own.ends_on
      from order_stretches own join orders on orders.id = own.order_id
      where ${isEarlierCarOut()} and ${isUnannounced("own.ends_on")}`,
    day,
    emails: async (order, kind, tx, endedOn) => {
      const emails: Email[] = [];
      for (const car of await earlierCarsOut(tx, order, endedOn))
        emails.push(...(await emailsOf(tx, config, { ...order, ...car }, kind, "earlier")));
      return emails;
    },
  });
}

/**
 * The hour's job: emails the host of a car, once, whose return only the renter has recorded and nobody denied.
 * Administrators have an alert.
 */
export const mailCarsOut = (services: OverdueServices): Promise<void> =>
  remind<"car_out">(services, {
    due: `select id, 'car_out', ${recordedOn} from orders
      where ${attentionCondition.car_out(() => "$1::date")} and trip_completed_at is not null and ${isReturnedByRenter()} and host_id is not null
        and not exists (select from reminders where order_id = orders.id and day = ${recordedOn} and kind = 'car_out')`,
    day: today(services),
    emails: async (order, _kind, tx, day) => {
      const host = await findHostingReader(tx, order);
      return host ? [carOutEmail(services.config, order, day, host)] : [];
    },
  });

async function emailsOf(
  tx: Db,
  config: OverdueServices["config"],
  order: OrderRow,
  kind: Kind,
  which: "last" | "earlier" = "last",
): Promise<Email[]> {
  const on = kind === "overdue_1" ? 1 : 3;
  return overdueEmails(config, order, { on, which, host: await findHostingReader(tx, order) });
}

type EarlierCar = Pick<OrderRow, "carId" | "carName" | "hostId" | "returnDate">;

/** The cars of a rental that were due back on a day and aren't. */
const earlierCarsOut = (tx: Db, { id }: OrderRow, endedOn: IsoDate): Promise<EarlierCar[]> =>
  rowsIn(tx)<EarlierCar>(
    `select own.car_id as "carId", own.car_name as "carName", own.host_id as "hostId", own.ends_on::text as "returnDate"
     from order_stretches own where own.order_id = $1 and own.ends_on = $2::date and ${isEarlierCarOut()} order by own.number`,
    [id, endedOn],
  );
