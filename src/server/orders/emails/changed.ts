import type { Config } from "#server/config.ts";
import { paragraph } from "#server/mail/blocks.ts";
import type { DocumentCause, Email } from "#server/mail/email.ts";
import { documentsIfConfirmed } from "#server/mail/to-renter.ts";
import { m } from "#server/mail/words.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { changedAdminEmail } from "./to-admin.ts";
import { factsOf, seeOrder, type Settings, orderToRenter } from "./order-to-renter.ts";

/** Sent after place or times of a handover changed: to the renter with new appointments, and to administrators. */
export const changedEmails = (
  settings: Settings & Pick<Config, "adminEmail">,
  order: OrderRow,
  documents: DocumentCause[] = [],
): Email[] => [
  orderToRenter("order_handover_changed", order, (pen) => ({
    subject: pen.say(m.email_order_handover_changed_subject, { number: order.orderNumber }),
    blocks: [
      paragraph(pen.say(m.email_order_handover_changed_body)),
      factsOf(settings, order, pen),
      documents.length > 0 && paragraph(pen.say(m.email_change_attached)),
      seeOrder(settings, order, pen),
    ],
    documents: documentsIfConfirmed(order, documents),
  })),
  changedAdminEmail(settings, order),
];
