import type { IsoDate } from "#domain/dates.ts";
import { type Cents, formatMoney } from "#domain/money.ts";
import { changedDetailsHours, payoutName, type PayoutStatus } from "#domain/payouts/payouts.ts";
import type { Config } from "#server/config.ts";
import { type Fact, facts, link, nameFact, paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import { toAdmins } from "#server/mail/to-admins.ts";
import { m } from "#server/mail/words.ts";
import { writeEmail } from "#server/mail/write-email.ts";
import type { HostReader } from "#server/mail/host-reader.ts";
import type { PayoutRow } from "./queries.ts";

type Settings = Pick<Config, "publicUrl">;

const pageOf = ({ publicUrl }: Settings): string => new URL("/host/payouts", publicUrl.origin).href;

/** To a host: the bank account that we have for them has changed. */
export const detailsChangedEmail = (
  settings: Settings,
  reader: HostReader,
  { lastFour, isFirst }: { lastFour: string; isFirst: boolean },
): Email =>
  writeEmail("payout_details_changed", reader, ({ say }) => ({
    subject: say(m.email_payout_details_subject),
    blocks: [
      paragraph(
        say(isFirst ? m.email_payout_details_first : m.email_payout_details_body, {
          lastFour,
          hours: changedDetailsHours,
        }),
      ),
      paragraph(say(m.email_payout_details_not_you)),
      link(say(m.email_payout_open), pageOf(settings)),
    ],
  }));

type ClosedPayout = Pick<PayoutRow, "number" | "amount" | "mode"> & {
  status: Exclude<PayoutStatus, "made">;
  reference: string;
  paidOn: IsoDate | null;
  reason: string;
};

const words = {
  paid: { kind: "payout_paid", subject: m.email_payout_paid_subject, body: m.email_payout_paid_body },
  failed: { kind: "payout_failed", subject: m.email_payout_failed_subject, body: m.email_payout_failed_body },
  cancelled: {
    kind: "payout_cancelled",
    subject: m.email_payout_cancelled_subject,
    body: m.email_payout_cancelled_body,
  },
} as const;

/** To a host: what became of a payout. */
export const payoutEmail = (settings: Settings, reader: HostReader, payout: ClosedPayout): Email => {
  const { kind, subject, body } = words[payout.status];
  return writeEmail(kind, reader, ({ say, day, money }) => {
    const about = { payout: payoutName(payout.number), amount: money(payout.amount) };
    const rows: Fact[] = [
      [say(m.email_payout_label), about.payout],
      [say(m.email_payout_amount), about.amount],
      ...(payout.paidOn ? [[say(m.email_payout_paid_on), day(payout.paidOn)] satisfies Fact] : []),
      ...(payout.reference ? [[say(m.email_payout_reference), payout.reference] satisfies Fact] : []),
      ...(payout.reason ? [[say(m.email_reason), payout.reason] satisfies Fact] : []),
    ];
    return {
      subject: say(subject, about),
      blocks: [paragraph(say(body, about)), facts(rows), link(say(m.email_payout_open), pageOf(settings))],
    };
  });
};

/** To a host: their payouts wait, and why; or, without a reason, that they go on. */
export const payoutHoldEmail = (settings: Settings, reader: HostReader, reason: string | null): Email =>
  writeEmail(reason === null ? "payouts_released" : "payouts_held", reader, ({ say }) => ({
    subject: say(reason === null ? m.email_payouts_released_subject : m.email_payouts_held_subject),
    blocks: [
      paragraph(say(reason === null ? m.email_payouts_released_body : m.email_payouts_held_body)),
      reason !== null && facts([[say(m.email_reason), reason]]),
      link(say(m.email_payout_open), pageOf(settings)),
    ],
  }));

/** To the back office: a provider has taken a transfer back, or refused it. */
export const payoutFailedAdminEmail = (
  settings: Settings & Pick<Config, "adminEmail">,
  { number, reason, hostName }: Pick<PayoutRow, "number" | "reason"> & { hostName: string },
): Email =>
  toAdmins(settings, {
    kind: "admin_payout_failed",
    subject: `Payout failed: ${payoutName(number)}`,
    blocks: [
      paragraph(
        "Stripe didn’t pay this host, or took the transfer back. Its amount is part of their next payout.",
      ),
      facts([nameFact("Host", hostName), ["Stripe’s reason", reason]]),
    ],
    opens: { text: "Open payouts", path: "/admin/payouts?status=failed" },
  });

/** To the back office: a provider has taken back a part of a transfer, which an administrator has to settle. */
export const payoutReversedInPartEmail = (
  settings: Settings & Pick<Config, "adminEmail">,
  payout: Pick<PayoutRow, "number" | "amount"> & { hostName: string; reversed: Cents },
): Email =>
  toAdmins(settings, {
    kind: "admin_payout_failed",
    subject: `Part of a payout was taken back: ${payoutName(payout.number)}`,
    blocks: [
      paragraph(
        "Somebody has taken back a part of this host’s transfer on Stripe’s pages. The books still have all of it as paid, so the part is in no later payout. Please take the rest back there too: the payout then counts as failed, and all of it is part of the host’s next payout.",
      ),
      facts([
        ["Host", payout.hostName],
        ["Sent", formatMoney(payout.amount, "en")],
        ["Taken back", formatMoney(payout.reversed, "en")],
      ]),
    ],
    opens: { text: "Open payouts", path: "/admin/payouts?status=paid" },
  });
