import { bodyStyles } from "./body-styles.ts";
import {
  longestName,
  longestRent,
  longestWord,
  mostDeliveryMiles,
  mostNoticeDays,
  shortestRent,
} from "./car-rules.ts";
import { categories, transmissions } from "./cars.ts";
import { longestColour } from "#domain/cars/car-rules.ts";
import { longestPlace } from "#domain/text-lengths.ts";

/** A kind of value, with its bounds. `usual` is the value of a car if nobody gives another. */
type PlainKind =
  | { kind: "mark"; usual: boolean }
  | { kind: "whole"; from: number; to: number; usual?: number }
  | { kind: "choice"; values: readonly string[]; usual: string }
  | { kind: "label"; most: number };
type OwnKind = {
  kind: "prose" | "list" | "year" | "price" | "city" | "state" | "zip" | "plate" | "vin" | "pictures";
};

/** Whether somebody must fill a field in, or may. */
type Asks = "must" | "may";

type Sides = {
  /** Whether a host's form has it. */
  host?: Asks;
  /** `everybody` reads it on the car's page; `some` are the back office, its host, or a renter who has paid. */
  seenBy: "everybody" | "some";
};

/** A field without special rules elsewhere: every list of a car's fields takes it from its row alone. */
export type PlainRow = PlainKind & Sides & { isPlain: true; staff: "may" };
type OwnRow = (PlainKind | OwnKind) &
  Sides & {
    isPlain?: never;
    /** Whether the back office's form and files of cars have it. */
    staff?: Asks;
    /** Null in the database where it is empty. */
    isNull?: true;
  };
export type CarFieldRow = PlainRow | OwnRow;

const required = { staff: "must", host: "must", seenBy: "everybody" } as const;
const optional = { staff: "may", host: "may", seenBy: "everybody" } as const;
const plain = { ...optional, isPlain: true } as const;

/**
 * A car's fields, each once, in the order of a host's form. Both forms, files of cars, their export, what the API says
 * of plain fields and what the assistant knows of them are made from this table. docs/joining.md says how to add one.
 */
export const carFields = {
  name: { kind: "label", most: longestName, staff: "must", seenBy: "everybody" },
  brand: { kind: "label", most: longestWord, ...required },
  model: { kind: "label", most: longestWord, ...required },
  year: { kind: "year", ...required },
  trim: { kind: "label", most: longestWord, ...plain },
  category: { kind: "choice", values: categories, usual: "Sedan", ...required },
  bodyStyle: { kind: "choice", values: bodyStyles, usual: "sedan", ...optional },
  colour: { kind: "label", most: longestColour, ...optional },
  vin: { kind: "vin", host: "must", seenBy: "some", isNull: true },
  plateNumber: { kind: "plate", staff: "may", host: "must", seenBy: "some", isNull: true },
  odometer: { kind: "whole", from: 0, to: 999_999, host: "must", seenBy: "some" },
  /** Stands among the features, as "5 seats". */
  seats: { kind: "whole", from: 1, to: 15, host: "must", seenBy: "everybody" },
  transmission: { kind: "choice", values: transmissions, usual: "automatic", ...plain },
  carplay: { kind: "mark", usual: false, ...plain },
  city: { kind: "city", ...required },
  state: { kind: "state", staff: "must", seenBy: "everybody" },
  zipCode: { kind: "zip", staff: "may", host: "must", seenBy: "everybody" },
  handoverAddress: { kind: "label", most: longestPlace, host: "must", seenBy: "some" },
  deliveryMiles: { kind: "whole", from: 0, to: mostDeliveryMiles, host: "may", seenBy: "some" },
  features: { kind: "list", ...optional },
  images: { kind: "pictures", staff: "may", seenBy: "everybody" },
  description: { kind: "prose", ...optional },
  descriptionZh: { kind: "prose", ...optional, isNull: true },
  translated: { kind: "prose", host: "may", seenBy: "some", isNull: true },
  monthlyPrice: { kind: "price", ...required },
  minRentDays: { kind: "whole", from: shortestRent, to: longestRent, usual: shortestRent, ...optional },
  maxRentDays: {
    kind: "whole",
    from: shortestRent,
    to: longestRent,
    usual: longestRent,
    host: "may",
    seenBy: "everybody",
  },
  noticeDays: { kind: "whole", from: 0, to: mostNoticeDays, host: "may", seenBy: "everybody" },
  instantBook: { kind: "mark", usual: false, host: "may", seenBy: "everybody" },
  insurance: { kind: "label", most: 80, staff: "may", seenBy: "some", isPlain: true },
  available: { kind: "mark", usual: true, staff: "may", seenBy: "everybody" },
} as const satisfies Record<string, CarFieldRow>;

