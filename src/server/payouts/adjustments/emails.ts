import type { IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import type { AdjustmentKind } from "#domain/payouts/adjustments.ts";
import type { Config } from "#server/config.ts";
import { type Fact, facts, link, paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import type { HostReader } from "#server/mail/host-reader.ts";
import { m } from "#server/mail/words.ts";
import { writeEmail } from "#server/mail/write-email.ts";

type Settings = Pick<Config, "publicUrl">;
type AdjustmentDone = { kind: AdjustmentKind; amount: Cents; reason: string; orderNumber: string };

const words = {
  take_back: {
    kind: "host_share_taken_back",
    subject: m.email_host_taken_back_subject,
    body: m.email_host_taken_back_body,
    reason: m.email_reason,
  },
  write_off: {
    kind: "host_debt_written_off",
    subject: m.email_host_written_off_subject,
    body: m.email_host_written_off_body,
    reason: m.email_reason,
  },
  repayment: {
    kind: "host_repayment_received",
    subject: m.email_host_repaid_subject,
    body: m.email_host_repaid_body,
    reason: m.email_payout_reference,
  },
} as const;

const earningsOf = ({ publicUrl }: Settings): string => new URL("/host/earnings", publicUrl.origin).href;

/** To a host: what was done to their balance by hand, and why. */
export const adjustmentEmail = (
  settings: Settings,
  reader: HostReader,
  { kind, amount, reason, orderNumber }: AdjustmentDone,
): Email => {
  const { kind: email, subject, body, reason: label } = words[kind];
  return writeEmail(email, reader, ({ say, money }) => {
    const rows: (Fact | false)[] = [
      [say(m.email_payout_amount), money(amount)],
      orderNumber !== "" && [say(m.email_order_label_order), orderNumber],
      [say(label), reason],
    ];
    return {
      subject: say(subject, { amount: money(amount) }),
      blocks: [
        paragraph(say(body, { amount: money(amount) })),
        facts(rows),
        link(say(m.email_host_see_earnings), earningsOf(settings)),
      ],
    };
  });
};

/** To a host who has owed us money for long: asks for the money. */
export const debtEmail = (
  settings: Settings,
  reader: HostReader,
  { amount, since }: { amount: Cents; since: IsoDate },
): Email =>
  writeEmail("host_debt_asked", reader, ({ say, money, day }) => ({
    subject: say(m.email_host_debt_subject, { amount: money(amount) }),
    blocks: [
      paragraph(say(m.email_host_debt_body, { amount: money(amount), since: day(since) })),
      paragraph(say(m.email_host_debt_how)),
      link(say(m.email_host_see_earnings), earningsOf(settings)),
    ],
  }));
