import { carNameIn } from "#domain/cars/brand-names.ts";
import type { Config } from "#server/config.ts";
import { facts, link, paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import { m } from "#server/mail/words.ts";
import { writeEmail } from "#server/mail/write-email.ts";
import type { OrderRow } from "#server/orders/queries.ts";

/** Asks a person that a renter has named. Repeats nothing that the renter typed: any address can be typed. */
export const driverEmail = (
  { publicUrl }: Pick<Config, "publicUrl">,
  { id, language, orderNumber, carName, pickupDate, returnDate }: OrderRow,
  email: string,
): Email =>
  writeEmail("driver_named", { email, language, orderId: id }, ({ say, day, brand }) => ({
    subject: say(m.email_driver_named_subject),
    blocks: [
      paragraph(say(m.email_driver_named_body, { brand })),
      paragraph(say(m.email_driver_named_steps)),
      facts([
        [say(m.email_order_label_order), orderNumber],
        !!carName && [say(m.email_order_label_car), carNameIn(carName, language)],
        [
          say(m.email_order_label_dates),
          say(m.email_order_range, { from: day(pickupDate), to: day(returnDate) }),
        ],
      ]),
      link(say(m.email_driver_named_link), new URL("/dashboard/license", publicUrl.origin).href),
      paragraph(say(m.email_driver_named_ignore)),
    ],
  }));
