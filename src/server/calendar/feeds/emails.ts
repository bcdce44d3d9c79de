import { carNameIn } from "#domain/cars/brand-names.ts";
import type { FeedClash } from "#contract/host/calendar.ts";
import type { Language } from "#domain/languages.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import type { Config } from "#server/config.ts";
import { type Fact, facts, link, paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import { m } from "#server/mail/words.ts";
import { type Reader, writeEmail } from "#server/mail/write-email.ts";
import type { FeedError } from "./fetch-feed.ts";
import { feedErrorWords } from "./words.ts";

export type FailingFeed = { car: string; label: string; errorSince: Date } & FeedError;

/** Tells a host that another calendar hasn't been readable for a day. */
export const failingEmail = (
  { publicUrl }: Pick<Config, "publicUrl">,
  host: Reader,
  { car, label, errorSince, error, status }: FailingFeed,
): Email =>
  writeEmail("host_calendar_failing", host, ({ say, moment, language }) => ({
    subject: say(m.email_host_calendar_failing_subject, { car: carNameIn(car, language) }),
    blocks: [
      paragraph(say(m.email_host_calendar_failing_body, { calendar: label, since: moment(errorSince) })),
      paragraph(feedErrorWords(language, { error, status })),
      paragraph(say(m.email_host_calendar_failing_days)),
      link(say(m.email_host_calendar_failing_link), new URL("/host/calendar", publicUrl.origin).href),
    ],
  }));

type CalendarWithClashes = { car: string; label: string; clashes: readonly FeedClash[] };

/** Tells a host that a followed calendar takes days of an order; no email for an account without an address. */
export function clashEmail(
  { publicUrl }: Pick<Config, "publicUrl">,
  { email, fullName }: Pick<AccountRow, "email" | "fullName">,
  language: Language,
  { car, label, clashes }: CalendarWithClashes,
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
