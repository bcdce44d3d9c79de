import { carNameIn } from "#domain/cars/brand-names.ts";
import type { Config } from "#server/config.ts";
import { link, paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import { orderAddress } from "#server/mail/order-address.ts";
import { toRenter } from "#server/mail/to-renter.ts";
import { m } from "#server/mail/words.ts";
import { type Reader, writeEmail } from "#server/mail/write-email.ts";
import type { OrderRow } from "#server/orders/queries.ts";

type Settings = Pick<Config, "publicUrl">;

/** To the renter: they can now read the host's review of them. */
export const renterReviewedEmail = (settings: Settings, order: OrderRow): Email =>
  toRenter("review_published", order, ({ say, language }) => {
    const about = { car: carNameIn(order.carName ?? "", language), number: order.orderNumber };
    return {
      subject: say(m.email_review_published_subject, about),
      blocks: [
        paragraph(say(m.email_review_published_body, about)),
        link(say(m.email_review_read), orderAddress(settings, order)),
      ],
    };
  });

/** To the host: they can now read the renter's review of the car. */
export const hostReviewedEmail = ({ publicUrl }: Settings, order: OrderRow, host: Reader): Email =>
  writeEmail("host_review_published", host, ({ say, language }) => {
    const about = { car: carNameIn(order.carName ?? "", language), number: order.orderNumber };
    return {
      subject: say(m.email_host_review_published_subject, about),
      blocks: [
        paragraph(say(m.email_host_review_published_body, about)),
        link(say(m.email_review_read), new URL("/host/reviews", publicUrl.origin).href),
      ],
    };
  });
