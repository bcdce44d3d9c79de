import type { HostCar } from "#contract/host-cars.ts";
import {
  type HostField,
  hostFieldNames,
  isPriceLeap,
  type TypedFields,
  type TypedValue,
} from "#domain/cars/host/fields.ts";
import { keepsTyped } from "#domain/cars/listing-states.ts";

/** A field's typed value, and the value that it had before the first typing. */
type PendingField = { typed: TypedValue; base: TypedValue; /** The host has confirmed it. */ isSure?: true };
export type PendingFields = { [Name in HostField]?: PendingField };

/** `unsent`: no answer came; the saver tries again by itself. `refused`: it tries again when the host types. */
type SaveStep = "saved" | "typed" | "saving" | "unsent" | "refused";

/**
 * The field that has the cursor. It shows what is typed until the host leaves it, whatever the server made of it.
 * `base` is the server's value that the text continues. `isHeld`: the host may be in the middle of a word.
 */
type OpenField = { name: HostField; typed: TypedValue; base: TypedValue; isHeld: boolean };

export type SaverState = {
  car: HostCar;
  pending: PendingFields;
  /** Fields that were changed here and on another device, with the other device's values. */
  conflicts: TypedFields;
  open?: OpenField | undefined;
  step: SaveStep;
  error?: unknown;
};

/** A change of the fields. */
export type Fields = Pick<SaverState, "pending"> & Partial<Pick<SaverState, "car" | "conflicts" | "open">>;

const isSame = (a: TypedValue | undefined, b: TypedValue | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** Whether a field belongs to a text: `translated` is saved with its text, never alone. */
const isOfTexts = (name: HostField): boolean => name === "translated";
const isText = (name: string): boolean => name === "description" || name === "descriptionZh";

/** Whether a typed value waits for the host to leave its field: this car would show half a price to renters. */
export const isHeld = ({ open, pending, car }: SaverState): boolean =>
  open !== undefined && open.isHeld && open.name in pending && !keepsTyped(car.state);

/** Whether the typed price waits for the host to confirm it. */
const hasUnsurePrice = ({ pending: { monthlyPrice }, car }: SaverState): boolean =>
  monthlyPrice !== undefined &&
  !monthlyPrice.isSure &&
  !keepsTyped(car.state) &&
  isPriceLeap(car.monthlyPrice, monthlyPrice.typed);

/** The typed price that the host is asked to confirm, once it is typed to its end. */
export const unsurePrice = (state: SaverState): TypedValue | undefined =>
  hasUnsurePrice(state) && state.open?.name !== "monthlyPrice" && !("monthlyPrice" in state.conflicts)
    ? state.pending.monthlyPrice?.typed
    : undefined;

/** The fields that can be sent. A field that the host types in, or has to decide about, waits. */
export function unsentOf(state: SaverState): TypedFields {
  const waiting = new Set<string>(Object.keys(state.conflicts));
  if (state.open && isHeld(state)) waiting.add(state.open.name);
  if (hasUnsurePrice(state)) waiting.add("monthlyPrice");
  const waits = (name: HostField) => waiting.has(name) || (isOfTexts(name) && [...waiting].some(isText));
  return Object.fromEntries(
    hostFieldNames.flatMap((name) => {
      const field = state.pending[name];
      return field && !waits(name) ? [[name, field.typed] as const] : [];
    }),
  );
}

/** Opens a field: from now on it shows what is typed there. */
export const openedAt = (state: SaverState, name: HostField): OpenField =>
  state.open?.name === name
    ? state.open
    : {
        name,
        typed: shownField(state, name),
        base: state.pending[name]?.base ?? state.car[name],
        isHeld: false,
      };

/** Types in a field, which is open from then on. */
export function typedIn(state: SaverState, name: HostField, typed: TypedValue): Fields {
  const open = openedAt(state, name);
  const base = state.pending[name]?.base ?? open.base;
  // Another device changed the field while it was open here and nothing new was typed.
  const isConflict = !isOfTexts(name) && !isSame(base, state.car[name]) && !isSame(typed, state.car[name]);
  return {
    pending: { ...state.pending, [name]: { typed, base } },
    ...(isConflict && { conflicts: { ...state.conflicts, [name]: state.car[name] } }),
    open: { ...open, typed, isHeld: true },
  };
}

/** Gives a field a value that was chosen, not typed. */
export const setIn = (state: SaverState, name: HostField, typed: TypedValue): Fields => ({
  ...typedIn(state, name, typed),
  open: state.open?.name === name ? undefined : state.open,
});

/** Compares with the current car. An equal typed value is done; a field changed elsewhere is a conflict. */
export function metWith(state: SaverState, now: HostCar): Fields {
  const pending: PendingFields = {};
  const conflicts: TypedFields = {};
  for (const name of hostFieldNames) {
    const field = state.pending[name];
    if (!field || isSame(field.typed, now[name])) continue;
    pending[name] = field;
    if (!isSame(field.base, now[name]) && !isOfTexts(name)) conflicts[name] = now[name];
  }
  const { open } = state;
  const isDone = open && isSame(open.typed, now[open.name]);
  return { pending, car: now, conflicts, open: isDone ? { ...open, base: now[open.name] } : open };
}

/** Takes the sent fields as saved, but for those that the host typed on during the call. */
export function acceptedBy(state: SaverState, now: HostCar, sent: TypedFields): Fields {
  const pending: PendingFields = {};
  for (const name of hostFieldNames) {
    const field = state.pending[name];
    if (!field || (name in sent && isSame(sent[name], field.typed))) continue;
    // The host typed on during the call, so the sent value is the new base.
    pending[name] = name in sent ? { ...field, base: now[name] } : field;
  }
  const { open } = state;
  return { pending, car: now, open: open && open.name in sent ? { ...open, base: now[open.name] } : open };
}

/**
 * Settles a field that waits for the host's decision, in conflict or with a price that moves far: it gets the value
 * typed here, or keeps the server's. Undefined if nothing waits.
 */
export function settledBy(state: SaverState, name: HostField, whose: "mine" | "theirs"): Fields | undefined {
  const { [name]: theirs, ...conflicts } = state.conflicts;
  const { [name]: field, ...others } = state.pending;
  const isUnsure = name === "monthlyPrice" && hasUnsurePrice(state);
  if (!field || (theirs === undefined && !isUnsure)) return undefined;
  const open = state.open?.name === name ? undefined : state.open;
  if (whose === "mine") {
    const settled: PendingField = { typed: field.typed, base: theirs ?? field.base, isSure: true };
    return { pending: { ...others, [name]: settled }, conflicts, open };
  }
  const { translated: _mine, ...untranslated }: PendingFields = others;
  return { pending: isText(name) ? untranslated : others, conflicts, open };
}

/** The displayed value of a field: the text at the cursor, the typed value, or else the saved one. */
export const shownField = (
  { car, pending, open }: Pick<SaverState, "car" | "pending" | "open">,
  name: HostField,
): TypedValue => (open?.name === name ? open.typed : (pending[name]?.typed ?? car[name]));
