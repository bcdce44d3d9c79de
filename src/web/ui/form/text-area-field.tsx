import type { ComponentProps } from "react";
import { m } from "#web/paraglide/messages.js";
import { describedBy } from "./field.tsx";
import { FieldNote, type LabelledProps } from "./text-field.tsx";

type TextAreaFieldProps = ComponentProps<"textarea"> & LabelledProps;

/** Words on several lines, with their label above and, below, a hint or what is wrong with them. */
export function TextAreaField({ id, label, isOptional, hint, error, isAlert, ...area }: TextAreaFieldProps) {
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} {isOptional && <span className="optional">{m.common_optional()}</span>}
      </label>
      <textarea className="control" id={id} {...area} {...describedBy(id, error, hint)} />
      <FieldNote id={id} error={error} isAlert={isAlert} hint={hint} />
    </div>
  );
}
