import type { HostCar } from "#contract/host-cars.ts";
import { carFields } from "#domain/cars/fields.ts";
import {
  type HostField,
  hostFieldNames,
  isPriceLeap,
  meansSame,
  type TypedFields,
  type TypedValue,
} from "#domain/cars/host/fields.ts";
import { keepsTyped } from "#domain/cars/listing-states.ts";

/** A field's typed value, and the value that it had before the first typing. */
type PendingField = {
  typed: TypedValue;
  base: TypedValue;
  /** The host has confirmed it. */
  isSure?: true;
  /** A number that the host was typing when the page ended. */
  isHalf?: true;
  /** The latest values of calls without an answer: the server may have taken any of them. */
  sent?: TypedValue[];
};
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

/** Whether the beginning of a value is a value too, but another one: 3 on the way to 30. */
const isNumber = (name: HostField): boolean => ["whole", "year", "price"].includes(carFields[name].kind);

/** The price before the typed one: the saved one, or the car's own while the saved text isn't a price. */
const previousPrice = ({ errors, standingPrice, monthlyPrice }: HostCar): string | undefined =>
  standingPrice === null ? undefined : errors.monthlyPrice ? standingPrice : monthlyPrice;

/** Whether the typed price moves far and waits for the host to confirm it. A draft has no price before it. */
export function hasLeapingPrice({ pending: { monthlyPrice: price }, car }: SaverState): boolean {
  const previous = previousPrice(car);
  return !!price && !price.isSure && previous !== undefined && isPriceLeap(previous, price.typed);
}

/** Whether a typed value waits for the host to confirm it: a price that moves far, or half a number. */
function isUnsure(state: SaverState, name: HostField): boolean {
  const isHalf = state.pending[name]?.isHalf === true && !keepsTyped(state.car.state);
  return isHalf || (name === "monthlyPrice" && hasLeapingPrice(state));
}

/** Whether a typed value waits for the host to leave its field: this car would show half a price to renters. */
export const isHeld = (state: SaverState): boolean => {
  const { open, pending, car } = state;
  if (!open?.isHeld || !(open.name in pending)) return false;
  return !keepsTyped(car.state) || isUnsure(state, open.name);
};

/** The typed value that the host is asked to confirm, unless the host is still typing it. */
export function unsureValue(state: SaverState, name: HostField): TypedValue | undefined {
  const isTyping = state.open?.name === name && isHeld(state);
  if (!isUnsure(state, name) || isTyping || name in state.conflicts) return undefined;
  return state.pending[name]?.typed;
}

/** The first field with a value that the host is asked to confirm. */
export const unsureField = (state: SaverState): HostField | undefined =>
  hostFieldNames.find((name) => unsureValue(state, name) !== undefined);

/** The fields that can be sent. A field that the host types in, or has to decide about, waits. */
export function unsentOf(state: SaverState): TypedFields {
  const waiting = new Set<string>(Object.keys(state.conflicts));
  if (state.open && isHeld(state)) waiting.add(state.open.name);
  for (const name of hostFieldNames) if (isUnsure(state, name)) waiting.add(name);
  const waits = (name: HostField) => waiting.has(name) || (isOfTexts(name) && [...waiting].some(isText));
  return Object.fromEntries(
    hostFieldNames.flatMap((name) => {
      const field = state.pending[name];
      return field && !waits(name) ? [[name, field.typed] as const] : [];
    }),
  );
}

export const hasUnsent = (state: SaverState): boolean => Object.keys(unsentOf(state)).length > 0;

/** The values to keep for another visit. */
export const keptOf = ({ pending, open }: SaverState): PendingFields =>
  withFields(pending, (field, name) =>
    open?.isHeld && open.name === name && isNumber(name) ? { ...field, isHalf: true } : field,
  );

/** The values kept from an earlier visit. A price that was confirmed then is asked about again. */
export const keptFrom = (kept: PendingFields): PendingFields =>
  withFields(kept, ({ isSure: _then, ...field }) => field);

/** Notes what is being sent, until an answer comes. */
export const sending = ({ pending }: SaverState, typed: TypedFields): Fields => ({
  pending: withFields(pending, (field, name) =>
    name in typed ? { ...field, sent: [...(field.sent ?? []), field.typed].slice(-mostSent) } : field,
  ),
});
/** A text may be sent many times while no answer comes, and each is kept in the browser. */
const mostSent = 4;

const withFields = (
  pending: PendingFields,
  change: (field: PendingField, name: HostField) => PendingField,
): PendingFields =>
  Object.fromEntries(
    hostFieldNames.flatMap((name) => {
      const field = pending[name];
      return field ? [[name, change(field, name)] as const] : [];
    }),
  );

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

