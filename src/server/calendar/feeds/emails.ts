import { brand } from "#domain/brand.ts";
import { formatDate } from "#domain/dates.ts";
import type { Language } from "#domain/languages.ts";
import type { FeedClash } from "#contract/host/calendar.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import type { Config } from "#server/config.ts";
import type { Email } from "#server/mail/email.ts";
import { greeting } from "#server/mail/greeting.ts";

const words = {
  en: {
    subject: (car: string) => `Your ${car} is booked twice`,
    body: (label: string) =>
      `The calendar “${label}” has an event on days that an order here has. The order stands: we don’t cancel it. Please free these days in the other calendar, or contact us if you can’t.`,
    order: "Order",
    link: "See your calendar",
    signature: `${brand.name.en}\nCars by the month in the San Francisco Bay Area`,
    span: (from: string, until: string) => `${from} to ${until}`,
  },
  zh: {
    subject: (car: string) => `您的 ${car} 日期重复预订`,
    body: (label: string) =>
      `日历“${label}”中有日程与本站订单的日期重叠。本站订单继续有效，我们不会取消。请在其他日历中空出这些日期；如果无法空出，请联系我们。`,
    order: "订单",
    link: "查看日历",
    signature: `${brand.name.zh}\n旧金山湾区按月租车`,
    span: (from: string, until: string) => `${from} 至 ${until}`,
  },
} satisfies Record<Language, unknown>;

type Clashing = { car: string; label: string; clashes: readonly FeedClash[] };

/** Tells a host that another calendar takes days of an order; nobody where the account has no address. */
export function clashEmail(
  { publicUrl }: Pick<Config, "publicUrl">,
  { email, fullName }: Pick<AccountRow, "email" | "fullName">,
  language: Language,
  { car, label, clashes }: Clashing,
): Email[] {
  if (email === "" || clashes.length === 0) return [];
  const said = words[language];
  const day = (date: string) => formatDate(date, language);
  const facts = clashes.map(({ orderNumber, from, until }): [string, string] => [
    `${said.order} ${orderNumber}`,
    from === until ? day(from) : said.span(day(from), day(until)),
  ]);
  return [
    {
      kind: "host_calendar_clash",
      recipient: email,
      language,
      subject: said.subject(car),
      content: {
        greeting: greeting(language, fullName),
        blocks: [
          { kind: "paragraph", text: said.body(label) },
          { kind: "facts", facts },
          { kind: "link", text: said.link, url: new URL("/host/calendar", publicUrl.origin).href },
        ],
        signature: said.signature,
      },
    },
  ];
}
