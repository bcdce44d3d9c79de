import { type ComponentProps, type FocusEvent, type ReactNode, useEffect } from "react";
import type { HostField } from "#domain/cars/host/fields.ts";
import { m } from "#web/paraglide/messages.js";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { TextAreaField } from "#web/ui/form/text-area-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { partErrorWords, partNames } from "./part-words.ts";
import { hasLeapingPrice, shownField, unsureValue } from "./saver-state.ts";
import { useOwnCarForm } from "./use-own-car.ts";

/** The values and handlers of a field's control. */
function useOwnField(name: HostField, onLeft?: () => void) {
  const { saver, state, newestYear } = useOwnCarForm();
  const value = shownField(state, name);
  const error = state.pending[name] ? undefined : state.car.errors[name];
  // A field that goes with its step gets no event: Enter leads to the next step.
  useEffect(() => () => void saver.leave(name), [saver, name]);
  return {
    id: `car-${name}`,
    label: partNames[name](),
    value,
    text: typeof value === "string" ? value : "",
    // An empty field isn't an error while the form is filled in. The last step lists the missing fields.
    error: error && error !== "required" ? partErrorWords(name, error, newestYear) : undefined,
    /** What was chosen is meant at once; a text may still be half typed. */
    onChoose: (chosen: string | boolean) => saver.set(name, chosen),
    onType: (typed: string) => saver.type(name, typed),
    onFocus: () => saver.enter(name),
    onBlur: ({ currentTarget }: FocusEvent) => {
      // The cursor stays in the field while another window is in front.
      if (document.activeElement === currentTarget) return;
      void saver.leave(name);
      onLeft?.();
    },
  };
}

type OwnTextProps = { name: HostField; hint?: ReactNode } & Partial<
  Pick<
    ComponentProps<typeof TextField>,
    "inputMode" | "maxLength" | "list" | "placeholder" | "isOptional" | "autoComplete" | "spellCheck"
  >
>;

/** A question about a field stands a little below it. */
const withQuestion = "grid grid-cols-1 gap-2";

export function OwnText({ name, ...more }: OwnTextProps) {
  const { id, label, text, error, onType, onFocus, onBlur } = useOwnField(name);
  return (
    <div className={withQuestion}>
      <TextField
        id={id}
        name={name}
        label={label}
        error={error}
        value={text}
        onChange={({ currentTarget: { value } }) => onType(value)}
        onFocus={onFocus}
        onBlur={onBlur}
        {...more}
      />
      <Conflict name={name} />
      <HalfNumber name={name} />
    </div>
  );
}

export function OwnArea({
  name,
  ...more
}: { name: HostField } & Partial<ComponentProps<typeof TextAreaField>>) {
  const { id, label, text, error, onType, onFocus, onBlur } = useOwnField(name);
  return (
    <div className={withQuestion}>
      <TextAreaField
        id={id}
        name={name}
        label={label}
        error={error}
        value={text}
        onChange={({ currentTarget: { value } }) => onType(value)}
        onFocus={onFocus}
        onBlur={onBlur}
        {...more}
      />
      <Conflict name={name} />
    </div>
  );
}

export function OwnChoice({
  name,
  options,
}: {
  name: HostField;
  options: readonly { value: string; label: string }[];
}) {
  const { id, label, text, error, onChoose } = useOwnField(name);
  const isKnown = options.some(({ value }) => value === text);
  return (
    <div className={withQuestion}>
      <SelectField
        id={id}
        name={name}
        label={label}
        error={error}
        value={text}
        options={isKnown ? options : [{ value: text, label: text || m.host_choose() }, ...options]}
        onChange={({ currentTarget: { value } }) => onChoose(value)}
      />
      <Conflict name={name} />
    </div>
  );
}

export function OwnMark({ name, hint }: { name: HostField; hint?: string }) {
  const { id, label, value, onChoose } = useOwnField(name);
  return (
    <div className="field">
      <label className="choice">
        <input
          type="checkbox"
          id={id}
          name={name}
          checked={value === true}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={({ currentTarget: { checked } }) => onChoose(checked)}
        />
        <span>{label}</span>
      </label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <Conflict name={name} />
    </div>
  );
}

type OwnLinesProps = {
  name: "features";
  label: string;
  hint: string;
  lines: readonly string[];
  onLines: (lines: string[]) => void;
  onLeft: () => void;
};

/** A list with one entry per line. */
export function OwnLines({ name, label, hint, lines, onLines, onLeft }: OwnLinesProps) {
  const { id, error, onFocus, onBlur } = useOwnField(name, onLeft);
  return (
    <div className={withQuestion}>
      <TextAreaField
        id={id}
        name={name}
        label={label}
        isOptional
        rows={3}
        hint={hint}
        error={error}
        value={lines.join("\n")}
        onChange={({ currentTarget: { value } }) => onLines(value === "" ? [] : value.split("\n"))}
        onFocus={onFocus}
        onBlur={onBlur}
      />
      <Conflict name={name} />
    </div>
  );
}

/** Asks whether a number is whole that the host was typing when the page was closed, before renters see it. */
function HalfNumber({ name }: { name: HostField }) {
  const { saver, state } = useOwnCarForm();
  const value = unsureValue(state, name);
  if (typeof value !== "string" || (name === "monthlyPrice" && hasLeapingPrice(state))) return null;
  return (
    <Notice kind="warn" isAlert>
      <p className="wrap-anywhere">{m.host_half_number({ value })}</p>
      <p className="acts mt-2">
        <button className="btn btn-secondary btn-sm" type="button" onClick={() => saver.choose(name, "mine")}>
          {m.host_half_number_yes({ value })}
        </button>
        <button
          className="btn btn-secondary btn-sm"
          type="button"
          onClick={() => saver.choose(name, "theirs")}
        >
          {m.host_half_number_no()}
        </button>
      </p>
    </Notice>
  );
}

/** Asks which of two holds where the same field was changed on another device meanwhile. */
function Conflict({ name }: { name: HostField }) {
  const { saver, state } = useOwnCarForm();
  const theirs = state.conflicts[name];
  if (theirs === undefined) return null;
  const words =
    typeof theirs === "boolean"
      ? theirs
        ? m.admin_car_yes()
        : m.admin_car_no()
      : (Array.isArray(theirs) ? theirs.join(", ") : theirs) || m.admin_car_empty_value();
  return (
    <Notice kind="warn" isAlert>
      <p className="wrap-anywhere">{m.host_conflict({ value: words })}</p>
      <p className="acts mt-2">
        <button className="btn btn-secondary btn-sm" type="button" onClick={() => saver.choose(name, "mine")}>
          {m.host_conflict_mine()}
        </button>
        <button
          className="btn btn-secondary btn-sm"
          type="button"
          onClick={() => saver.choose(name, "theirs")}
        >
          {m.host_conflict_theirs()}
        </button>
      </p>
    </Notice>
  );
}
