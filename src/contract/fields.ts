import * as z from "zod/mini";
import { cities, cityNamed } from "#domain/cars/cars.ts";
import { isDate } from "#domain/dates.ts";
import { isEmailAddress } from "#domain/people/email-address.ts";
import { centsFromNumber, parseMoney } from "#domain/money.ts";
import { isPickupTime } from "#domain/orders/pickup-times.ts";
import { isOneLine, isPlainText, textLength, trimmed } from "#domain/plain-text.ts";

/** Money in an answer: dollars with two decimals, "-95.85" for a credit. */
export const Money = z.string().check(z.regex(/^-?\d+\.\d{2}$/), z.describe("US dollars with two decimals"));

/** Money in a request: "1917.00" or 1917. Read as integer cents. */
export const MoneySent = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((value, context) => {
    const cents = typeof value === "string" ? parseMoney(value) : centsFromNumber(value);
    if (cents !== undefined) return cents;
    context.issues.push({ code: "custom", message: "must be US dollars, such as 1917.00", input: value });
    return z.NEVER;
  }),
);

/** A calendar date in Los Angeles, "2026-12-01". */
export const CalendarDate = z
  .string()
  .check(
    z.refine(isDate, "must be a real date, written YYYY-MM-DD"),
    z.meta({ format: "date", description: "A calendar date in Los Angeles" }),
  );

export const PickupTime = z
  .string()
  .check(
    z.refine(isPickupTime, "must be a time from 09:00 to 20:00"),
    z.meta({ description: "HH:MM, 09:00 to 20:00, Los Angeles time" }),
  );

export const Uuid = z.uuid();

/** One of the cities we bring cars to; "Fremont, CA" is Fremont. */
export const City = z.pipe(
  z.string(),
  z.transform((text, context) => {
    const city = cityNamed(text);
    if (city) return city;
    context.issues.push({ code: "custom", message: `must be one of ${cities.join(", ")}`, input: text });
    return z.NEVER;
  }),
);

/**
 * The most units of a text's longest spelling that one character of its shortest may take: a letter with
 * three marks.
 */
const unitsPerCharacter = 4;

/**
 * Words from a person: trimmed, in Unicode's NFC, without control characters, at most `longest` code points.
 * What is far too long is refused before anything else looks at it: ordering a quarter of a million combining
 * marks would take seconds.
 */
export const words = (longest: number) => {
  const tooLong = `must be at most ${longest} characters`;
  return z.string().check(
    z.overwrite(trimmed),
    z.refine((text) => text.length <= longest * unitsPerCharacter, { error: tooLong, abort: true }),
    z.normalize("NFC"),
    z.refine(isPlainText, "must not hold control characters"),
    z.refine((text) => textLength(text) <= longest, tooLong),
  );
};

/** The same, and not empty. */
export const requiredWords = (longest: number) => words(longest).check(z.minLength(1, "is required"));

/** Words on one line: a name, a telephone number, a place. */
export const line = (longest: number) =>
  words(longest).check(z.refine(isOneLine, "must not hold line breaks"));
export const requiredLine = (longest: number) => line(longest).check(z.minLength(1, "is required"));

/** A promo code as somebody typed it, in capitals as ours are. */
export const PromoCode = words(40).check(z.toUpperCase());

export const EmailAddress = z.string().check(
  z.trim(),
  z.minLength(1, "is required"),
  z.refine((text) => text === "" || isEmailAddress(text), "must be an e-mail address"),
  z.meta({ format: "email" }),
);

/** An empty text in a query (an untouched form field) is no wish at all. */
export const unlessEmpty = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(
    z.transform((value: unknown) => (value === "" ? undefined : value)),
    z.optional(schema),
  );

/** A whole number in a query, written in plain digits. */
export const wholeNumber = (least: number, most: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, "must be a whole number")),
    z.pipe(
      z.transform(Number),
      z.number().check(z.gte(least, `must be at least ${least}`), z.lte(most, `must be at most ${most}`)),
    ),
  );
