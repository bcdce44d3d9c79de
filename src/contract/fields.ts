import * as z from "zod/mini";
import { cities, cityNamed } from "#domain/cars/cars.ts";
import { isDate } from "#domain/dates.ts";
import type { FieldRule, Fields } from "#domain/fields/rules.ts";
import { longestExplanation } from "#domain/fields/admin.ts";
import * as rules from "#domain/fields/rules.ts";
import { centsFromNumber, parseMoney } from "#domain/money.ts";
import { isPickupTime } from "#domain/booking/pickup-times.ts";
import { readPromoCode } from "#domain/orders/order-numbers.ts";
import { isMonth } from "#domain/payments/finance.ts";
import { languages } from "#domain/languages.ts";
import { longestCode, longestPromo, longestReason } from "#domain/text-lengths.ts";
import { permissions } from "#domain/people/permissions.ts";

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
    z.refine(isDate, "must be a valid date in the form YYYY-MM-DD"),
    z.meta({ format: "date", description: "A calendar date in Los Angeles" }),
  );

export const PickupTime = z
  .string()
  .check(
    z.refine(isPickupTime, "must be a time from 09:00 to 20:00"),
    z.meta({ description: "HH:MM, 09:00 to 20:00, Los Angeles time" }),
  );

/** A calendar month, "2026-12". */
export const Month = z.string().check(z.refine(isMonth, "must be a month, written YYYY-MM"));

export const Uuid = z.uuid();

/** The id of what a call makes, where the caller chooses it: sent again with this id, it is made once. */
export const NewId = z.optional(Uuid);

export const Language = z.enum(languages);

/** What an administrator may do. */
export const Permissions = z.array(z.enum(permissions));

/** An answer that only says what was done. */
export const Message = z.object({ message: z.string() });

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

const messages: Record<string, (rule: FieldRule) => string> = {
  too_long: ({ longest }) => `must be at most ${longest} characters`,
  characters: () => "can't contain control characters",
  line_breaks: () => "can't contain line breaks",
  email: () => "must be an email address",
  date: () => "must be a valid date in the form YYYY-MM-DD",
};

/** A field's rule as a schema; a field that is not required accepts the empty text, too. */
const schemaOf = (rule: FieldRule) =>
  z.string().check(
    z.overwrite(rule.tidy),
    z.superRefine((text, context) => {
      const error = text === "" ? undefined : rule.error(text);
      const message = error && (messages[error]?.(rule) ?? "is not valid");
      if (message) context.addIssue({ code: "custom", message, input: text });
    }),
    ...(rule.format ? [z.meta({ format: rule.format })] : []),
  );
const requiredSchemaOf = (rule: FieldRule) => schemaOf(rule).check(z.minLength(1, "is required"));

type TextSchema = ReturnType<typeof schemaOf>;
type SchemasOf<F extends Fields> = {
  [Name in keyof F]: F[Name]["isRequired"] extends true ? TextSchema : z.ZodMiniOptional<TextSchema>;
};

/** The part of a body that consists of a form's fields. */
export const schemasOf = <F extends Fields>(fields: F): SchemasOf<F> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, rule]) => [
      name,
      rule.isRequired ? requiredSchemaOf(rule) : z.optional(schemaOf(rule)),
    ]),
  ) as SchemasOf<F>;

/** A person's text, and the same text where it is required; then both on one line. */
export const words = (longest: number) => schemaOf(rules.words(longest));
export const requiredWords = (longest: number) => requiredSchemaOf(rules.words(longest));
export const line = (longest: number) => schemaOf(rules.line(longest));
export const requiredLine = (longest: number) => requiredSchemaOf(rules.line(longest));

/** Why somebody does or refuses something. */
export const Reason = requiredWords(longestReason);
export const OptionalReason = z.optional(words(longestReason));

/** Why, so that somebody else can act on it. */
export const OptionalExplanation = z.optional(words(longestExplanation));

/** The two answers to what needs an approval, and to what somebody asks of somebody else. */
export const Approval = z.enum(["approved", "declined"]);
export const Acceptance = z.enum(["accepted", "declined"]);

/** The key in the emails about an order: a person who has it may do what its renter may do without signing in. */
export const OrderKey = z.optional(words(longestCode));
export const KeyQuery = z.object({ key: OrderKey });

/** A promo code as somebody typed it, spelled as our promo codes are written. */
export const PromoCode = line(longestPromo).check(z.overwrite(readPromoCode));

export const EmailAddress = requiredSchemaOf(rules.emailAddress);

/** An empty text in a query (an untouched form field) counts as absent. */
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
