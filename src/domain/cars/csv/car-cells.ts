import { type Cents, parseMoney } from "#domain/money.ts";
import { isPlainText, textLength } from "#domain/plain-text.ts";
import {
  highestPrice,
  isLabel,
  isPlate,
  isStateCode,
  isZipCode,
  longestProse,
} from "#domain/cars/car-rules.ts";

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

const refuse = (code: CellErrorCode, message: string, values?: CellTrouble["values"]): never => {
  throw new CellError({ code, message, ...(values && { values }) });
};

const words = (most: number) => (text: string) => {
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
export const prose = words(longestProse);

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

export function price(text: string): Cents {
  const cents = parseMoney(text);
  return cents !== undefined && cents > 0 && cents <= highestPrice
    ? cents
    : refuse("not_a_price", "must be US dollars, such as 749.00, above 0 and at most 100000");
}

export function yesOrNo(text: string): boolean {
  if (/^(true|yes|y|1)$/i.test(text)) return true;
  return /^(false|no|n|0)$/i.test(text) ? false : refuse("not_yes_or_no", "must be true or false");
}

export const stateCode = (text: string): string =>
  isStateCode(text) ? text.toUpperCase() : refuse("not_a_state", "must be two letters, such as CA");
export const zipCode = (text: string): string =>
  isZipCode(text) ? text : refuse("not_a_zip", "must be five digits");
export const plate = (text: string): string =>
  isPlate(text) ? text.toUpperCase() : refuse("not_a_plate", "must be 2 to 10 letters and digits");

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

/** A picture of our own by its name or path, or a secure address elsewhere. */
export function imageAddress(text: string): string {
  const isOurs = /^(\/api\/images\/cars\/)?[a-z0-9][a-z0-9.-]{0,120}\.(webp|jpe?g|png|avif)$/i.test(text);
  const isElsewhere = /^https:\/\/[a-z0-9.-]+\/[^\s"'<>\\]{1,500}$/i.test(text);
  return isOurs || isElsewhere
    ? text
    : refuse("not_a_picture", "must be a photo's file name or an https address");
}
