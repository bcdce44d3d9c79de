import { formatTime } from "#domain/format-time.ts";
import type { Db } from "#server/db/open-database.ts";
import type { Email } from "#server/mail/email.ts";
import { findHostingReader } from "#server/mail/host-reader.ts";
import type { Pen } from "#server/mail/pen.ts";
import { m } from "#server/mail/words.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import type { Services } from "#server/services.ts";
import type { ChangeRow } from "#server/rentals/open-requests.ts";
import { changedEmail, extensionEmails, handoverChangedEmails, rentalChangedEmails } from "./emails.ts";

type Needs = Pick<Services, "config" | "now">;

const steps = {
  requested: {
    kind: "change_asked",
    subject: m.email_change_asked_subject,
    body: m.email_change_asked_body,
    byUs: m.email_change_asked_by_us,
  },
  declined: {
    kind: "change_declined",
    subject: m.email_change_declined_subject,
    body: m.email_change_declined_body,
    byUs: m.email_change_declined_body,
  },
  lapsed: {
    kind: "change_lapsed",
    subject: m.email_change_lapsed_subject,
    body: m.email_change_lapsed_body,
    byUs: m.email_change_lapsed_by_us,
  },
} as const;

/** The emails to the renter about a requested change, by its status. `order` is the order after the answer. */
export async function requestEmails(
  services: Needs,
  tx: Db,
  order: OrderRow,
  change: ChangeRow,
): Promise<Email[]> {
  const { id, kind, status, reason, answerUntil } = change;
  if (kind === "extension") return extensionEmails(services, tx, order, change);
  if (status === "accepted")
    return kind === "dates"
      ? rentalChangedEmails(services, tx, order, { id, kind })
      : handoverChangedEmails(services, tx, order, id);
  if (status === "withdrawn") return [];
  const { subject, body: byHost, byUs, kind: emailKind } = steps[status];
  const body = (await findHostingReader(tx, order)) ? byHost : byUs;
  return [
    changedEmail(services, order, emailKind, (pen) => ({
      subject: pen.say(subject, { number: order.orderNumber }),
      said: [
        pen.say(body, { what: describeChange(change, pen), answer: pen.moment(answerUntil) }),
        ...(reason ? [pen.say(m.email_the_reason, { reason })] : []),
      ],
    })),
  ];
}

/** A change in words: until when, from when to when, or where and at what times. */
export function describeChange(
  { kind, after }: Pick<ChangeRow, "kind" | "after">,
  { say, day, language }: Pen,
): string {
  const { rental, pickupLocation: place, pickupTime, returnTime } = after;
  const times = { pickup: formatTime(pickupTime, language), back: formatTime(returnTime, language) };
  if (!rental)
    return place ? say(m.email_change_place, { place, ...times }) : say(m.email_change_times, times);
  const [from, until] = [day(rental.pickupDate), day(rental.returnDate)];
  return kind === "extension"
    ? say(m.email_change_until, { until })
    : say(m.email_change_dates, { from, until });
}
