import type { ComponentProps } from "react";

type SubmitButtonProps = ComponentProps<"button"> & { isSending?: boolean };

/**
 * The button of a form. Until the application is there the boot script keeps a form that only script can send,
 * and its press waits.
 */
export function SubmitButton({
  isSending,
  disabled,
  className = "btn btn-primary btn-wide",
  children,
  ...button
}: SubmitButtonProps) {
  return (
    <button
      {...button}
      className={className}
      type="submit"
      disabled={disabled}
      aria-busy={isSending || undefined}
    >
      {isSending && <span className="moon-spin" aria-hidden="true" />}
      {children}
    </button>
  );
}
