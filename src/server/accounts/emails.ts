import type { Language } from "#domain/languages.ts";
import type { Config } from "#server/config.ts";
import { facts, link, paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import { m } from "#server/mail/words.ts";
import { writeEmail } from "#server/mail/write-email.ts";

type Recipient = { email: string; fullName: string; language: Language };

/** An administrator's decisions about accounts and applications, as the emails to their owners say them. */
const decided = {
  suspended: {
    kind: "account_suspended",
    subject: m.email_account_suspended_subject,
    body: m.email_account_suspended_body,
    link: m.email_contact_us,
    path: "/contact",
    after: m.email_account_suspended_after,
  },
  restored: {
    kind: "account_restored",
    subject: m.email_account_restored_subject,
    body: m.email_account_restored_body,
    link: m.email_sign_in,
    path: "/signin",
    after: undefined,
  },
  approved: {
    kind: "host_approved",
    subject: m.email_host_approved_subject,
    body: m.email_host_approved_body,
    link: m.email_host_approved_link,
    path: "/host",
    after: undefined,
  },
  declined: {
    kind: "host_declined",
    subject: m.email_host_declined_subject,
    body: m.email_host_declined_body,
    link: m.email_host_approved_link,
    path: "/host",
    after: undefined,
  },
} as const;
export type AccountEmail = keyof typeof decided;

/** To an account's owner, about an administrator's decision; a suspended host also reads what stays open. */
export function accountEmail(
  { publicUrl }: Pick<Config, "publicUrl">,
  what: AccountEmail,
  { email, fullName, language }: Recipient,
  { reason = "", isHost = false }: { reason?: string | undefined; isHost?: boolean | undefined } = {},
): Email {
  const { kind, subject, body, link: to, path, after } = decided[what];
  return writeEmail(kind, { email, language, name: fullName }, ({ say }) => ({
    subject: say(subject),
    blocks: [
      paragraph(say(body)),
      what === "suspended" && isHost && paragraph(say(m.email_account_suspended_host)),
      reason !== "" && facts([[say(m.email_reason), reason]]),
      link(say(to), new URL(path, publicUrl.origin).href),
      after && paragraph(say(after)),
    ],
  }));
}
