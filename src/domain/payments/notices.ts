import { daysBetween, type IsoDate } from "#domain/dates.ts";
import { pastDueDays } from "./attempts.ts";

/** Notices about an unpaid instalment, each sent once. `past_due` is for administrators. */
export const paymentNoticeKinds = [
  "soon",
  "due",
  "overdue_1",
  "overdue_3",
  "overdue_5",
  "past_due",
  "booking_unpaid",
] as const;
export type PaymentNoticeKind = (typeof paymentNoticeKinds)[number];

/** How many days before the due day the first notice is sent. */
export const noticeBefore = 3;

/**
 * The notice about an unpaid instalment for a day: the latest whose day has come, so that a day without a mailer
 * leads to one email and not three. `isSent` is true for a first instalment and for a charge: their own emails
 * have said when they are due.
 */
export function noticeOn(
  { dueOn, isSent }: { dueOn: IsoDate; isSent: boolean },
  today: IsoDate,
): PaymentNoticeKind | undefined {
  const late = daysBetween(dueOn, today);
  if (late >= pastDueDays) return "past_due";
  if (late >= 5) return "overdue_5";
  if (late >= 3) return "overdue_3";
  if (late >= 1) return "overdue_1";
  if (isSent) return undefined;
  if (late === 0) return "due";
  return late >= -noticeBefore ? "soon" : undefined;
}
