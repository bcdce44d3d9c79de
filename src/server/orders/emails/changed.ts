import type { Config } from "#server/config.ts";
import type { Email } from "#server/mail/email.ts";
import { orderAddress } from "#server/mail/order-address.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { changedAdminEmail } from "./to-admin.ts";
import { factsOf, textsOf, toRenter } from "./to-renter.ts";

type Settings = Pick<Config, "publicUrl" | "adminEmail" | "paymentInstructions" | "stripe" | "paypal">;

/** After place or times of a handover were changed: to the renter, with the appointments anew, and to administrators. */
export const changedEmails = (settings: Settings, order: OrderRow): Email[] => [
  handoverChangedEmail(settings, order),
  changedAdminEmail(settings, order),
];

function handoverChangedEmail(settings: Settings, order: OrderRow): Email {
  const text = textsOf(order);
  return toRenter(order, "order_handover_changed", {
    subject: text.handoverChanged(order.orderNumber),
    hasCalendar: true,
    blocks: [
      { kind: "paragraph", text: text.handoverChangedBody },
      factsOf(order, [
        [text.pickupTime, order.pickupTime],
        [text.returnTime, order.returnTime],
      ]),
      { kind: "link", text: text.see, url: orderAddress(settings, order) },
    ],
  });
}
