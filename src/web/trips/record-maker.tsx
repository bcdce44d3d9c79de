import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import {
  beginConditionRecord,
  type ConditionRecord,
  finishConditionRecord,
  type listConditionRecords,
} from "#contract/trips.ts";
import type { Answer } from "#contract/endpoint.ts";
import {
  type ConditionKind,
  conditionSlots,
  fullTank,
  longestLowReading,
  pickupReadingAbove,
  readMiles,
} from "#domain/trips/condition.ts";
import { api, ApiError } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { sessionErrorWords } from "#web/session/failure-words.ts";
import { showNumber } from "#web/ui/format/show-number.ts";
import { TextAreaField } from "#web/ui/form/text-area-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { conditionKey, conditionQuery } from "./queries.ts";
import { Slot } from "./slot.tsx";
import { needWords, slotNames } from "./words.ts";

export type ConditionState = Answer<typeof listConditionRecords>;

type Props = {
  orderId: string;
  kind: ConditionKind;
  state: ConditionState;
  /** Which of the rental's cars it is about, where it isn't the one that is next. */
  stretch?: number | undefined;
  /** What the button that ends it says. */
  finish: string;
  /** What the rental costs after the early return that goes with it, as it was quoted. */
  earlyTotal?: string | undefined;
  /** It costs more by now: it is quoted anew. */
  onPriceMoved?: (() => void) | undefined;
  onFinished: (record: ConditionRecord) => void;
};

