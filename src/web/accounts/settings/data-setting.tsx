import { useMutation } from "@tanstack/react-query";
import { authorization, ApiError } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed } from "#web/session/states.tsx";
import { Setting } from "./setting.tsx";

/** Everything that we keep of somebody, as a file. */
export function DataSetting() {
  const download = useMutation({
    mutationFn: async () => {
      const answer = await fetch("/api/account/export", {
        headers: await authorization(),
        credentials: "include",
      });
      if (!answer.ok) throw new ApiError(answer.status, answer.statusText, await answer.text());
      const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
      const link = document.createElement("a");
      link.href = URL.createObjectURL(await answer.blob());
      link.download = name ?? "account.json";
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href));
    },
  });
  return (
    <Setting id="set-data" title={m.account_data()}>
      <p className="small muted">{m.account_data_text()}</p>
      <Failed error={download.error} />
      <p>
        <button
          className="btn btn-secondary btn-sm"
          type="button"
          aria-busy={download.isPending || undefined}
          onClick={() => !download.isPending && download.mutate()}
        >
          {m.account_data_download()}
        </button>
      </p>
    </Setting>
  );
}
