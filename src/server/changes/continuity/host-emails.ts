import { carNameIn } from "#domain/cars/brand-names.ts";
import { isHostSide } from "#domain/changes/endings.ts";
import { hadCar } from "#server/ledger/had-car.ts";
import { leftCarEmails } from "#server/changes/to-host.ts";
import type { Config } from "#server/config.ts";
import type { Db } from "#server/db/open-database.ts";
import { facts, link, paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import { findHostingReader } from "#server/mail/host-reader.ts";
import { m } from "#server/mail/words.ts";
import { type Reader, writeEmail } from "#server/mail/write-email.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import type { Services } from "#server/services.ts";
import type { EndingRow } from "./queries.ts";

type EndedOrder = { order: OrderRow; ending: EndingRow };

/** Sent to the host of an ended rental's car: what follows. */
export const endedHostEmail = (
  { publicUrl }: Pick<Config, "publicUrl">,
  {
    order,
    ending,
    host,
    wasDriven,
    isOffered,
  }: EndedOrder & { host: Reader; wasDriven: boolean; isOffered: boolean },
): Email =>
  writeEmail("host_rental_ended", host, ({ say, day, language }) => {
    const car = carNameIn(ending.carName, language);
    return {
      subject: say(m.email_host_rental_ended_subject, { number: order.orderNumber, car }),
      blocks: [
        paragraph(
          say(ending.side === "host" ? m.email_host_rental_ended_body : m.email_host_rental_ended_by_us, {
            car,
          }),
        ),
        ...(isOffered ? [paragraph(say(m.email_host_rental_ended_offered))] : []),
        facts([
          [say(m.email_host_order_number), order.orderNumber],
          wasDriven && [say(m.email_host_rental_last_day), day(ending.endsOn)],
        ]),
        paragraph(say(m.email_host_rental_ended_days, { until: day(order.returnDate) })),
        link(say(m.email_host_order_see_trip), new URL(`/host/trips`, publicUrl.origin).href),
      ],
    };
  });

/**
 * Sent to a host whose request to end a rental we refuse: it says that the rental continues, and where the host can
 * write to us.
 */
export async function dismissedEmails(
  { config: { publicUrl } }: Pick<Services, "config">,
  tx: Db,
  { order, ending }: EndedOrder,
): Promise<Email[]> {
  const host = await findHostingReader(tx, { ...ending, id: order.id });
  if (!host) return [];
  const email = writeEmail("host_ending_dismissed", host, ({ say, language }) => {
    const about = { number: order.orderNumber, car: carNameIn(ending.carName, language) };
    return {
      subject: say(m.email_host_ending_dismissed_subject, about),
      blocks: [
        paragraph(say(m.email_host_ending_dismissed_body, about)),
        paragraph(say(m.email_host_ending_dismissed_more)),
        link(say(m.email_host_order_see_trip), new URL(`/host/trips/${order.id}`, publicUrl.origin).href),
      ],
    };
  });
  return [email];
}

/** Sent to the host of an ended rental's car: what became of the rental. */
export async function closedHostEmail(
  services: Services,
  tx: Db,
  { order, ending }: EndedOrder,
): Promise<Email[]> {
  if (ending.state === "taken" && !(await hadCar(tx, order)))
    return leftCarEmails(services, tx, {
      order,
      car: { ...ending, id: order.id },
      words: ({ say, day }, car) =>
        say(m.email_host_rental_closed_replaced, { car, until: day(order.returnDate) }),
    });
  const unused = isHostSide(ending.reason)
    ? m.email_host_rental_closed_none
    : m.email_host_rental_closed_by_us;
  const became = ending.state === "taken" ? m.email_host_rental_closed_taken : unused;
  return leftCarEmails(services, tx, {
    order,
    car: { ...ending, id: order.id },
    words: ({ say, day }, car) => say(became, { car, day: day(ending.endsOn) }),
  });
}
