import { type ReactNode, type RefObject, type SyntheticEvent, useEffect, useRef } from "react";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "./icon.tsx";
import { addModal } from "./open-modals.ts";

type Dialog = RefObject<HTMLDialogElement | null>;

/** For a dialog that is open, above everything else, as long as it is in the page. */
export function useModal(): Dialog {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    if (!shown) return;
    shown.showModal();
    const remove = addModal(shown);
    shown.addEventListener("close", remove);
    return () => {
      shown.removeEventListener("close", remove);
      remove();
      shown.close();
    };
  }, []);
  return dialog;
}

/** The dialog's own close event only: in React, unlike in the browser, `close` of an inner dialog bubbles up. */
export const whenClosed =
  (onClose: () => void) =>
  ({ target, currentTarget }: SyntheticEvent): void => {
    if (target === currentTarget) onClose();
  };

/** Closes a dialog as Escape does: a listener of `cancel` may keep it open. */
function closeUnlessHeld(dialog: HTMLDialogElement | null): void {
  if (dialog?.dispatchEvent(new Event("cancel", { cancelable: true }))) dialog.close();
}

type ModalHeadProps = { dialog: Dialog; closeLabel?: string; children: ReactNode };

/** A dialog's title, and the button that closes it. */
export const ModalHead = ({ dialog, closeLabel = m.common_close(), children }: ModalHeadProps) => (
  <header className="flex items-start justify-between gap-4">
    {children}
    <button
      className="btn btn-quiet btn-icon"
      type="button"
      aria-label={closeLabel}
      onClick={() => closeUnlessHeld(dialog.current)}
    >
      <Icon name="close" />
    </button>
  </header>
);
