import type { HostCar } from "#contract/host-cars.ts";
import {
  type HostField,
  hostFieldNames,
  type TypedFields,
  type TypedValue,
} from "#domain/cars/host/fields.ts";
import { ApiError } from "#web/api.ts";

/** Milliseconds without typing before the values are sent, and between tries that got no answer. */
const quiet = 700;
const firstTry = 2000;
const slowestTry = 30_000;

/** A field's typed value, and the value that it had before the first typing. */
type Pending = { [Name in HostField]?: { typed: TypedValue; base: TypedValue } };

/** `unsent`: no answer came; the saver tries again by itself. `refused`: it tries again when the host types. */
export type SaveStep = "saved" | "typed" | "saving" | "unsent" | "refused";

export type SaverState = {
  car: HostCar;
  pending: Pending;
  /** Fields that were changed here and on another device, with the other device's values. */
  conflicts: TypedFields;
  step: SaveStep;
  error?: unknown;
};

type SaverOptions = {
  car: HostCar;
  /** Values that an earlier visit couldn't send. */
  kept?: Pending | undefined;
  /** Sends some fields over the version that was seen. Throws an ApiError 412 with the current car. */
  send: (typed: TypedFields, car: HostCar) => Promise<HostCar>;
  /** Remembers the fields that are not sent yet; undefined if all are sent. */
  keep: (pending: Pending | undefined) => void;
  setTimer?: (run: () => void, milliseconds: number) => () => void;
};

export type Saver = ReturnType<typeof makeSaver>;

const isSame = (a: TypedValue | undefined, b: TypedValue | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

const afterTime = (run: () => void, milliseconds: number) => {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
};

/** Whether a field belongs to a text: `translated` is saved with its text, never alone. */
const isOfTexts = (name: HostField): boolean => name === "translated";
const isText = (name: string): boolean => name === "description" || name === "descriptionZh";

/**
 * Saves a car's fields while the host types: one call at a time, over the version that was seen. Typed values stay
 * until the server has them. Where another device changed the same field, both values stay until the host chooses
 * one. Other changes of that device are taken over at once.
 */
// oxlint-disable-next-line max-lines-per-function -- one queue, which all of this changes
export function makeSaver({ car, kept = {}, send, keep, setTimer = afterTime }: SaverOptions) {
  let state: SaverState = { car, pending: {}, conflicts: {}, step: "saved" };
  let isBusy = false;
  /** The answer of another call that came while a call of ours was running. */
  let late: HostCar | undefined;
  let stopTimer: (() => void) | undefined;
  let wait = firstTry;
  const listeners = new Set<() => void>();

  const change = (next: Partial<SaverState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const setPending = (pending: Pending, others: Partial<SaverState> = {}) => {
    keep(Object.keys(pending).length ? pending : undefined);
    change({ ...others, pending });
  };
  const later = (milliseconds: number) => {
    stopTimer?.();
    stopTimer = setTimer(() => void flush(), milliseconds);
  };
  /** The fields that can be sent. A field in conflict waits for the host's choice. */
  const unsent = (): TypedFields =>
    Object.fromEntries(
      hostFieldNames.flatMap((name) => {
        const field = state.pending[name];
        const waits =
          name in state.conflicts || (isOfTexts(name) && Object.keys(state.conflicts).some(isText));
        return field && !waits ? [[name, field.typed] as const] : [];
      }),
    );

  /** Compares with the current car. An equal typed value is done; a field changed elsewhere is a conflict. */
  const meet = (now: HostCar) => {
    const pending: Pending = {};
    const conflicts: TypedFields = {};
    for (const name of hostFieldNames) {
      const field = state.pending[name];
      if (!field || isSame(field.typed, now[name])) continue;
      pending[name] = field;
      if (!isSame(field.base, now[name]) && !isOfTexts(name)) conflicts[name] = now[name];
    }
    setPending(pending, { car: now, conflicts });
  };

  const accepted = (now: HostCar, sent: TypedFields) => {
    const pending: Pending = {};
    for (const name of hostFieldNames) {
      const field = state.pending[name];
      if (!field || (name in sent && isSame(sent[name], field.typed))) continue;
      // The host typed on during the call, so the sent value is the new base.
      pending[name] = name in sent ? { typed: field.typed, base: now[name] } : field;
    }
    setPending(pending, { car: now, error: undefined });
  };

  /** Nothing may be sent now: all is saved, or what is left waits for a choice. */
  const rest = () => change({ step: Object.keys(state.pending).length ? "typed" : "saved" });

  async function flush(): Promise<void> {
    stopTimer?.();
    const sent = unsent();
    if (isBusy) return;
    if (!Object.keys(sent).length) return rest();
    isBusy = true;
    change({ step: "saving" });
    try {
      accepted(await send(sent, state.car), sent);
      wait = firstTry;
      change({ step: Object.keys(unsent()).length ? "typed" : "saved" });
    } catch (error) {
      failed(error);
    } finally {
      isBusy = false;
    }
    // Where two answers crossed, the later one is the current state of the car.
    if (late && late.updatedAt > state.car.updatedAt) meet(late);
    late = undefined;
    if (state.step !== "typed") return;
    if (Object.keys(unsent()).length) later(0);
    else rest();
  }

  function failed(error: unknown): void {
    const now =
      error instanceof ApiError && error.status === 412
        ? (error.body?.car as HostCar | undefined)
        : undefined;
    if (now) {
      meet(now);
      return change({ step: "typed", error: undefined });
    }
    // Without an answer, or from a busy server, the call is tried again. A refused call would be refused again.
    const isPassing = !(error instanceof ApiError) || error.status >= 500 || error.status === 429;
    change({ step: isPassing ? "unsent" : "refused", error });
    if (!isPassing) return;
    later(wait);
    wait = Math.min(wait * 2, slowestTry);
  }

  if (Object.keys(kept).length) {
    state = { ...state, pending: kept };
    meet(car);
    if (Object.keys(unsent()).length) {
      state = { ...state, step: "typed" };
      later(0);
    }
  }

  return {
    read: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    type: (name: HostField, typed: TypedValue) => {
      const base = state.pending[name]?.base ?? state.car[name];
      setPending({ ...state.pending, [name]: { typed, base } });
      if (!isBusy) change({ step: "typed" });
      later(quiet);
    },
    flush,
    /** Settles a conflict: the field gets the value typed here, or keeps the other device's value. */
    choose: (name: HostField, whose: "mine" | "theirs") => {
      const { [name]: theirs, ...conflicts } = state.conflicts;
      const { [name]: field, ...others } = state.pending;
      if (theirs === undefined || !field) return;
      const mine = { ...others, [name]: { typed: field.typed, base: theirs } };
      const { translated: _mine, ...untranslated }: Pending = others;
      setPending(whose === "mine" ? mine : isText(name) ? untranslated : others, { conflicts });
      later(0);
    },
    /** Takes over the answer of another call, such as an upload of a picture. */
    adopt: (now: HostCar) => {
      if (isBusy) late = now;
      else if (now.updatedAt >= state.car.updatedAt) meet(now);
    },
    stop: () => stopTimer?.(),
  };
}

/** The displayed value of a field: the typed value, or else the saved one. */
export const shownField = (
  { car, pending }: Pick<SaverState, "car" | "pending">,
  name: HostField,
): TypedValue => pending[name]?.typed ?? car[name];
