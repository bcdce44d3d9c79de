import type { HostCar } from "#contract/host-cars.ts";
import {
  type HostField,
  hostFieldNames,
  type TypedFields,
  type TypedValue,
} from "#domain/cars/host/fields.ts";
import { ApiError } from "#web/api.ts";

/** Milliseconds of quiet after which what was typed is sent, and between tries that found no network. */
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
  /** Fields that were changed here and on another device, with what stands there. */
  conflicts: TypedFields;
  step: SaveStep;
  error?: unknown;
};

type SaverOptions = {
  car: HostCar;
  /** What an earlier visit typed and could not send. */
  kept?: Pending | undefined;
  /** Sends some fields over the version that was seen. Throws an ApiError 412 with what stands now. */
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
 * Saves a car's fields as they are typed: one call at a time, over the version that was seen. What is typed stays until
 * the server has it. Where another device changed the same field, both stand until somebody chooses; other fields of
 * theirs are simply taken over.
 */
// oxlint-disable-next-line max-lines-per-function -- one queue, which all of this changes
export function makeSaver({ car, kept = {}, send, keep, setTimer = afterTime }: SaverOptions) {
  let state: SaverState = { car, pending: {}, conflicts: {}, step: "saved" };
  let isBusy = false;
  /** What another call answered while one of ours was under way. */
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
  /** What may be sent: a field in conflict waits for a choice. */
  const unsent = (): TypedFields =>
    Object.fromEntries(
      hostFieldNames.flatMap((name) => {
        const field = state.pending[name];
        const waits =
          name in state.conflicts || (isOfTexts(name) && Object.keys(state.conflicts).some(isText));
        return field && !waits ? [[name, field.typed] as const] : [];
      }),
    );

  /** Looks at what stands now: what is the same is no change any more, what somebody else changed is a conflict. */
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
      // Typed on while it was sent: what was sent is what it is typed over.
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
    // Of two answers that crossed, the later one is how the car stands.
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
    // Nobody is there, or too busy to answer: it is tried again. What was refused would be refused again.
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
    /** Settles a conflict: the field is what was typed here, or what stands there. */
    choose: (name: HostField, whose: "mine" | "theirs") => {
      const { [name]: theirs, ...conflicts } = state.conflicts;
      const { [name]: field, ...others } = state.pending;
      if (theirs === undefined || !field) return;
      const mine = { ...others, [name]: { typed: field.typed, base: theirs } };
      const { translated: _mine, ...untranslated }: Pending = others;
      setPending(whose === "mine" ? mine : isText(name) ? untranslated : others, { conflicts });
      later(0);
    },
    /** Takes over what another call answered, such as that of a picture. */
    adopt: (now: HostCar) => {
      if (isBusy) late = now;
      else if (now.updatedAt >= state.car.updatedAt) meet(now);
    },
    stop: () => stopTimer?.(),
  };
}

/** A field as it is to be seen: as typed here, else as it stands. */
export const shownField = (
  { car, pending }: Pick<SaverState, "car" | "pending">,
  name: HostField,
): TypedValue => pending[name]?.typed ?? car[name];
