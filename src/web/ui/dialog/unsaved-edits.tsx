import { useEffect } from "react";
import { useBlocker } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { ConfirmDialog } from "./confirm-dialog.tsx";

type UnsavedEditsProps = {
  isDirty: () => boolean;
  /** A dialog that is open by the page's address: Back alone closes it. */
  hasDialog?: boolean;
  /** What the dialog says, if something else than edits would be lost. */
  words?: { title: string; text: string; leave: string };
};

/**
 * Asks before somebody leaves a screen with unsaved edits: with our dialog inside the application, with the
 * browser's own dialog for other addresses.
 */
export function UnsavedEdits({ isDirty, hasDialog = false, words }: UnsavedEditsProps) {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      (from.pathname !== to.pathname || (hasDialog && from.search !== to.search)) && isDirty(),
  );
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isDirty]);

  if (blocker.state !== "blocked") return null;
  return (
    <ConfirmDialog
      title={words?.title ?? m.admin_unsaved_title()}
      confirm={words?.leave ?? m.admin_unsaved_leave()}
      onConfirm={() => blocker.proceed()}
      onClose={() => blocker.reset()}
    >
      <p>{words?.text ?? m.admin_unsaved_text()}</p>
    </ConfirmDialog>
  );
}
