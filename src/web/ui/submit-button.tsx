import type { ComponentProps } from "react";
import { useHydrated } from "./use-hydrated.ts";

type SubmitButtonProps = ComponentProps<"button"> & { isSending?: boolean };

/**
 * The button of a form that only script can send. Until script is there it takes no press, so that what was typed into the
 * form can't leave it by the browser's own way; it looks the same meanwhile.
 */
export function SubmitButton({ isSending, disabled, className = "btn btn-primary btn-wide", children, ...button }: SubmitButtonProps) {
  const hasScript = useHydrated();
  return (
    <button
      {...button}
      className={hasScript ? className : `${className} is-waking`}
      type="submit"
      disabled={disabled || !hasScript}
      aria-busy={isSending || undefined}
    >
      {isSending && <span className="moon-spin" aria-hidden="true" />}
      {children}
    </button>
  );
}
