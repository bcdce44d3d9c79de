import { type ReactNode, useEffect, useId, useRef } from "react";
import { m } from "#web/paraglide/messages.js";
import { useModal, whenClosed } from "#web/ui/modal.tsx";
import { holdTyped } from "./typed-fields.ts";

type ConfirmDialogProps = {
  title: string;
  children: ReactNode;
  confirm: string;
  /** What leaves everything as it is, where "Cancel" could be taken for the deed. */
  dismiss?: string;
  isBusy?: boolean;
  /** What is confirmed takes nothing away. */
  isHarmless?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something that can't be taken back. It opens with its first field under the finger, or the way out. */
export function ConfirmDialog({
  title,
  children,
  confirm,
  dismiss = m.admin_cancel(),
  isBusy,
  isHarmless,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const dialog = useModal();
  const leave = useRef<HTMLButtonElement>(null);
  const id = useId();
  // Escape with a reason half written leads to the way out, and leaves the reason.
  useEffect(
    () => (dialog.current ? holdTyped(dialog.current, () => leave.current?.focus()).stop : undefined),
    [dialog],
  );

  return (
    <dialog
      className="dialog"
      role="alertdialog"
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={whenClosed(onClose)}
    >
      <h2 className="h3" id={`${id}-title`}>
        {title}
      </h2>
      <div className="stack" id={`${id}-text`}>
        {children}
      </div>
      <div className="acts">
        <button
          ref={leave}
          className="btn btn-secondary"
          type="button"
          onClick={() => dialog.current?.close()}
        >
          {dismiss}
        </button>
        <button
          className={isHarmless ? "btn btn-primary" : "btn btn-bad"}
          type="button"
          aria-busy={isBusy || undefined}
          onClick={() => !isBusy && onConfirm()}
        >
          {confirm}
        </button>
      </div>
    </dialog>
  );
}
