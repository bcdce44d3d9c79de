import type { IsoDate } from "#domain/dates.ts";
import type { DenyingSide } from "#domain/trips/return-denials.ts";
import type { Config } from "#server/config.ts";
import { facts, nameFact, paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import { penFor } from "#server/mail/pen.ts";
import { openOrder, toAdmins } from "#server/mail/to-admins.ts";
import { toRenter } from "#server/mail/to-renter.ts";
import { m } from "#server/mail/words.ts";
import { seeTrip } from "#server/orders/emails/order-to-renter.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { orderAndCar } from "#server/trips/emails.ts";

type DeniedReturn = {
  returnedAt: Date | null;
  dueOn: IsoDate;
  hostName: string | undefined;
  side: DenyingSide;
  words: string;
};

const renterWords = {
  host: { body: m.email_return_denied_body_host, next: m.email_return_denied_next_host },
  longbay: { body: m.email_return_denied_body_us, next: m.email_return_denied_next_us },
};

/**
 * A renter's record of the return is denied: to the renter, and, if the host denies it, to the back office. An
 * earlier car's order comes with the name of that car.
 */
export function returnDeniedEmails(
  settings: Pick<Config, "publicUrl" | "adminEmail">,
  order: OrderRow,
  { returnedAt, dueOn, hostName = "", side, words }: DeniedReturn,
): Email[] {
  const { body, next } = renterWords[side];
  const toTheirs = toRenter("return_denied", order, (pen) => {
    const { say, day, moment } = pen;
    return {
      subject: say(m.email_return_denied_subject, { number: order.orderNumber }),
      blocks: [
        paragraph(say(body, { moment: moment(returnedAt) })),
        facts([...orderAndCar(order, pen), [say(m.email_reason), words]]),
        paragraph(say(next, { day: day(dueOn) })),
        paragraph(say(m.email_return_denied_how)),
        seeTrip(settings, order, pen),
      ],
    };
  });
  if (side === "longbay") return [toTheirs];
  const toOurs = toAdmins(settings, {
    kind: "admin_return_denied",
    subject: `Return denied: ${order.orderNumber}`,
    orderId: order.id,
    blocks: [
      paragraph(
        "The renter recorded that they returned this car, and its host says that it isn’t back. Late days are counted until the host or you record it back, or the renter records another return.",
      ),
      facts([
        ...orderAndCar(order, penFor("en")),
        nameFact("Renter", order.customerName),
        ["Phone", order.customerPhone || "not given"],
        nameFact("Host", hostName),
        ["The host’s words", words],
      ]),
    ],
    opens: openOrder(order.id),
  });
  return [toTheirs, toOurs];
}
