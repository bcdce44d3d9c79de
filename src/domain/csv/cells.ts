import { earliestPickup, isPickupTime, latestPickup } from "#domain/booking/pickup-times.ts";
import { isDate, type IsoDate } from "#domain/dates.ts";
import { type Cents, maxCents, parseMoney } from "#domain/money.ts";
import { isEmailAddress } from "#domain/people/email-address.ts";
import { isLabel, isPlainText, textLength } from "#domain/plain-text.ts";

export const cellErrorCodes = [
  "required",
  "control_characters",
  "unreadable_characters",
  "too_long",
  "markup",
  "not_listed",
  "not_a_number",
  "not_a_price",
  "not_yes_or_no",
  "not_a_state",
  "not_a_zip",
  "not_a_plate",
  "card_number",
  "too_many",
  "not_a_picture",
  "not_a_date",
  "not_a_time",
  "not_an_email",
  "not_sums_by_day",
  "not_a_balance",
] as const;
type CellErrorCode = (typeof cellErrorCodes)[number];
/**
 * What is wrong with a cell: a code with the figures that go with it, for pages in any language, and a
 * sentence in English.
 */
export type CellTrouble = { code: CellErrorCode; values?: Record<string, string | number>; message: string };

/** What a rule throws for a cell that breaks it. */
export class CellError extends Error {
  readonly trouble: CellTrouble;

  constructor(trouble: CellTrouble) {
    super(trouble.message);
    this.trouble = trouble;
  }
}

/** Throws a CellError. */
export const refuse = (code: CellErrorCode, message: string, values?: CellTrouble["values"]): never => {
  throw new CellError({ code, message, ...(values && { values }) });
};

/** A text from a person; line breaks are allowed. */
export const words = (most: number) => (text: string) => {
  if (!isPlainText(text)) return refuse("control_characters", "can't contain control characters");
  // What a decoder writes for bytes that it does not know.
  if (text.includes("\ufffd"))
    return refuse("unreadable_characters", "contains characters that can't be read: save the file as UTF-8");
  return text.length <= most || textLength(text) <= most
    ? text
    : refuse("too_long", `must be at most ${most} characters`, { most });
};

/** A short text that is shown beside others: no line breaks, nothing that looks like markup. */
export const label = (most: number) => (text: string) =>
  isLabel(text) ? words(most)(text) : refuse("markup", "can't contain <, > or line breaks");

export const oneOf =
  <const T extends readonly string[]>(values: T) =>
  (text: string): T[number] =>
    values.find((value) => value.toLowerCase() === text.toLowerCase()) ??
    refuse("not_listed", `must be one of ${values.join(", ")}`, { values: values.join(", ") });

export const wholeNumber = (least: number, most: number) => (text: string) => {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most
    ? value
    : refuse("not_a_number", `must be a whole number from ${least} to ${most}`, { least, most });
};

/** A day as people and spreadsheets write it: 2026-09-15, 2026/9/15, 9/15/2026 or 9/15/26, the month before the day. */
export function day(text: string): IsoDate {
  const found = dayIn(text);
  return found ?? refuse("not_a_date", "must be a day such as 2026-09-15 or 9/15/2026");
}

function dayIn(text: string): IsoDate | undefined {
  const parts =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ??
    /^()(\d{1,2})[/](\d{1,2})[/](\d{4}|\d{2})$/.exec(text);
  if (!parts) return undefined;
  const [, first = "", month = "", dayOfMonth = "", last = ""] = parts;
  const year = first || last;
  const found = [year.length === 2 ? `20${year}` : year, month, dayOfMonth]
    .map((part) => part.padStart(2, "0"))
    .join("-");
  return isDate(found) ? found : undefined;
}

