import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { listPayouts, type PaidFileReport, uploadPaidFile } from "#contract/admin/payouts.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import { tableFile } from "#domain/saved-tables.ts";
import { AdminIcon } from "#web/admin/admin-icon.tsx";
import { currentUserQuery } from "#web/admin/queries.ts";
import { actorName } from "#web/admin/words/actor-name.ts";
import { fileErrorWords } from "#web/admin/words/file-error-words.ts";
import { ApiError } from "#web/api.ts";
import { download } from "#web/download.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { payoutErrorWords } from "#web/payouts/words.ts";
import { sendFiles } from "#web/send-files.ts";
import { NotSignedInAnew, useFreshSignIn } from "#web/session/use-fresh-sign-in.tsx";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { showNumber } from "#web/ui/format/show-number.ts";
import { showMoment } from "#web/ui/format/moment.ts";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { bankListQuery } from "./queries.ts";

/** The list of payouts for the bank, and the upload of the file that says what the bank has sent. */
export function BankFiles() {
  const cache = useQueryClient();
  const forget = () => makeStale(cache, "money");
  const { dialog, signedInFreshly } = useFreshSignIn();
  const saving = useMutation({
    mutationFn: async ({ isAgain }: { isAgain: boolean }) => {
      const name = tableFile("payouts", dateInLosAngeles(Date.now()));
      const path = `${listPayouts.path}?format=csv${isAgain ? "&again=true" : ""}`;
      await signedInFreshly(() => download({ path, name }));
      toast({ title: m.payouts_admin_list_done({ file: name }) });
    },
    onSettled: forget,
  });
  const reading = useMutation({ mutationFn: upload, onSettled: forget });
  const { data: user } = useQuery(currentUserQuery);
  const { data: list } = useQuery(bankListQuery);
  const [isAsking, setAsking] = useState(false);
  // Both buttons write. An administrator who may only read sees a notice about this above every screen.
  if (user?.isReadOnly) return null;
  const failure = saving.error instanceof NotSignedInAnew ? null : (saving.error ?? reading.error);
  return (
    <div className="stack">
      <p className="acts">
        <button
          className="btn btn-secondary"
          type="button"
          aria-busy={saving.isPending || undefined}
          onClick={() => !saving.isPending && saving.mutate({ isAgain: false })}
        >
          <AdminIcon name="down" />
          {m.payouts_admin_list()}
        </button>
        {list && list.given > 0 && (
          <button className="btn btn-secondary" type="button" onClick={() => setAsking(true)}>
            <AdminIcon name="down" />
            {m.payouts_admin_again()}
          </button>
        )}
        <label className="btn btn-secondary" htmlFor="payouts-file">
          <AdminIcon name="upload" />
          {m.payouts_admin_upload()}
        </label>
        <input
          className="sr-only"
          id="payouts-file"
          type="file"
          accept=".csv,text/csv"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file && !reading.isPending) reading.mutate(file);
            currentTarget.value = "";
          }}
        />
      </p>
      {list && list.fresh === 0 && list.given > 0 && <p className="note">{m.payouts_admin_list_none()}</p>}
      {list && isAsking && (
        <ConfirmDialog
          title={m.payouts_admin_again_title()}
          confirm={m.payouts_admin_again_yes()}
          onConfirm={() => {
            setAsking(false);
            if (!saving.isPending) saving.mutate({ isAgain: true });
          }}
          onClose={() => setAsking(false)}
        >
          <p>{m.payouts_admin_again_text({ given: showNumber(list.given) })}</p>
          {list.lastAt && (
            <p>
              {m.payouts_admin_again_last({
                when: showMoment(list.lastAt),
                who: actorName(list.lastBy ?? ""),
              })}
            </p>
          )}
        </ConfirmDialog>
      )}
      {failure && (
        <Notice kind="bad" isAlert>
          {failure instanceof ApiError && failure.body?.file
            ? fileErrorWords(failure.body.file)
            : payoutErrorWords(failure)}
        </Notice>
      )}
      {reading.data && <Report report={reading.data} />}
      {dialog}
    </div>
  );
}

function upload(file: File): Promise<PaidFileReport> {
  const form = new FormData();
  form.append("file", file);
  return sendFiles<PaidFileReport>(uploadPaidFile.path, form);
}

const problems: Record<string, () => string> = {
  not_found: m.payouts_admin_row_not_found,
  twice: m.payouts_admin_row_twice,
  other_amount: m.payouts_admin_row_other_amount,
  is_paid: m.payouts_admin_row_state,
  is_failed: m.payouts_admin_row_state,
  is_cancelled: m.payouts_admin_row_state,
};

function Report({ report: { recorded, errors } }: { report: PaidFileReport }) {
  if (errors.length === 0)
    return <Notice kind="good">{m.payouts_admin_uploaded({ recorded: showNumber(recorded) })}</Notice>;
  return (
    <Notice kind="bad" isAlert>
      <p>{m.payouts_admin_file_wrong()}</p>
      <ul>
        {errors.map(({ row, code, payout }) => (
          <li key={row}>
            {m.payouts_admin_row({
              row,
              payout,
              problem: (problems[code] ?? m.payouts_admin_row_cell)(),
            })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
