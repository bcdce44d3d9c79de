import type { DenialDecision } from "#domain/payouts/pickup-denials.ts";
import type { Config } from "#server/config.ts";
import type { orders } from "#server/db/schema/orders.ts";
import { facts, link, nameFact, paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import type { HostReader } from "#server/mail/host-reader.ts";
import { orderAddress } from "#server/mail/order-address.ts";
import { toAdmins } from "#server/mail/to-admins.ts";
import { toRenter } from "#server/mail/to-renter.ts";
import { m } from "#server/mail/words.ts";
import { writeEmail } from "#server/mail/write-email.ts";

type Settings = Pick<Config, "publicUrl" | "adminEmail">;
type Order = typeof orders.$inferSelect;

const tripOf = ({ publicUrl }: Settings, { id }: Order): string =>
  new URL(`/host/trips/${id}`, publicUrl.origin).href;

type DeniedPickup = { order: Order; host: HostReader | undefined; words: string };

/** A renter denies a pickup: emails to the renter, to the car's host, and to the back office, which decides. */
export const pickupDeniedEmails = (settings: Settings, { order, host, words }: DeniedPickup): Email[] => [
  toRenter("pickup_denied", order, ({ say }) => ({
    subject: say(m.email_pickup_denied_subject, { number: order.orderNumber }),
    blocks: [
      paragraph(say(m.email_pickup_denied_body)),
      facts([[say(m.email_pickup_denied_words), words]]),
      link(say(m.email_order_see_trip), orderAddress(settings, order)),
    ],
  })),
  ...(host
    ? [
        writeEmail("host_pickup_denied", host, ({ say }) => ({
          subject: say(m.email_host_pickup_denied_subject, { number: order.orderNumber }),
          blocks: [
            paragraph(say(m.email_host_pickup_denied_body)),
            link(say(m.email_condition_see), tripOf(settings, order)),
          ],
        })),
      ]
    : []),
  toAdmins(settings, {
    kind: "admin_pickup_denied",
    subject: `Pickup denied: ${order.orderNumber}`,
    orderId: order.id,
    blocks: [
      paragraph(
        "The renter says that the pickup of this order never was. What the host has of it isn’t paid out until you decide.",
      ),
      facts([
        nameFact("Renter", order.customerName),
        nameFact("Host", host?.name ?? ""),
        ["The renter’s words", words],
      ]),
    ],
    opens: { text: "Open denied pickups", path: "/admin/payouts#payouts-denials" },
  }),
];

type DecidedDenial = Omit<DeniedPickup, "words"> & { decision: DenialDecision; reason: string };

const bodies = {
  renter: { dismissed: m.email_pickup_denial_dismissed, upheld: m.email_pickup_denial_upheld },
  host: { dismissed: m.email_host_pickup_denial_dismissed, upheld: m.email_host_pickup_denial_upheld },
};

/** What was decided about a denied pickup: to the renter and to the host. */
export const denialDecidedEmails = (
  settings: Settings,
  { order, host, decision, reason }: DecidedDenial,
): Email[] => [
  toRenter("pickup_denial_decided", order, ({ say }) => ({
    subject: say(m.email_pickup_denial_decided_subject, { number: order.orderNumber }),
    blocks: [
      paragraph(say(bodies.renter[decision])),
      facts([[say(m.email_reason), reason]]),
      link(say(m.email_order_see_trip), orderAddress(settings, order)),
    ],
  })),
  ...(host
    ? [
        writeEmail("host_pickup_denial_decided", host, ({ say }) => ({
          subject: say(m.email_pickup_denial_decided_subject, { number: order.orderNumber }),
          blocks: [
            paragraph(say(bodies.host[decision])),
            facts([[say(m.email_reason), reason]]),
            link(say(m.email_condition_see), tripOf(settings, order)),
          ],
        })),
      ]
    : []),
];
