import { type ReactNode, useId } from "react";
import { m } from "#web/paraglide/messages.js";
import { useModal } from "#web/ui/modal.tsx";

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

/** Asks before something that can't be taken back. It opens with the way out under the finger. */
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
  const id = useId();

  return (
    <dialog
      className="dialog"
      role="alertdialog"
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={onClose}
    >
      <h2 className="h3" id={`${id}-title`}>
        {title}
      </h2>
      <div className="stack" id={`${id}-text`}>
        {children}
      </div>
      <div className="acts">
        <button className="btn btn-secondary" type="button" onClick={() => dialog.current?.close()}>
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
