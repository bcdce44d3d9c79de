import { type ReactNode, useEffect, useId, useRef } from "react";
import { m } from "#web/paraglide/messages.js";
import { useModal, whenClosed } from "#web/ui/modal.tsx";
import { holdTyped } from "./typed-fields.ts";

type ConfirmDialogProps = {
  title: string;
  children: ReactNode;
  confirm: string;
  /** The words of the button that changes nothing, if "Cancel" could be mistaken for the action. */
  dismiss?: string;
  isBusy?: boolean;
  /** The confirmed action removes nothing. */
  isHarmless?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before an action that can't be undone. The focus begins in the first field, or on the way out. */
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
  // If a reason is half written, Escape moves the focus to the button that leaves, and the reason stays.
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
