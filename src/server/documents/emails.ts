import type { Config } from "#server/config.ts";
import { link, paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import { toRenter } from "#server/mail/to-renter.ts";
import { m } from "#server/mail/words.ts";
import type { OrderRow } from "#server/orders/queries.ts";

/** Sends the renter the signed agreement to keep. */
export const agreementEmail = (
  { publicUrl }: Pick<Config, "publicUrl">,
  order: OrderRow,
  acceptanceId: string,
): Email =>
  toRenter("agreement_accepted", order, ({ say }) => ({
    subject: say(m.email_agreement_accepted_subject, { number: order.orderNumber }),
    blocks: [
      paragraph(say(m.email_agreement_accepted_body)),
      link(say(m.email_order_see_trip), new URL(`/dashboard/trips/${order.id}`, publicUrl.origin).href),
    ],
    documents: [{ kind: "agreement", causeId: acceptanceId }],
  }));