export type CarFields = typeof carFields;
export type CarFieldName = keyof CarFields;

/** The names of the fields whose rows have a trait. */
export type FieldsWith<Trait> = {
  [Name in CarFieldName]: CarFields[Name] extends Trait ? Name : never;
}[CarFieldName];

type ValueOf<Row> = Row extends { values: readonly (infer Value)[] }
  ? Value
  : Row extends { kind: "mark" }
    ? boolean
    : Row extends { kind: "whole" | "year" | "price" }
      ? number
      : Row extends { kind: "list" | "pictures" }
        ? string[]
        : string;
/** A field's valid value. Files and the back office may name any city. */
export type FieldValue<Name extends CarFieldName> = ValueOf<CarFields[Name]>;

/** A field's row, typed with all kinds, including kinds that no field has yet. */
export function rowOf(name: PlainField): PlainRow;
export function rowOf(name: CarFieldName): CarFieldRow;
export function rowOf(name: CarFieldName): CarFieldRow {
  return carFields[name];
}

export const carFieldNames = Object.keys(carFields) as CarFieldName[];
const namesWhere = <Name extends CarFieldName>(isMeant: (row: CarFieldRow) => boolean): Name[] =>
  carFieldNames.filter((name): name is Name => isMeant(carFields[name]));

export type StaffField = FieldsWith<{ staff: Asks }>;
export const staffFieldNames = namesWhere<StaffField>(({ staff }) => staff !== undefined);
export type HostField = FieldsWith<{ host: Asks }>;
export const hostFieldNames = namesWhere<HostField>(({ host }) => host !== undefined);

export type PlainField = FieldsWith<{ isPlain: true }>;
export const isPlain = (name: CarFieldName): name is PlainField => rowOf(name).isPlain === true;
export const plainFieldNames = carFieldNames.filter(isPlain);
export type PlainHostField = PlainField & HostField;
export const plainHostFields = namesWhere<PlainHostField>((row) => row.isPlain === true && "host" in row);
/** The plain fields that anybody may know of a car. */
export type PublicFact = FieldsWith<{ isPlain: true; seenBy: "everybody" }>;
export const publicFacts = namesWhere<PublicFact>(
  (row) => row.isPlain === true && row.seenBy === "everybody",
);
export type PrivateFact = Exclude<PlainField, PublicFact>;
export const privateFacts = namesWhere<PrivateFact>((row) => row.isPlain === true && row.seenBy === "some");

/** These names first, then the remaining ones in their own order. */
export function inOrder<Name extends string>(
  first: readonly NoInfer<Name>[],
  names: readonly Name[],
): Name[] {
  return [...new Set([...first, ...names])];
}

/** The fields without which there is no car, in the order of a file's columns. */
export const requiredFields = inOrder(
  ["name", "brand", "model", "year", "category", "monthlyPrice"],
  namesWhere<FieldsWith<{ staff: "must" }>>(({ staff }) => staff === "must"),
);
export type RequiredField = (typeof requiredFields)[number];
export const optionalFields = namesWhere<FieldsWith<{ staff: "may" }>>(({ staff }) => staff === "may");
export type OptionalField = (typeof optionalFields)[number];

/** The value of an empty field that may be empty. */
export function usualValue<Name extends CarFieldName>(name: Name): FieldValue<Name>;
export function usualValue(name: CarFieldName): boolean | number | string | readonly string[] {
  const row = rowOf(name);
  if (row.kind === "mark" || row.kind === "choice") return row.usual;
  if (row.kind === "whole") return row.usual ?? 0;
  if (row.kind === "year" || row.kind === "price") return 0;
  return row.kind === "list" || row.kind === "pictures" ? [] : "";
}

/** Returns every plain field with its usual value. */
export const usualFacts = () =>
  Object.fromEntries(plainFieldNames.map((name) => [name, usualValue(name)])) as {
    [Name in PlainField]: FieldValue<Name>;
  };