/** Makes one record: four photos that upload by themselves, the reading, and a remark. */
export function RecordMaker({
  orderId,
  kind,
  state,
  stretch: named,
  finish,
  earlyTotal,
  onPriceMoved,
  onFinished,
}: Props) {
  const cache = useQueryClient();
  const stretch = named ?? state.stretchOf[kind];
  const begun = state.records.find(
    (record) => record.kind === kind && record.stretch === stretch && !record.finishedAt,
  );
  const beginning = useRef<Promise<string>>(undefined);
  const [odometer, setOdometer] = useState(begun?.odometer?.toString() ?? "");
  const [fuel, setFuel] = useState(begun?.fuelEighths ?? fullTank);
  const [remark, setRemark] = useState(begun?.remark ?? "");
  const [reason, setReason] = useState("");
  const [lowReading, setLowReading] = useState("");
  const [isAsked, setAsked] = useState(false);

  const keep = (record: ConditionRecord) =>
    cache.setQueryData(
      conditionQuery(orderId).queryKey,
      (known) =>
        known && {
          ...known,
          records: [...known.records.filter(({ id }) => id !== record.id), record],
        },
    );
  /** One record for all four photos, however many are sent at once; asked for again when that failed. */
  const record = (): Promise<string> => {
    if (begun) return Promise.resolve(begun.id);
    const body = { kind, ...(named !== undefined && { stretch: named }) };
    beginning.current ??= api(beginConditionRecord, { params: { id: orderId }, body }).then(
      (made) => {
        keep(made);
        return made.id;
      },
      (error: unknown) => {
        beginning.current = undefined;
        throw error;
      },
    );
    return beginning.current;
  };

  const missing = conditionSlots.filter((slot) => !begun?.images.some((image) => image.slot === slot));
  const miles = readMiles(odometer);
  const finished = state.records.filter(({ finishedAt }) => finishedAt);
  const above =
    kind === "return" && miles !== undefined
      ? pickupReadingAbove(finished, { odometer: miles, stretch })
      : undefined;
  const isUnexplained = above !== undefined && lowReading.trim() === "";
  const needed = kind === "pickup" && state.status === "confirmed" ? state.lacks : [];
  const isReady = needed.length === 0 || (state.mayOverride && reason.trim() !== "");

  const finishing = useMutation({
    mutationFn: async () =>
      api(finishConditionRecord, {
        params: { id: orderId, recordId: await record() },
        body: {
          odometer: miles,
          fuelEighths: fuel,
          remark,
          ...(needed.length > 0 && { overrideReason: reason }),
          ...(above !== undefined && { lowReading }),
          ...(earlyTotal !== undefined && { earlyReturn: { expectedTotal: earlyTotal } }),
        },
      }),
    onSuccess: (made) => {
      void cache.invalidateQueries({ queryKey: ["api", "account", "orders"] });
      void cache.invalidateQueries({ queryKey: ["api", "admin", "orders"] });
      void cache.invalidateQueries({ queryKey: conditionKey(orderId) });
      onFinished(made);
    },
    onError: (error) => {
      if (hasPriceMoved(error)) onPriceMoved?.();
      void cache.invalidateQueries({ queryKey: conditionKey(orderId) });
    },
  });

  const send = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (missing.length > 0 || miles === undefined || isUnexplained || !isReady || finishing.isPending) return;
    finishing.mutate();
  };

  return (
    <form className="grid grid-cols-1 gap-6" noValidate onSubmit={send}>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(18rem,100%),1fr))] gap-y-5 gap-x-4">
        {conditionSlots.map((slot) => (
          <Slot
            key={slot}
            orderId={orderId}
            slot={slot}
            recordId={begun?.id}
            image={begun?.images.find((image) => image.slot === slot)}
            record={record}
            onSent={keep}
          />
        ))}
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(18rem,100%),1fr))] gap-4 items-start">
        <TextField
          id="condition-odometer"
          label={m.condition_odometer()}
          hint={m.condition_odometer_hint()}
          inputMode="numeric"
          autoComplete="off"
          value={odometer}
          onChange={({ target }) => setOdometer(target.value)}
          {...(isAsked && miles === undefined && { error: m.condition_odometer_missing(), isAlert: true })}
        />
        <div className="field">
          <label htmlFor="condition-fuel">{m.condition_fuel()}</label>
          <input
            className="w-full min-h-11 accent-bridge"
            id="condition-fuel"
            type="range"
            min={0}
            max={fullTank}
            step={1}
            value={fuel}
            aria-valuetext={m.condition_fuel_now({ eighths: String(fuel) })}
            onChange={({ target }) => setFuel(Number(target.value))}
          />
          <p className="hint num">{m.condition_fuel_now({ eighths: String(fuel) })}</p>
        </div>
      </div>
      {above !== undefined && (
        <div className="stack">
          <Notice kind="warn" isAlert>
            {m.condition_low_reading({ now: showNumber(miles ?? 0), pickup: showNumber(above) })}
          </Notice>
          <TextField
            id="condition-low-reading"
            label={m.condition_low_reading_why()}
            hint={
              state.reader === "renter" ? m.condition_low_reading_hint() : m.condition_low_reading_hint_desk()
            }
            maxLength={longestLowReading}
            value={lowReading}
            onChange={({ target }) => setLowReading(target.value)}
            {...(isAsked && isUnexplained && { error: m.condition_low_reading_missing(), isAlert: true })}
          />
        </div>
      )}
      <TextAreaField
        id="condition-remark"
        label={m.condition_remark()}
        hint={m.condition_remark_hint()}
        isOptional
        rows={3}
        maxLength={2000}
        value={remark}
        onChange={({ target }) => setRemark(target.value)}
      />
      {needed.length > 0 && <MissingForHandover state={state} />}
      {needed.length > 0 && state.mayOverride && (
        <TextField
          id="condition-reason"
          label={m.condition_override()}
          hint={m.condition_override_hint()}
          maxLength={500}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
      {isAsked && missing.length > 0 && (
        <Notice kind="warn" isAlert>
          {m.condition_photos_missing({ names: missing.map((slot) => slotNames[slot]()).join(", ") })}
        </Notice>
      )}
      {finishing.error && (
        <Notice kind="bad" isAlert>
          {finishing.error instanceof ApiError
            ? sessionErrorWords(finishing.error)
            : m.condition_waiting_network()}
        </Notice>
      )}
      <div className="grid gap-2.5 justify-items-start">
        <button
          className="btn btn-primary"
          type="submit"
          aria-busy={finishing.isPending || undefined}
          aria-disabled={!isReady || undefined}
        >
          {finish}
        </button>
        <p className="small muted">{m.condition_seal_note()}</p>
      </div>
    </form>
  );
}

const hasPriceMoved = (error: Error): boolean =>
  error instanceof ApiError && error.body?.fields?.expectedTotal !== undefined;

/** What has to be there before the keys are given. */
export function MissingForHandover({ state }: { state: ConditionState }) {
  return (
    <Notice kind="warn">
      <p>{state.reader === "renter" ? m.condition_lacks() : m.condition_lacks_desk()}</p>
      <ul>
        {state.lacks.map((need) => (
          <li key={need}>{needWords[need](state)}</li>
        ))}
      </ul>
    </Notice>
  );
}
