import type { FeedClash } from "#contract/host/calendar.ts";
import type { Language } from "#domain/languages.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import type { Config } from "#server/config.ts";
import { type Fact, facts, link, paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import { m } from "#server/mail/words.ts";
import { writeEmail } from "#server/mail/write-email.ts";

type Clashing = { car: string; label: string; clashes: readonly FeedClash[] };

/** Tells a host that another calendar takes days of an order; nobody where the account has no address. */
export function clashEmail(
  { publicUrl }: Pick<Config, "publicUrl">,
  { email, fullName }: Pick<AccountRow, "email" | "fullName">,
  language: Language,
  { car, label, clashes }: Clashing,
): Email[] {
  if (email === "" || clashes.length === 0) return [];
  return [
    writeEmail("host_calendar_clash", { email, language, name: fullName }, ({ say, day }) => ({
      subject: say(m.email_host_calendar_clash_subject, { car }),
      blocks: [
        paragraph(say(m.email_host_calendar_clash_body, { calendar: label })),
        facts(
          clashes.map(({ orderNumber, from, until }): Fact => [
            say(m.email_host_calendar_clash_order, { number: orderNumber }),
            from === until
              ? day(from)
              : say(m.email_host_calendar_clash_span, { from: day(from), until: day(until) }),
          ]),
        ),
        link(say(m.email_host_calendar_clash_link), new URL("/host/calendar", publicUrl.origin).href),
      ],
    })),
  ];
}
