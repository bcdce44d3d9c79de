import { carNameIn } from "#domain/cars/brand-names.ts";
import type { Cents } from "#domain/money.ts";
import type { HostNotice } from "#domain/orders/host-notices.ts";
import type { Config } from "#server/config.ts";
import type { Db } from "#server/db/open-database.ts";
import { earningsOfHost } from "#server/ledger/host-earnings.ts";
import { type Fact, facts, link, paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import { findHostingReader } from "#server/mail/host-reader.ts";
import { cityName } from "#server/mail/vocabulary.ts";
import { m } from "#server/mail/words.ts";
import { type Reader, writeEmail } from "#server/mail/write-email.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { unhostedRequestEmail } from "./to-admin.ts";
import type { Services } from "#server/services.ts";

type Details = { reason?: string | undefined };

/** What each notice says, and where it leads: `requests` wait for an answer or ended, `trips` are promised. */
const noticeWords = {
  asked: {
    kind: "host_order_asked",
    subject: m.email_host_order_asked_subject,
    body: m.email_host_order_asked_body,
    link: m.email_host_order_answer,
    path: "requests",
  },
  taken_elsewhere: {
    kind: "host_order_taken_elsewhere",
    subject: m.email_host_order_withdrawn_subject,
    body: m.email_host_order_taken_elsewhere_body,
    link: m.email_host_order_see_requests,
    path: "requests",
  },
  reminder: {
    kind: "host_order_reminder",
    subject: m.email_host_order_reminder_subject,
    body: m.email_host_order_reminder_body,
    link: m.email_host_order_answer,
    path: "requests",
  },
  accepted_for_you: {
    kind: "host_order_accepted_for_you",
    subject: m.email_host_order_accepted_for_you_subject,
    body: m.email_host_order_accepted_for_you_body,
    link: m.email_host_order_see_trip,
    path: "trips",
  },
  declined_for_you: {
    kind: "host_order_declined_for_you",
    subject: m.email_host_order_declined_for_you_subject,
    body: m.email_host_order_declined_for_you_body,
    link: m.email_host_order_see_request,
    path: "requests",
  },
  lapsed: {
    kind: "host_order_lapsed",
    subject: m.email_host_order_lapsed_subject,
    body: m.email_host_order_lapsed_body,
    link: m.email_host_order_see_request,
    path: "requests",
  },
  withdrawn: {
    kind: "host_order_withdrawn",
    subject: m.email_host_order_withdrawn_subject,
    body: m.email_host_order_withdrawn_body,
    link: m.email_host_order_see_request,
    path: "requests",
  },
  booked: {
    kind: "host_order_booked",
    subject: m.email_host_order_booked_subject,
    body: m.email_host_order_booked_body,
    link: m.email_host_order_see_trip,
    path: "trips",
  },
  unpaid: {
    kind: "host_order_unpaid",
    subject: m.email_host_order_unpaid_subject,
    body: m.email_host_order_unpaid_body,
    link: m.email_host_order_see_request,
    path: "requests",
  },
  cancelled: {
    kind: "host_order_cancelled",
    subject: m.email_host_order_cancelled_subject,
    body: m.email_host_order_cancelled_body,
    link: m.email_host_order_see_trip,
    path: "trips",
  },
} as const satisfies Record<HostNotice, object>;

/**
 * An email to the host of an order's car: which car, when, where and what it earns. The renter is not named: the
 * page that the email leads to shows the renter for as long as the host may know.
 */
export function hostEmail(
  { publicUrl }: Pick<Config, "publicUrl">,
  order: OrderRow,
  notice: HostNotice,
  { host, earns, reason = "" }: Details & { host: Reader; earns: Cents },
): Email {
  const { kind, subject, body, link: words, path } = noticeWords[notice];
  const { language } = host;
  return writeEmail(kind, host, ({ say, day, money, moment }) => {
    const about = { car: carNameIn(order.carName ?? "", language), until: moment(order.expiresAt) };
    const rows: Fact[] = [
      [say(m.email_host_order_number), order.orderNumber],
      [say(m.email_host_order_label_car), about.car],
      [
        say(m.email_host_order_dates_label),
        say(m.email_order_range, { from: day(order.pickupDate), to: day(order.returnDate) }),
      ],
      ...(order.city ? [[say(m.email_host_order_city), cityName(order.city, language)] satisfies Fact] : []),
      [say(m.email_host_order_earns), money(earns)],
      ...(reason ? [[say(m.email_reason), reason] satisfies Fact] : []),
    ];
    return {
      subject: say(subject, about),
      blocks: [
        paragraph(say(body, about)),
        facts(rows),
        link(say(words), new URL(`/host/${path}/${order.id}`, publicUrl.origin).href),
      ],
    };
  });
}

/** Emails the host of an order's car, now or after a pause. For a host who has stopped, administrators answer. */
export async function tellHost(
  { config, outbox }: Pick<Services, "config" | "outbox">,
  tx: Db,
  order: OrderRow,
  notice: HostNotice,
  { reason, pause }: Details & { pause?: number | undefined } = {},
): Promise<void> {
  await outbox.post(tx, await emailsToHost({ config }, tx, order, notice, { reason }), pause);
}

/** Returns the emails of `tellHost`, to be sent together with other emails. */
export async function emailsToHost(
  { config }: Pick<Services, "config">,
  tx: Db,
  order: OrderRow,
  notice: HostNotice,
  { reason }: Details = {},
): Promise<Email[]> {
  const host = await findHostingReader(tx, order);
  if (host) {
    const { total: earns } = await earningsOfHost(tx, order);
    return [hostEmail(config, order, notice, { host, earns, reason })];
  }
  return notice === "asked" || notice === "reminder" ? [unhostedRequestEmail(config, order)] : [];
}
