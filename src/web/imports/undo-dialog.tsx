import { useMutation } from "@tanstack/react-query";
import type { ErrorBody } from "#contract/errors.ts";
import { ApiError } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed } from "#web/session/states.tsx";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";

type UndoObstacle = NonNullable<ErrorBody["hanging"]>[number];

type UndoDialogProps<Undone> = {
  title: string;
  text: string;
  undo: () => Promise<Undone>;
  onUndone: (undone: Undone) => Promise<void>;
  toastWords: (undone: Undone) => { title: string; description: string };
  /** What prevents the undo: a heading, and the words of each thing. */
  hangingTitle: string;
  hangingWords: (thing: UndoObstacle) => string;
  onClose: () => void;
};

/** Asks before an import is undone, and lists what prevents it. */
export function UndoDialog<Undone>(props: UndoDialogProps<Undone>) {
  const { title, text, onUndone, toastWords, hangingTitle, hangingWords, onClose } = props;
  const undo = useMutation({
    mutationFn: props.undo,
    onSuccess: async (undone) => {
      onClose();
      toast(toastWords(undone));
      await onUndone(undone);
    },
  });
  const hanging = undo.error instanceof ApiError ? undo.error.body?.hanging : undefined;
  return (
    <ConfirmDialog
      title={title}
      confirm={m.admin_imports_undo()}
      isBusy={undo.isPending}
      onConfirm={() => undo.mutate()}
      onClose={onClose}
    >
      <p>{text}</p>
      {hanging ? (
        <Notice kind="bad" isAlert>
          <b>{hangingTitle}</b>
          <ul>
            {hanging.map((thing) => (
              <li key={`${thing.carId} ${thing.why} ${thing.orders.join()}`}>
                <bdi>{hangingWords(thing)}</bdi>
              </li>
            ))}
          </ul>
        </Notice>
      ) : (
        <Failed error={undo.error} />
      )}
    </ConfirmDialog>
  );
}
