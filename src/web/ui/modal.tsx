import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "./icon.tsx";

type Dialog = RefObject<HTMLDialogElement | null>;

/** For a dialog that is open, before everything else, as long as it stands in the page. */
export function useModal(): Dialog {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return dialog;
}

/** As Escape closes it: whoever listens to `cancel` may hold it open. */
function closeUnlessHeld(dialog: HTMLDialogElement | null): void {
  if (dialog?.dispatchEvent(new Event("cancel", { cancelable: true }))) dialog.close();
}

type ModalHeadProps = { dialog: Dialog; closeLabel?: string; children: ReactNode };

/** What a dialog is about, and the way out of it. */
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
