import { carOfHost, type CarOfHost } from "./columns.ts";
import { hasExpired } from "./papers.ts";
import { isInFleet, keepsTyped, type ListingState } from "#domain/cars/listing-states.ts";
import {
  type HostField,
  hostFieldNames,
  leastPictures,
  meansSame,
  readHostFields,
  type ReadFields,
  type SubmissionPart,
  type TypedFields,
  waitingFields,
  type WaitingField,
  wholeValues,
} from "./fields.ts";

export type SaveRequest = {
  state: ListingState;
  /** The car's own columns as its host would have typed them; undefined for a draft. */
  standing: Required<TypedFields> | undefined;
  /** What the host typed before and the car hasn't taken over. */
  typed: TypedFields;
  /** What is typed now. */
  patch: TypedFields;
  today: string;
};

export type PlannedSave = {
  /** The fields that stay typed: not right yet, or waiting for administrators. */
  typed: TypedFields;
  /** The fields that become the car's at once. */
  applied: HostField[];
};

/** Fields that are checked together: while one of a group is wrong, the whole group stays typed and the car keeps its own. */
const groups: readonly (readonly HostField[])[] = [
  ["minRentDays", "maxRentDays"],
  ["description", "descriptionZh"],
];

/**
 * Decides what happens to what a host types. For a draft or a declined car it stays typed until it is submitted. A
 * submitted car takes it over as long as every field is right. A listed or paused car takes over each right field
 * at once, except the fields that administrators look at first.
 */
export function planSave({ state, standing, typed, patch, today }: SaveRequest): PlannedSave {
  const next = { ...typed, ...patch };
  if (!standing || keepsTyped(state)) return { typed: next, applied: [] };
  const read = readHostFields({ ...standing, ...next }, today);
  const changed = hostFieldNames.filter(
    (name) => next[name] !== undefined && !meansSame(name, standing[name], next[name]),
  );
  const waits = (name: HostField) => isInFleet(state) && isWaitingField(name);
  const isWrong = (name: HostField) =>
    state === "submitted"
      ? Object.keys(read.errors).length > 0
      : partnersOf(name).some((one) => read.errors[one]);
  const kept = changed.filter((name) => waits(name) || isWrong(name));
  return { typed: picked(next, kept), applied: changed.filter((name) => !kept.includes(name)) };
}

const partnersOf = (name: HostField): readonly HostField[] =>
  groups.find((group) => group.includes(name)) ?? [name];
export const isWaitingField = (name: HostField): name is WaitingField =>
  waitingFields.some((one) => one === name);
const picked = (typed: TypedFields, names: readonly HostField[]): TypedFields =>
  Object.fromEntries(names.map((name) => [name, typed[name]]));

/** The waiting fields of a listed car that are right, so that administrators may accept them. */
export function waitingOf(
  state: ListingState,
  standing: Required<TypedFields> | undefined,
  typed: TypedFields,
  today: string,
): WaitingField[] {
  if (!standing || state === "draft" || !isInFleet(state)) return [];
  const { errors } = readHostFields({ ...standing, ...typed }, today);
  return waitingFields.filter((name) => typed[name] !== undefined && !errors[name]);
}

/**
 * The car's columns that some fields come to; those in `names` are right. A name, a body or the features are made of
 * several fields: of one that isn't right, the car's own value counts.
 */
export function columnsOfFields(
  { fields, standing = {} }: { fields: TypedFields; standing: TypedFields | undefined },
  names: readonly HostField[],
  today: string,
): Partial<CarOfHost> {
  const known = { ...readHostFields(standing, today).values, ...readHostFields(fields, today).values };
  // A field that neither has belongs to no wanted column; a fallback takes its place, so that the rest can be read as
  // one car.
  const whole = wholeValues({ values: { ...fallback, ...known }, errors: {} });
  if (!whole) throw new Error("The fields make no car");
  const columns = carOfHost(whole, fields.bodyStyle !== undefined && fields.bodyStyle !== "");
  if (known.seats === undefined && known.features) columns.features = known.features;
  const chosen = new Set<string>(names);
  if (chosen.has("seats")) chosen.add("features");
  if (["brand", "model", "trim"].some((name) => chosen.has(name))) chosen.add("name");
  if (["brand", "model", "category"].some((name) => chosen.has(name))) chosen.add("bodyStyle");
  return Object.fromEntries(Object.entries(columns).filter(([name]) => chosen.has(name)));
}
const fallback = readHostFields(
  {
    brand: "-",
    model: "-",
    year: "2000",
    category: "Sedan",
    vin: "11111111111111111",
    plateNumber: "00",
    odometer: "0",
    seats: "1",
    city: "San Jose",
    zipCode: "00000",
    handoverAddress: "-",
    description: "-",
    monthlyPrice: "1.00",
  },
  "2026-01-01",
).values;

export type PaperDays = { registration: string | undefined; insurance: string | undefined };

/** Everything that is missing from a submission, in the order of the form; a paper counts until its last day. */
export function lackingParts(
  { errors }: ReadFields,
  images: number,
  papers: PaperDays,
  today: string,
): SubmissionPart[] {
  const isValid = (lastDay: string | undefined) => lastDay !== undefined && !hasExpired(lastDay, today);
  return [
    ...hostFieldNames.filter((name) => errors[name] !== undefined),
    ...(images < leastPictures ? (["images"] as const) : []),
    ...(isValid(papers.registration) ? [] : (["registration"] as const)),
    ...(isValid(papers.insurance) ? [] : (["insurance"] as const)),
  ];
}
