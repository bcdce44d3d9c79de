import { type ComponentProps, type ReactNode, useState } from "react";
import { m } from "#web/paraglide/messages.js";
import { describedBy } from "./field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { FieldNote } from "./text-field.tsx";

type PasswordFieldProps = Omit<ComponentProps<"input">, "type"> & {
  id: string;
  label: string;
  error?: string;
  isAlert?: boolean;
  hint?: ReactNode;
  /** Stands across from the label, for example a link for people who forgot their password. */
  aside?: ReactNode;
  /** The id of more help, beside the field's hint or error. */
  helpId?: string;
};

/** A password field that can show its text. It refuses nothing while somebody types, so managers can paste. */
export function PasswordField({
  id,
  label,
  error,
  isAlert,
  hint,
  aside,
  helpId,
  ...input
}: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const described = describedBy(id, error, hint);
  const help = [described["aria-describedby"], helpId].filter(Boolean).join(" ");
  return (
    <div className="field">
      <div className="flex justify-between items-baseline gap-4 text-sm/[1.35]">
        <label className="font-label" htmlFor={id} id={`${id}-label`}>
          {label}
        </label>
        {aside}
      </div>
      <span className="relative block">
        <input
          className="control pr-23"
          id={id}
          type={isShown ? "text" : "password"}
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          {...described}
          aria-describedby={help || undefined}
        />
        <button
          className="btn btn-quiet needs-script absolute top-1 right-1 min-h-[calc(var(--size-control)-0.5rem)] px-2.5 rounded-[calc(var(--radius-md)-0.1875rem)] text-xs/[1.2]"
          type="button"
          aria-controls={id}
          aria-describedby={`${id}-label`}
          onClick={() => setShown((shown) => !shown)}
        >
          <Icon name="eye" />
          {isShown ? m.password_hide() : m.password_show()}
        </button>
      </span>
      <FieldNote id={id} error={error} isAlert={isAlert ?? Boolean(error)} hint={hint} />
    </div>
  );
}
