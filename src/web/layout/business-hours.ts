import { brand } from "#domain/brand.ts";
import { m } from "#web/paraglide/messages.js";

/** Business hours in Los Angeles, from hour to hour, by days of the week (0 is Sunday). */
export const businessHours = [
  { days: [1, 2, 3, 4, 5], opens: 8, closes: 20, words: m.contact_hours_weekdays },
  { days: [6], opens: 9, closes: 18, words: m.contact_hours_saturday },
  { days: [0], opens: 10, closes: 16, words: m.contact_hours_sunday },
] as const;

export const hoursInWords = (): string[] => businessHours.map(({ words }) => words());

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const losAngeles = new Intl.DateTimeFormat("en-US", { timeZone: brand.timeZone, weekday: "short", hour: "numeric", hourCycle: "h23" });

/** Whether somebody is there at an instant (milliseconds since 1970), by the clock on the wall in Los Angeles. */
export function isOpenAt(instant: number): boolean {
  const parts = new Map(losAngeles.formatToParts(instant).map(({ type, value }) => [type, value]));
  const day = weekdays.indexOf(parts.get("weekday") ?? "");
  const hour = Number(parts.get("hour"));
  return businessHours.some(({ days, opens, closes }) => (days as readonly number[]).includes(day) && hour >= opens && hour < closes);
}
