import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { CurrentUser } from "#contract/accounts.ts";
import { type HoldState, releaseHold } from "#contract/admin/hold.ts";
import { api } from "#web/api.ts";
import { mayUse } from "#web/admin/sections.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { failureCode, sessionErrorWords } from "#web/session/failure-words.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { showMoment } from "#web/ui/format/moment.ts";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { holdQuery } from "./queries.ts";

const errors: Record<string, () => string> = {
  not_reconciled: m.admin_held_differences,
  provider_unavailable: m.admin_held_provider_away,
  held_by_setting: m.admin_held_by_setting,
};

/** The things that a restored installation doesn't do yet, and the button that lets it do them. */
export function HeldNotice({ state, user }: { state: HoldState; user: CurrentUser }) {
  const cache = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const release = useMutation({
    mutationFn: (acceptDifferences: boolean) => api(releaseHold, { body: { acceptDifferences } }),
    onSuccess: () => {
      setAsking(false);
      toast({ title: m.admin_held_released() });
    },
    onSettled: () => makeStale(cache, holdQuery),
  });
  const code = release.error ? failureCode(release.error) : undefined;
  const isDiffering = code === "not_reconciled";

  return (
    <div className="mb-4">
      <Notice kind="warn">
        <b className="font-label">
          {state.takenAt
            ? m.admin_held_title({ when: showMoment(state.takenAt) })
            : m.admin_held_title_setting()}
        </b>
        <p className="mt-1">{state.isBySetting ? m.admin_held_by_setting() : m.admin_held_text()}</p>
        {!state.isBySetting && mayUse(user, ["all"]) && (
          <button className="btn btn-secondary btn-sm mt-2" type="button" onClick={() => setAsking(true)}>
            {m.admin_held_release()}
          </button>
        )}
      </Notice>
      {isAsking && (
        <ConfirmDialog
          title={m.admin_held_release_title()}
          confirm={isDiffering ? m.admin_held_release_anyway() : m.admin_held_release()}
          isBusy={release.isPending}
          isHarmless={!isDiffering}
          onConfirm={() => release.mutate(isDiffering)}
          onClose={() => setAsking(false)}
        >
          <p>{m.admin_held_release_text()}</p>
          {state.hasProviders && <p>{m.admin_held_release_providers()}</p>}
          {release.error && (
            <Notice kind="bad" isAlert>
              {(code && errors[code]?.()) ?? sessionErrorWords(release.error)}
              {isDiffering && (
                <>
                  {" "}
                  <Link to="/admin/finance">{m.admin_held_open_finance()}</Link>
                </>
              )}
            </Notice>
          )}
        </ConfirmDialog>
      )}
    </div>
  );
}
