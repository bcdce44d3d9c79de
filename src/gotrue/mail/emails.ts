import type { Language } from "#domain/languages.ts";
import { codeMinutes, linkHours } from "#domain/people/credentials.ts";
import type { Config } from "#server/config.ts";
import { type Fact, facts, link, paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import { penFor } from "#server/mail/pen.ts";
import { m } from "#server/mail/words.ts";
import { writeEmail } from "#server/mail/write-email.ts";

type Settings = Pick<Config, "publicUrl">;
/** There is no name until the address is confirmed: a stranger may have typed both. */
type To = { recipient: string; language: Language; name?: string };
const readerOf = ({ recipient, ...reader }: To) => ({ email: recipient, ...reader });

/** Emails with a link to a page that waits for a click, so that a mail scanner's visit opens nothing. */
const links = {
  signup: { subject: m.email_signup_subject, body: m.email_signup_body, link: m.email_signup_link },
  invite: { subject: m.email_invite_subject, body: m.email_invite_body, link: m.email_invite_link },
  magiclink: { subject: m.email_magiclink_subject, body: m.email_magiclink_body, link: m.email_sign_in },
  recovery: { subject: m.email_recovery_subject, body: m.email_recovery_body, link: m.email_recovery_link },
  email_change_current: {
    subject: m.email_address_change_subject,
    body: m.email_address_change_current_body,
    link: m.email_address_change_current_link,
  },
  email_change_new: {
    subject: m.email_address_change_subject,
    body: m.email_address_change_new_body,
    link: m.email_address_change_new_link,
  },
};
export type LinkKind = keyof typeof links;

/** Emails that only inform. */
const notices = {
  account_exists: { subject: m.email_account_exists_subject, body: m.email_account_exists_body },
  password_changed: { subject: m.email_password_changed_subject, body: m.email_password_changed_body },
  email_changed: { subject: m.email_address_changed_subject, body: m.email_address_changed_body },
  second_factor_added: {
    subject: m.email_second_factor_added_subject,
    body: m.email_second_factor_added_body,
  },
  second_factor_removed: {
    subject: m.email_second_factor_removed_subject,
    body: m.email_second_factor_removed_body,
  },
  recovery_codes_made: {
    subject: m.email_recovery_codes_made_subject,
    body: m.email_recovery_codes_made_body,
  },
};
export type NoticeKind = keyof typeof notices;

/** The page that an email's link opens. It is always under PUBLIC_URL, whatever host the request names. */
export function mailedLinkAddress(
  { publicUrl }: Settings,
  kind: LinkKind,
  token: string,
  redirectTo?: string,
): string {
  const url = new URL("/auth/confirm", publicUrl.origin);
  const type = kind.startsWith("email_change") ? "email_change" : kind;
  url.search = new URLSearchParams({
    token_hash: token,
    type,
    ...(redirectTo && { redirect_to: redirectTo }),
  }).toString();
  return url.href;
}

/**
 * An email with a link that opens something; `details` names what was typed, so that the owner sees whether it was
 * them.
 */
export function linkEmail(
  settings: Settings,
  kind: LinkKind,
  to: To,
  token: string,
  { redirectTo, code, details = [] }: { redirectTo?: string; code?: string; details?: Fact[] },
): Email {
  const { subject, body, link: opens } = links[kind];
  return writeEmail(kind, readerOf(to), ({ say, brand }) => {
    const rows: Fact[] = [...details, ...(code ? [[say(m.email_sign_in_code), code] satisfies Fact] : [])];
    return {
      subject: say(subject, { brand }),
      blocks: [
        paragraph(say(body, { hours: linkHours, minutes: codeMinutes })),
        rows.length > 0 && facts(rows),
        link(say(opens), mailedLinkAddress(settings, kind, token, redirectTo)),
        paragraph(say(m.email_sign_in_ignore)),
      ],
    };
  });
}

/** An email that informs of a change, with a link to act on it. */
export function noticeEmail({ publicUrl }: Settings, kind: NoticeKind, to: To): Email {
  const { subject, body } = notices[kind];
  const at = (path: string) => new URL(path, publicUrl.origin).href;
  return writeEmail(kind, readerOf(to), ({ say }) => ({
    subject: say(subject),
    blocks: [
      paragraph(say(body)),
      ...(kind === "account_exists"
        ? [link(say(m.email_sign_in), at("/signin")), paragraph(say(m.email_sign_in_ignore))]
        : [link(say(m.email_sign_in_account), at("/dashboard")), paragraph(say(m.email_sign_in_not_you))]),
    ],
  }));
}

/** The email that a suspended account gets instead of a link to sign in or to set a new password. */
export const suspendedEmail = ({ publicUrl }: Settings, to: To): Email =>
  writeEmail("sign_in_suspended", readerOf(to), ({ say }) => ({
    subject: say(m.email_sign_in_suspended_subject),
    blocks: [
      paragraph(say(m.email_sign_in_suspended_body)),
      link(say(m.email_contact_us), new URL("/contact", publicUrl.origin).href),
      paragraph(say(m.email_sign_in_suspended_ignore)),
    ],
  }));

/** An email with a code to type where the change is made. */
export const nonceEmail = (to: To, code: string): Email =>
  writeEmail("reauthentication", readerOf(to), ({ say }) => ({
    subject: say(m.email_reauthentication_subject),
    blocks: [
      paragraph(say(m.email_reauthentication_body, { minutes: codeMinutes })),
      facts([[say(m.email_sign_in_code), code]]),
      paragraph(say(m.email_sign_in_not_you)),
    ],
  }));

/** A text message with a code. */
export function codeMessage(language: Language, code: string, minutes: number): string {
  const { say, brand } = penFor(language);
  return say(m.email_text_code, { brand, code, minutes });
}
