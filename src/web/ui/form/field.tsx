import type { ReactNode } from "react";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/icon.tsx";

/**
 * A label, its control, and below it a hint or, in its place, the error. The control carries `id`, and
 * `describedBy(id, error, hint)` if there is a hint or an error.
 */
export function Field(props: {
  id: string;
  label: string;
  isOptional?: boolean;
  hint?: ReactNode;
  error?: string;
  className?: string;
  children: ReactNode;
}) {
  const { id, label, isOptional, hint, error, className, children } = props;
  return (
    <div className={className ? `field ${className}` : "field"}>
      <label htmlFor={id}>
        {label} {isOptional && <span className="optional">{m.common_optional()}</span>}
      </label>
      {children}
      {error ? (
        <p className="error" id={`${id}-error`}>
          <Icon name="alert" />
          {error}
        </p>
      ) : (
        hint && (
          <p className="hint" id={`${id}-hint`}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}

/** The attributes that connect a control with its hint or error: `<input {...describedBy(id, error, hint)} />`. */
export function describedBy(id: string, error?: string, hint?: ReactNode) {
  if (error) return { "aria-invalid": true, "aria-describedby": `${id}-error` } as const;
  return hint ? { "aria-describedby": `${id}-hint` } : {};
}

/** The frame that draws a native select's arrow. */
export const SelectFrame = ({ children }: { children: ReactNode }) => (
  <span className="select">{children}</span>
);
