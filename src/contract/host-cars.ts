import * as z from "zod/mini";
import { type CarFields, carFields, type HostField, hostFieldNames } from "#domain/cars/fields.ts";
import { hostFieldErrors, submissionParts } from "#domain/cars/host/fields.ts";
import { paperKinds } from "#domain/cars/host/papers.ts";
import { listingStates } from "#domain/cars/listing-states.ts";
import { isPlainText } from "#domain/plain-text.ts";
import { CarImageFile } from "./cars.ts";
import { CalendarDate, Uuid } from "./fields.ts";

/** The longest text that a host may send, valid or not. */
const longestTyped = 6000;
const mostTypedFeatures = 60;

const Typed = z
  .string()
  .check(z.maxLength(longestTyped), z.refine(isPlainText, "can't contain control characters"));

/**
 * A field while a host types it: the text is kept as it was typed even if it isn't valid yet, and a number may be
 * sent as a number. Null empties the field.
 */
const TypedText = z.pipe(
  z.nullable(z.union([Typed, z.number()])),
  z.transform((value) => (value === null ? "" : String(value))),
);
const typedText = { sent: z.optional(TypedText), shown: z.string() } as const;
const typedMark = { sent: z.optional(z.boolean()), shown: z.boolean() } as const;
const typedList = {
  sent: z.optional(z.array(Typed).check(z.maxLength(mostTypedFeatures))),
  shown: z.array(z.string()),
} as const;

type TypedOf<Kind> = Kind extends "mark"
  ? typeof typedMark
  : Kind extends "list"
    ? typeof typedList
    : typeof typedText;
type Part<Side extends "sent" | "shown"> = {
  [Name in HostField]: TypedOf<CarFields[Name]["kind"]>[Side];
};
const kinds: Partial<Record<CarFields[HostField]["kind"], { sent: unknown; shown: unknown }>> = {
  mark: typedMark,
  list: typedList,
};
const side = <Side extends "sent" | "shown">(which: Side): Part<Side> =>
  Object.fromEntries(
    hostFieldNames.map((name) => [name, (kinds[carFields[name].kind] ?? typedText)[which]]),
  ) as Part<Side>;

const shownFields = side("shown");
/** The fields of a car as a host sends them. */
export const sentFields = side("sent");

/** A document of a car. `isAccepted`: an administrator has accepted it. Its file is at the content's address. */
export const CarPaper = z.object({
  id: Uuid,
  kind: z.enum(paperKinds),
  lastDay: CalendarDate,
  isAccepted: z.boolean(),
  createdAt: z.string(),
});
export type CarPaper = z.infer<typeof CarPaper>;

const WaitingChange = z.object({
  field: z.enum(submissionParts),
  /** The present value, and the value that it should become. */
  from: z.string(),
  to: z.string(),
});

/**
 * A car as its host sees it: every field as the host typed it. `version` changes with every change: send it back
 * as `If-Match`. `standingPrice` is the car's price, whatever is typed; null for a draft. `errors` are the fields that aren't valid yet; `lacks` is what a submission still lacks;
 * `waiting` are the changes of a listed car that administrators check first, while `from` stays public.
 */
export const HostCar = z.object({
  id: Uuid,
  version: z.string(),
  state: z.enum(listingStates),
  ...shownFields,
  standingPrice: z.nullable(z.string()),
  images: z.array(z.string()),
  pictures: z.array(CarImageFile),
  papers: z.array(CarPaper),
  errors: z.partialRecord(z.enum(hostFieldNames), z.enum(hostFieldErrors)),
  lacks: z.array(z.enum(submissionParts)),
  waiting: z.array(WaitingChange),
  /** Why administrators declined the car or a change, or why the car was paused automatically. Else empty. */
  reason: z.string(),
  submittedAt: z.nullable(z.string()),
  /** Of the calendars that the car follows, how many can't be read, and how many have days of its orders. */
  calendars: z.object({ failing: z.number(), clashing: z.number() }),
  /** The assistant can suggest the description in the other language. */
  canTranslate: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type HostCar = z.infer<typeof HostCar>;