/** The open field while the page is hidden. A number is still held: the host may be in the middle of it. */
export const hiddenAt = ({ open }: SaverState): OpenField | undefined =>
  open && { ...open, isHeld: open.isHeld && isNumber(open.name) };

/** Types in a field, which is open from then on. */
export function typedIn(state: SaverState, name: HostField, typed: TypedValue): Fields {
  const open = openedAt(state, name);
  const { isSure: _sure, isHalf: _half, ...field } = state.pending[name] ?? { base: open.base };
  // Another device changed the field while it was open here and nothing new was typed.
  const isConflict =
    !isOfTexts(name) &&
    !meansSame(name, field.base, state.car[name]) &&
    !meansSame(name, typed, state.car[name]);
  return {
    pending: { ...state.pending, [name]: { ...field, typed } },
    ...(isConflict && { conflicts: { ...state.conflicts, [name]: state.car[name] } }),
    open: { ...open, typed, isHeld: true },
  };
}

/** Gives a field a value that was chosen, not typed. */
export const setIn = (state: SaverState, name: HostField, typed: TypedValue): Fields => ({
  ...typedIn(state, name, typed),
  open: state.open?.name === name ? undefined : state.open,
});

/**
 * Compares with the current car. A typed value that the car has is done, and one that was sent from here without an
 * answer is the new base; a field changed elsewhere is a conflict.
 */
export function metWith(state: SaverState, now: HostCar): Fields {
  const pending: PendingFields = {};
  const conflicts: TypedFields = {};
  for (const name of hostFieldNames) {
    const field = state.pending[name];
    if (!field || meansSame(name, field.typed, now[name])) continue;
    const isOwn = field.sent?.some((value) => meansSame(name, value, now[name]));
    pending[name] = isOwn ? answered(field, now[name]) : field;
    if (!isOwn && !meansSame(name, field.base, now[name]) && !isOfTexts(name)) conflicts[name] = now[name];
  }
  const { open } = state;
  const isDone = open && meansSame(open.name, open.typed, now[open.name]);
  return { pending, car: now, conflicts, open: isDone ? { ...open, base: now[open.name] } : open };
}

/** A field on which the host typed on after a value that the server has taken. */
const answered = ({ sent: _taken, ...field }: PendingField, base: TypedValue): PendingField => ({
  ...field,
  base,
});

/** Takes the sent fields as saved, but for those that the host typed on during the call. */
export function acceptedBy(state: SaverState, now: HostCar, sent: TypedFields): Fields {
  const pending: PendingFields = {};
  for (const name of hostFieldNames) {
    const field = state.pending[name];
    if (!field || (name in sent && isSame(sent[name], field.typed))) continue;
    // The host typed on during the call, so the sent value is the new base.
    pending[name] = name in sent ? answered(field, now[name]) : field;
  }
  const { open } = state;
  return { pending, car: now, open: open && open.name in sent ? { ...open, base: now[open.name] } : open };
}

/**
 * Settles a field that waits for the host's decision, in conflict or with an unsure number: it gets the value typed
 * here, or keeps the server's. Undefined if nothing waits.
 */
export function settledBy(state: SaverState, name: HostField, whose: "mine" | "theirs"): Fields | undefined {
  const { [name]: theirs, ...conflicts } = state.conflicts;
  const { [name]: field, ...others } = state.pending;
  if (!field || (theirs === undefined && !isUnsure(state, name))) return undefined;
  const open = state.open?.name === name ? undefined : state.open;
  const settle = (settled: PendingField) => ({ pending: { ...others, [name]: settled }, conflicts, open });
  // Who chose between two values wasn't asked yet whether the price is right.
  if (whose === "mine")
    return settle(
      theirs === undefined
        ? { typed: field.typed, base: field.base, isSure: true }
        : { typed: field.typed, base: theirs },
    );
  const previous = previousPrice(state.car);
  const isPrice = name === "monthlyPrice" && theirs === undefined;
  if (isPrice && previous !== undefined && !isSame(previous, state.car.monthlyPrice))
    return settle({ typed: previous, base: state.car.monthlyPrice });
  const { translated: _mine, ...untranslated }: PendingFields = others;
  return { pending: isText(name) ? untranslated : others, conflicts, open };
}

/** The displayed value of a field: the text at the cursor, the typed value, or else the saved one. */
export const shownField = (
  { car, pending, open }: Pick<SaverState, "car" | "pending" | "open">,
  name: HostField,
): TypedValue => (open?.name === name ? open.typed : (pending[name]?.typed ?? car[name]));