/** A time of the day on which cars are handed over: 9:30, 09:30, 5:00 PM. */
export function handoverTime(text: string): string {
  const [, hours = "", minutes = "00", half = ""] =
    /^(\d{1,2})(?::(\d{2}))?(?::00)?\s*([ap]m)?$/i.exec(text) ?? [];
  const isAfternoon = half.toLowerCase() === "pm";
  const hour = half ? (Number(hours) % 12) + (isAfternoon ? 12 : 0) : Number(hours);
  const found = `${String(hour).padStart(2, "0")}:${minutes}`;
  return hours && isPickupTime(found)
    ? found
    : refuse("not_a_time", `must be a time from ${earliestPickup} to ${latestPickup}`, {
        earliest: earliestPickup,
        latest: latestPickup,
      });
}

export const emailAddress = (text: string): string =>
  isEmailAddress(text) ? text : refuse("not_an_email", "must be an email address");

/** US dollars as books write them: $1,450.00, with commas between thousands alone. */
function dollars(text: string): Cents | undefined {
  const bare = text.replace(/^\$\s*/, "");
  return parseMoney(/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(bare) ? bare.replaceAll(",", "") : bare);
}

const highestAmount: Cents = 10_000_000;

/** US dollars above zero, as books write them. */
export function amount(text: string): Cents {
  const cents = dollars(text);
  return cents !== undefined && cents > 0 && cents <= highestAmount
    ? cents
    : refuse("not_a_price", "must be US dollars, such as 749.00, above 0 and at most 100000");
}

/** US dollars that may be none, or below zero. */
export function balance(text: string): Cents {
  const below = /^[-−]/.test(text) || /^\(.*\)$/.test(text);
  const cents = dollars(text.replace(/^[-−(]\s*/, "").replace(/\)$/, ""));
  if (cents === undefined) return refuse("not_a_balance", "must be US dollars, such as 749.00 or -50.00");
  return below ? 0 - cents : cents;
}

/** A sum with its day, and the note beside it. */
export type SumOfDay = { day: IsoDate; amount: Cents; note: string };
const mostSums = 120;

/** A sum with its cents and the spaces without a break that spreadsheets put between its thousands. */
const spacedSum = /^\$?\d{1,3}(?:[\u00a0\u202f]\d{3})+\.\d{1,2}(?=\s|$)/;
/** "1 450" may be $1,450.00, or $1 and a note: nobody's money is guessed. */
const isCutThousand = (sum: string, [next = ""]: readonly string[]): boolean =>
  /^\$?\d{1,3}$/.test(sum) && /^\d{3}(?:\.\d{1,2})?$/.test(next);

/** Sums with their days, separated by semicolons: "2026-09-15 1450.00 cheque 881; 2026-10-15 1450.00". */
export function sumsByDay(text: string): SumOfDay[] {
  const parts = text
    .split(/[;；|\n]/)
    .map((part) => part.trim())
    .filter(Boolean);
  if (parts.length > mostSums)
    return refuse("too_many", `can have at most ${mostSums} entries`, { most: mostSums });
  return parts.map((part) => {
    const [date = ""] = part.split(/\s+/, 1);
    const rest = part
      .slice(date.length)
      .trim()
      .replace(spacedSum, (spaced) => spaced.replaceAll(/[\u00a0\u202f]/g, ""));
    const [sum = "", ...words] = rest.split(/\s+/);
    const note = words.join(" ");
    const found = dayIn(date);
    const amount = dollars(sum);
    const isSum = amount !== undefined && amount > 0 && amount <= maxCents && !isCutThousand(sum, words);
    if (found && isSum) return { day: found, amount, note: label(200)(note) };
    return refuse(
      "not_sums_by_day",
      "must be days with their sums, such as 2026-09-15 1450.00; 2026-10-15 1450.00",
    );
  });
}

export function yesOrNo(text: string): boolean {
  if (/^(true|yes|y|1)$/i.test(text)) return true;
  return /^(false|no|n|0)$/i.test(text) ? false : refuse("not_yes_or_no", "must be true or false");
}

export const list =
  <T>(most: number, rule: (text: string) => T) =>
  (text: string): T[] => {
    const parts = text
      .split("|")
      .map((part) => part.trim())
      .filter(Boolean);
    return parts.length <= most
      ? parts.map(rule)
      : refuse("too_many", `can have at most ${most} entries`, { most });
  };
