import { exportAccount } from "#contract/account/settings.ts";
import { useMutation } from "@tanstack/react-query";
import { dateInLosAngeles } from "#domain/dates.ts";
import { accountFile } from "#domain/saved-tables.ts";
import { download } from "#web/download.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed } from "#web/session/states.tsx";
import { Setting } from "./setting.tsx";

/** A download of all data that we keep about the signed-in user. */
export function DataSetting() {
  const saving = useMutation({
    mutationFn: () => download({ path: exportAccount.path, name: accountFile(dateInLosAngeles(Date.now())) }),
  });
  return (
    <Setting id="set-data" title={m.account_data()}>
      <p className="small muted">{m.account_data_text()}</p>
      <Failed error={saving.error} />
      <p>
        <button
          className="btn btn-secondary btn-sm"
          type="button"
          aria-busy={saving.isPending || undefined}
          onClick={() => !saving.isPending && saving.mutate()}
        >
          {m.account_data_download()}
        </button>
      </p>
    </Setting>
  );
}
