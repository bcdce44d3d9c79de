import type { HostCar } from "#contract/host-cars.ts";
import type { HostField, TypedFields, TypedValue } from "#domain/cars/host/fields.ts";
import { ApiError } from "#web/api.ts";
import { growingPauses, isPassing } from "#web/try-again.ts";
import {
  acceptedBy,
  type Fields,
  hasUnsent,
  hiddenAt,
  keptFrom,
  keptOf,
  metWith,
  openedAt,
  type PendingFields,
  type SaverState,
  sending,
  setIn,
  settledBy,
  typedIn,
  unsentOf,
} from "./saver-state.ts";

/** Milliseconds without typing before the values are sent. */
const quiet = 700;

type SaverOptions = {
  car: HostCar;
  /** Values that an earlier visit couldn't send. */
  kept?: PendingFields | undefined;
  /** Sends some fields over the version that was seen. Throws an ApiError 412 with the current car. */
  send: (typed: TypedFields, car: HostCar) => Promise<HostCar>;
  /** Remembers the fields that are not sent yet; undefined if all are sent. */
  keep: (pending: PendingFields | undefined) => void;
  setTimer?: (run: () => void, milliseconds: number) => () => void;
};

export type Saver = ReturnType<typeof makeSaver>;

const afterTime = (run: () => void, milliseconds: number) => {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
};

/** Runs only the last of several calls that wait. */
function oneTimer(setTimer: typeof afterTime, run: () => void) {
  let stop: (() => void) | undefined;
  return {
    stop: () => stop?.(),
    later: (milliseconds: number) => {
      stop?.();
      stop = setTimer(run, milliseconds);
    },
  };
}

/** The current car, from the answer to a call over an older version. */
const newerCarIn = (error: unknown): HostCar | undefined =>
  error instanceof ApiError && error.status === 412 ? (error.body?.car as HostCar | undefined) : undefined;

/**
 * Saves a car's fields while the host types: one call at a time, over the version that was seen. Of a car that takes
 * over what is typed, a field is sent once the host leaves it. Typed values stay until the server has them. Where
 * another device changed the same field, both values stay until the host chooses one. Other changes of that device
 * are taken over at once.
 */
export function makeSaver({ car, kept = {}, send, keep, setTimer = afterTime }: SaverOptions) {
  let state: SaverState = { car, pending: keptFrom(kept), conflicts: {}, step: "saved" };
  let isBusy = false;
  let running = Promise.resolve();
  /** The answer of another call that came while a call of ours was running. */
  let late: HostCar | undefined;
  const timer = oneTimer(setTimer, () => void flush());
  const pauses = growingPauses();
  const listeners = new Set<() => void>();

  const change = (next: Partial<SaverState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const changeFields = (next: Fields & Partial<SaverState>) => {
    change(next);
    keep(Object.keys(state.pending).length ? keptOf(state) : undefined);
  };

  /** Nothing may be sent now: all is saved, or what is left waits for a choice. */
  const rest = () => change({ step: Object.keys(state.pending).length ? "typed" : "saved" });

  /** Resolves once everything that can be sent now is saved, or a call has failed. */
  async function flush(): Promise<void> {
    timer.stop();
    if (!isBusy) {
      if (!hasUnsent(state)) return rest();
      isBusy = true;
      running = sendAll();
    }
    return running;
  }

  async function sendAll(): Promise<void> {
    do await sendOnce();
    while (state.step === "typed" && hasUnsent(state));
    isBusy = false;
  }

  async function sendOnce(): Promise<void> {
    timer.stop();
    const sent = unsentOf(state);
    changeFields({ ...sending(state, sent), step: "saving" });
    try {
      const now = await send(sent, state.car);
      changeFields({ ...acceptedBy(state, now, sent), error: undefined });
      pauses.reset();
      rest();
    } catch (error) {
      failed(error);
    }
    // Where two answers crossed, the later one is the current state of the car.
    if (late && late.updatedAt > state.car.updatedAt) changeFields(metWith(state, late));
    late = undefined;
    if (state.step === "typed") rest();
  }

  function failed(error: unknown): void {
    const now = newerCarIn(error);
    if (now) {
      changeFields(metWith(state, now));
      return change({ step: "typed", error: undefined });
    }
    change({ step: isPassing(error) ? "unsent" : "refused", error });
    if (isPassing(error)) timer.later(pauses.next());
  }

  if (Object.keys(kept).length) {
    changeFields(metWith(state, car));
    rest();
    if (hasUnsent(state)) timer.later(0);
  }

  /** Takes a value in; it is sent after a while without another one. */
  const take = (next: Fields) => {
    changeFields(next);
    if (!isBusy) change({ step: "typed" });
    timer.later(quiet);
  };

  return {
    read: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** The host enters a field, types in it and leaves it. */
    enter: (name: HostField) => change({ open: openedAt(state, name) }),
    type: (name: HostField, typed: TypedValue) => take(typedIn(state, name, typed)),
    /** Without a name: leaves the field that is open, if any. */
    leave: async (name = state.open?.name) => {
      if (name !== state.open?.name) return;
      change({ open: undefined });
      await flush();
    },
    /** A value that the host chose by one click. */
    set: (name: HostField, typed: TypedValue) => take(setIn(state, name, typed)),
    /** The page may end now: sends what is typed so far too, but half a number. The field stays open. */
    hide: () => {
      change({ open: hiddenAt(state) });
      return flush();
    },
    flush,
    /** Settles a field that waits for a decision: it gets the value typed here, or keeps the server's value. */
    choose: (name: HostField, whose: "mine" | "theirs") => {
      const settled = settledBy(state, name, whose);
      if (!settled) return;
      changeFields(settled);
      timer.later(0);
    },
    /** Takes over the answer of another call, such as an upload of a picture. */
    adopt: (now: HostCar) => {
      if (isBusy) late = now;
      if (isBusy || now.updatedAt < state.car.updatedAt) return;
      changeFields(metWith(state, now));
      if (state.step === "typed") timer.later(0);
    },
    stop: timer.stop,
  };
}
