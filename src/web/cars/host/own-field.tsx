import type { ComponentProps, ReactNode } from "react";
import type { HostField } from "#domain/cars/host/fields.ts";
import { m } from "#web/paraglide/messages.js";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { TextAreaField } from "#web/ui/form/text-area-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { partErrorWords, partNames } from "./part-words.ts";
import { shownField } from "./saver-state.ts";
import { useOwnCarForm } from "./use-own-car.ts";

/** The values and handlers of a field's control. */
function useOwnField(name: HostField) {
  const { saver, state, newestYear } = useOwnCarForm();
  const value = shownField(state, name);
  const error = state.pending[name] ? undefined : state.car.errors[name];
  return {
    id: `car-${name}`,
    label: partNames[name](),
    value,
    text: typeof value === "string" ? value : "",
    // An empty field isn't an error while the form is filled in. The last step lists the missing fields.
    error: error && error !== "required" ? partErrorWords(name, error, newestYear) : undefined,
    onType: (typed: string | boolean | string[]) => saver.type(name, typed),
    onLeave: () => void saver.flush(),
  };
}

type OwnTextProps = { name: HostField; hint?: ReactNode } & Partial<
  Pick<
    ComponentProps<typeof TextField>,
    "inputMode" | "maxLength" | "list" | "placeholder" | "isOptional" | "autoComplete" | "spellCheck"
  >
>;

export function OwnText({ name, ...more }: OwnTextProps) {
  const { id, label, text, error, onType, onLeave } = useOwnField(name);
  return (
    <div>
      <TextField
        id={id}
        name={name}
        label={label}
        error={error}
        value={text}
        onChange={({ currentTarget: { value } }) => onType(value)}
        onBlur={onLeave}
        {...more}
      />
      <Conflict name={name} />
    </div>
  );
}

export function OwnArea({
  name,
  ...more
}: { name: HostField } & Partial<ComponentProps<typeof TextAreaField>>) {
  const { id, label, text, error, onType, onLeave } = useOwnField(name);
  return (
    <div>
      <TextAreaField
        id={id}
        name={name}
        label={label}
        error={error}
        value={text}
        onChange={({ currentTarget: { value } }) => onType(value)}
        onBlur={onLeave}
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
  const { id, label, text, error, onType } = useOwnField(name);
  const isKnown = options.some(({ value }) => value === text);
  return (
    <div>
      <SelectField
        id={id}
        name={name}
        label={label}
        error={error}
        value={text}
        options={isKnown ? options : [{ value: text, label: text || m.host_choose() }, ...options]}
        onChange={({ currentTarget: { value } }) => onType(value)}
      />
      <Conflict name={name} />
    </div>
  );
}

export function OwnMark({ name, hint }: { name: HostField; hint?: string }) {
  const { id, label, value, onType } = useOwnField(name);
  return (
    <div className="field">
      <label className="choice">
        <input
          type="checkbox"
          id={id}
          name={name}
          checked={value === true}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={({ currentTarget: { checked } }) => onType(checked)}
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
};

/** A list with one entry per line. The typed text stays unchanged while the host types. */
export function OwnLines({ name, label, hint, lines, onLines }: OwnLinesProps) {
  const { id, error, onLeave } = useOwnField(name);
  return (
    <div>
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
        onBlur={onLeave}
      />
      <Conflict name={name} />
    </div>
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
