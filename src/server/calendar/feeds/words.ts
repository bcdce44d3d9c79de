import { type FeedErrorCode, feedLimits } from "#domain/calendar/feeds.ts";
import type { Language } from "#domain/languages.ts";

type Words = Record<Exclude<FeedErrorCode, "http_status">, string> & {
  http_status: (status: number | undefined) => string;
  isGone: (status: number | undefined) => string;
};

const words: Record<Language, Words> = {
  en: {
    bad_address: "This isn’t the address of a calendar. Copy the whole address from the other service.",
    not_https: "The address must begin with https://.",
    private_address: "This address can’t be reached from the internet, so we can’t read it.",
    unreachable: "We can’t reach the other service. Check the address, or try again later.",
    certificate: "The other service’s certificate isn’t valid, so we can’t read it safely.",
    too_slow: "The other service didn’t answer in time.",
    too_large: `This calendar is larger than ${feedLimits.bytes / 1_048_576} MB.`,
    broken: "The other service’s answer broke off or couldn’t be read.",
    too_many_redirects: "The address leads from one place to the next too many times.",
    http_status: (status) => `The other service answered with an error (${status ?? "?"}).`,
    isGone: (status) =>
      `The other service says that there’s no calendar at this address anymore, or that we may not read it (${status ?? "?"}). Copy the address again.`,
    not_a_calendar:
      "There’s no calendar at this address. Copy the address that the other service gives for its iCal export.",
    cut_short: "The calendar ends in the middle. The other service didn’t send all of it.",
    unreadable: "The calendar has events that can’t be read.",
    unknown_time_zone: "The calendar uses a time zone that we don’t know.",
    too_many_days: `The events of this calendar take more than ${feedLimits.days.toLocaleString("en")} days in the next ${feedLimits.monthsAhead} months.`,
    takes_too_long: "The calendar is too complicated to read in the time we have for it.",
    not_taken: "Something went wrong on our side, so we couldn’t take this calendar’s days. We’ll try again.",
  },
  zh: {
    bad_address: "这不是日历地址。请从其他平台复制完整的地址。",
    not_https: "地址必须以 https:// 开头。",
    private_address: "无法通过互联网访问这个地址，因此我们无法读取。",
    unreachable: "无法连接到该平台。请检查地址，或稍后重试。",
    certificate: "该平台的安全证书无效，因此我们无法安全读取。",
    too_slow: "该平台没有及时响应。",
    too_large: `这个日历超过 ${feedLimits.bytes / 1_048_576} MB。`,
    broken: "该平台的响应中断或无法读取。",
    too_many_redirects: "这个地址的跳转次数过多。",
    http_status: (status) => `该平台返回了错误（${status ?? "?"}）。`,
    isGone: (status) => `该平台表示这个地址已没有日历，或我们无权读取（${status ?? "?"}）。请重新复制地址。`,
    not_a_calendar: "这个地址没有日历。请复制该平台提供的 iCal 导出地址。",
    cut_short: "日历内容不完整，该平台没有发送全部内容。",
    unreadable: "日历中有无法读取的日程。",
    unknown_time_zone: "日历使用了我们无法识别的时区。",
    too_many_days: `这个日历的日程在未来 ${feedLimits.monthsAhead} 个月内占用超过 ${feedLimits.days.toLocaleString("en")} 天。`,
    takes_too_long: "日历过于复杂，无法在规定时间内读取。",
    not_taken: "我们这边出了问题，因此未能登记这个日历的日期。我们会再试。",
  },
};

/** HTTP statuses that another try doesn't change. */
const gone = new Set([401, 403, 404, 410]);

/** What was wrong with a calendar, as a sentence for its host. */
export function feedErrorWords(
  language: Language,
  { error, status }: { error: FeedErrorCode; status?: number | null | undefined },
): string {
  const said = words[language];
  const number = status ?? undefined;
  if (error !== "http_status") return said[error];
  return number !== undefined && gone.has(number) ? said.isGone(number) : said.http_status(number);
}
