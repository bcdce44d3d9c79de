import { useMutation, useQueryClient } from "@tanstack/react-query";
import { deleteCar, type AdminCar } from "#contract/admin/cars.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { Failed } from "#web/session/states.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { carDeletionRefusalWords } from "./car-deletion-refusal-words.ts";

/** Asks for confirmation, deletes the car, and says why where it can't be deleted. */
export function DeleteCar({ car: { id, name }, onClose }: { car: AdminCar; onClose: () => void }) {
  const cache = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api(deleteCar, { params: { id } }),
    onSuccess: async ({ retired }) => {
      onClose();
      if (retired) toast({ title: m.admin_cars_retired({ name }), description: m.admin_cars_retired_text() });
      else toast({ title: m.admin_cars_deleted({ name }) });
      await makeStale(cache, "car");
    },
    onError: (error) =>
      toast({
        title: m.admin_cars_delete_failed(),
        description: carDeletionRefusalWords(error, name) ?? m.admin_cars_delete_failed_text(),
        variant: "destructive",
      }),
  });
  const reason = carDeletionRefusalWords(remove.error, name);

  return (
    <ConfirmDialog
      title={m.admin_cars_delete_title()}
      confirm={m.admin_cars_delete()}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{m.admin_cars_delete_text({ name })}</p>
      <p className="small muted">{m.admin_cars_delete_note()}</p>
      {reason ? (
        <Notice kind="bad" isAlert>
          {reason}
        </Notice>
      ) : (
        <Failed error={remove.error} />
      )}
    </ConfirmDialog>
  );
}
