import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { m } from "#web/paraglide/messages.js";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { holdTyped } from "./typed-fields.ts";
import { UnsavedEdits } from "./unsaved-edits.tsx";

/** Asks before a dialog with something typed in it closes, and before its page is left. It is beside the dialog. */
export function KeepTyped({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
  const [isAsking, setAsking] = useState(false);
  const typed = useRef<() => boolean>(undefined);
  const isDirty = useCallback(() => typed.current?.() ?? false, []);
  useEffect(() => {
    if (!dialog.current) return;
    const { isTyped, stop } = holdTyped(dialog.current, () => setAsking(true));
    typed.current = isTyped;
    return stop;
  }, [dialog]);

  return (
    <>
      <UnsavedEdits isDirty={isDirty} hasDialog />
      {isAsking && (
        <ConfirmDialog
          title={m.admin_typed_title()}
          confirm={m.admin_typed_discard()}
          dismiss={m.admin_typed_keep()}
          onConfirm={() => {
            setAsking(false);
            dialog.current?.close();
          }}
          onClose={() => setAsking(false)}
        >
          <p>{m.admin_typed_text()}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
