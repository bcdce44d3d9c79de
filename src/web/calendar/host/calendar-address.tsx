import type { UseMutationResult } from "@tanstack/react-query";
import { useState } from "react";
import type { CalendarAddress as Address } from "#contract/host/calendar.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed } from "#web/session/states.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { toast } from "#web/ui/toast.ts";

type CalendarAddressProps = {
  id: string;
  address: string;
  replace: Pick<UseMutationResult<Address, Error, void>, "mutate" | "isPending" | "error">;
};

/** A secret address where other services read the taken days. The host can copy it or get a new one. */
export function CalendarAddress({ id, address, replace }: CalendarAddressProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <TextField
        id={`address-${id}`}
        label={m.calendar_address_label()}
        hint={m.calendar_address_hint()}
        value={address}
        readOnly
        dir="ltr"
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Failed error={replace.error} />
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <CopyButton text={address} label={m.calendar_copy()} />
        <button className="btn btn-quiet btn-sm" type="button" onClick={() => setAsking(true)}>
          {m.calendar_new_address()}
        </button>
      </p>
      {isAsking && (
        <ConfirmDialog
          title={m.calendar_new_address_title()}
          confirm={m.calendar_new_address()}
          isBusy={replace.isPending}
          onConfirm={() =>
            replace.mutate(undefined, {
              onSuccess: () => toast({ title: m.calendar_new_address_made() }),
              onSettled: () => setAsking(false),
            })
          }
          onClose={() => setAsking(false)}
        >
          <p>{m.calendar_new_address_text()}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
