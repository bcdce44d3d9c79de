import type { HostCar } from "#contract/host-cars.ts";
import type { HostField, TypedFields, TypedValue } from "#domain/cars/host/fields.ts";
import { ApiError } from "#web/api.ts";
import {
  acceptedBy,
  type Fields,
  metWith,
  type Pending,
  type SaverState,
  settledBy,
  unsentOf,
} from "./saver-state.ts";

/** Milliseconds without typing before the values are sent, and between tries that got no answer. */
const quiet = 700;
const firstTry = 2000;
const slowestTry = 30_000;

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

const afterTime = (run: () => void, milliseconds: number) => {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
};

/** The current car, from the answer to a call over an older version. */
const newerCarIn = (error: unknown): HostCar | undefined =>
  error instanceof ApiError && error.status === 412 ? (error.body?.car as HostCar | undefined) : undefined;

/** Without an answer, or from a busy server, the call is tried again. A refused call would be refused again. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429;

/**
 * Saves a car's fields while the host types: one call at a time, over the version that was seen. Typed values stay
 * until the server has them. Where another device changed the same field, both values stay until the host chooses
 * one. Other changes of that device are taken over at once.
 */
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
  const changeFields = (next: Fields & Partial<SaverState>) => {
    keep(Object.keys(next.pending).length ? next.pending : undefined);
    change(next);
  };
  const later = (milliseconds: number) => {
    stopTimer?.();
    stopTimer = setTimer(() => void flush(), milliseconds);
  };
  const unsent = () => unsentOf(state);

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
      const now = await send(sent, state.car);
      changeFields({ ...acceptedBy(state, now, sent), error: undefined });
      wait = firstTry;
      change({ step: Object.keys(unsent()).length ? "typed" : "saved" });
    } catch (error) {
      failed(error);
    } finally {
      isBusy = false;
    }
    // Where two answers crossed, the later one is the current state of the car.
    if (late && late.updatedAt > state.car.updatedAt) changeFields(metWith(state, late));
    late = undefined;
    if (state.step !== "typed") return;
    if (Object.keys(unsent()).length) later(0);
    else rest();
  }

  function failed(error: unknown): void {
    const now = newerCarIn(error);
    if (now) {
      changeFields(metWith(state, now));
      return change({ step: "typed", error: undefined });
    }
    change({ step: isPassing(error) ? "unsent" : "refused", error });
    if (!isPassing(error)) return;
    later(wait);
    wait = Math.min(wait * 2, slowestTry);
  }

  if (Object.keys(kept).length) {
    state = { ...state, pending: kept };
    changeFields(metWith(state, car));
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
      changeFields({ pending: { ...state.pending, [name]: { typed, base } } });
      if (!isBusy) change({ step: "typed" });
      later(quiet);
    },
    flush,
    /** Settles a conflict: the field gets the value typed here, or keeps the other device's value. */
    choose: (name: HostField, whose: "mine" | "theirs") => {
      const settled = settledBy(state, name, whose);
      if (!settled) return;
      changeFields(settled);
      later(0);
    },
    /** Takes over the answer of another call, such as an upload of a picture. */
    adopt: (now: HostCar) => {
      if (isBusy) late = now;
      else if (now.updatedAt >= state.car.updatedAt) changeFields(metWith(state, now));
    },
    stop: () => stopTimer?.(),
  };
}
