import type { SyntheticEvent } from "react";
import { longestReason } from "#domain/text-lengths.ts";
import { conditionSlots, fullTank, longestLowReading, longestRemark } from "#domain/trips/condition.ts";
import { ApiError } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { sessionErrorWords } from "#web/session/failure-words.ts";
import { listed } from "#web/ui/format/sentences.ts";
import { showNumber } from "#web/ui/format/show-number.ts";
import { describedBy } from "#web/ui/form/field.tsx";
import { TextAreaField } from "#web/ui/form/text-area-field.tsx";
import { FieldNote, TextField } from "#web/ui/form/text-field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Slot } from "./slot.tsx";
import { type ConditionState, type RecordProps, useRecord } from "./use-record.ts";
import { needWords, slotNames } from "./words.ts";

/** Makes one record: four photos that upload by themselves, the reading, a remark. `finish` labels the button. */
export function RecordMaker({ finish, ...props }: RecordProps & { finish: string }) {
  const { orderId, state } = props;
  const { begun, record, keep, typed, change, miles, above, needed, isReady, problems, finishing, send } =
    useRecord(props);
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
          value={typed.odometer}
          onChange={({ target }) => change({ odometer: target.value })}
          {...(problems.odometer && { error: m.condition_odometer_missing(), isAlert: true })}
        />
        <FuelField
          fuel={typed.fuel}
          onChange={(fuel) => change({ fuel })}
          {...(problems.fuel && { error: m.condition_fuel_missing() })}
        />
      </div>
      {above !== undefined && (
        <LowReading
          now={miles ?? 0}
          pickup={above}
          isOfRenter={state.reader === "renter"}
          why={typed.lowReading}
          onWhy={(lowReading) => change({ lowReading })}
          isMissing={problems.lowReading}
        />
      )}
      <TextAreaField
        id="condition-remark"
        label={m.condition_remark()}
        hint={m.condition_remark_hint()}
        isOptional
        rows={3}
        maxLength={longestRemark}
        value={typed.remark}
        onChange={({ target }) => change({ remark: target.value })}
      />
      {needed.length > 0 && <MissingForHandover state={state} />}
      {needed.length > 0 && state.mayOverride && (
        <TextField
          id="condition-reason"
          label={m.condition_override()}
          hint={m.condition_override_hint()}
          maxLength={longestReason}
          value={typed.reason}
          onChange={({ target }) => change({ reason: target.value })}
        />
      )}
      {problems.photos.length > 0 && (
        <Notice kind="warn" isAlert>
          {m.condition_photos_missing({ names: listed(problems.photos.map((slot) => slotNames[slot]())) })}
        </Notice>
      )}
      {finishing.error && (
        <Notice kind="bad" isAlert>
          {finishing.error instanceof ApiError
            ? sessionErrorWords(finishing.error)
            : m.condition_not_finished()}
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

type LowReadingProps = {
  now: number;
  pickup: number;
  isOfRenter: boolean;
  why: string;
  onWhy: (why: string) => void;
  isMissing: boolean;
};

/** A reading below the pickup's needs its reason. */
function LowReading({ now, pickup, isOfRenter, why, onWhy, isMissing }: LowReadingProps) {
  return (
    <div className="stack">
      <Notice kind="warn" isAlert>
        {m.condition_low_reading({ now: showNumber(now), pickup: showNumber(pickup) })}
      </Notice>
      <TextField
        id="condition-low-reading"
        label={m.condition_low_reading_why()}
        hint={isOfRenter ? m.condition_low_reading_hint() : m.condition_low_reading_hint_admin()}
        maxLength={longestLowReading}
        value={why}
        onChange={({ target }) => onWhy(target.value)}
        {...(isMissing && { error: m.condition_low_reading_missing(), isAlert: true })}
      />
    </div>
  );
}

type FuelFieldProps = {
  fuel: number | undefined;
  onChange: (eighths: number) => void;
  error?: string | undefined;
};

/** A gauge that stands in the middle, set to nothing, until somebody moves or presses it. */
function FuelField({ fuel, onChange, error }: FuelFieldProps) {
  const id = "condition-fuel";
  const shown =
    fuel === undefined ? m.condition_fuel_unset() : m.condition_fuel_now({ eighths: String(fuel) });
  const set = (event: SyntheticEvent<HTMLInputElement>) => onChange(Number(event.currentTarget.value));
  return (
    <div className="field">
      <label htmlFor={id}>{m.condition_fuel()}</label>
      <input
        className="w-full min-h-11 accent-bridge"
        id={id}
        type="range"
        min={0}
        max={fullTank}
        step={1}
        value={fuel ?? fullTank / 2}
        aria-valuetext={shown}
        onChange={set}
        onClick={set}
        {...describedBy(id, error, shown)}
      />
      <FieldNote id={id} error={error} isAlert hint={shown} />
    </div>
  );
}

/** What is still missing before the pickup. */
export function MissingForHandover({ state }: { state: ConditionState }) {
  return (
    <Notice kind="warn">
      <p>{state.reader === "renter" ? m.condition_lacks() : m.condition_lacks_admin()}</p>
      <ul>
        {state.lacks.map((need) => (
          <li key={need}>{needWords[need](state)}</li>
        ))}
      </ul>
    </Notice>
  );
}
