import type { HostCar } from "#contract/host-cars.ts";
import {
  type HostField,
  hostFieldNames,
  type TypedFields,
  type TypedValue,
} from "#domain/cars/host/fields.ts";

/** A field's typed value, and the value that it had before the first typing. */
export type Pending = { [Name in HostField]?: { typed: TypedValue; base: TypedValue } };

/** `unsent`: no answer came; the saver tries again by itself. `refused`: it tries again when the host types. */
type SaveStep = "saved" | "typed" | "saving" | "unsent" | "refused";

export type SaverState = {
  car: HostCar;
  pending: Pending;
  /** Fields that were changed here and on another device, with the other device's values. */
  conflicts: TypedFields;
  step: SaveStep;
  error?: unknown;
};

/** A change of the fields. */
export type Fields = Pick<SaverState, "pending"> & Partial<Pick<SaverState, "car" | "conflicts">>;

const isSame = (a: TypedValue | undefined, b: TypedValue | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** Whether a field belongs to a text: `translated` is saved with its text, never alone. */
const isOfTexts = (name: HostField): boolean => name === "translated";
const isText = (name: string): boolean => name === "description" || name === "descriptionZh";

/** The fields that can be sent. A field in conflict waits for the host's choice. */
export const unsentOf = ({ pending, conflicts }: SaverState): TypedFields =>
  Object.fromEntries(
    hostFieldNames.flatMap((name) => {
      const field = pending[name];
      const waits = name in conflicts || (isOfTexts(name) && Object.keys(conflicts).some(isText));
      return field && !waits ? [[name, field.typed] as const] : [];
    }),
  );

/** Compares with the current car. An equal typed value is done; a field changed elsewhere is a conflict. */
export function metWith(state: SaverState, now: HostCar): Fields {
  const pending: Pending = {};
  const conflicts: TypedFields = {};
  for (const name of hostFieldNames) {
    const field = state.pending[name];
    if (!field || isSame(field.typed, now[name])) continue;
    pending[name] = field;
    if (!isSame(field.base, now[name]) && !isOfTexts(name)) conflicts[name] = now[name];
  }
  return { pending, car: now, conflicts };
}

/** Takes the sent fields as saved, but for those that the host typed on during the call. */
export function acceptedBy(state: SaverState, now: HostCar, sent: TypedFields): Fields {
  const pending: Pending = {};
  for (const name of hostFieldNames) {
    const field = state.pending[name];
    if (!field || (name in sent && isSame(sent[name], field.typed))) continue;
    // The host typed on during the call, so the sent value is the new base.
    pending[name] = name in sent ? { typed: field.typed, base: now[name] } : field;
  }
  return { pending, car: now };
}

/** Gives a field in conflict the value typed here, or the other device's. Undefined if there is no conflict. */
export function settledBy(state: SaverState, name: HostField, whose: "mine" | "theirs"): Fields | undefined {
  const { [name]: theirs, ...conflicts } = state.conflicts;
  const { [name]: field, ...others } = state.pending;
  if (theirs === undefined || !field) return undefined;
  if (whose === "mine")
    return { pending: { ...others, [name]: { typed: field.typed, base: theirs } }, conflicts };
  const { translated: _mine, ...untranslated }: Pending = others;
  return { pending: isText(name) ? untranslated : others, conflicts };
}

/** The displayed value of a field: the typed value, or else the saved one. */
export const shownField = (
  { car, pending }: Pick<SaverState, "car" | "pending">,
  name: HostField,
): TypedValue => pending[name]?.typed ?? car[name];
