import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import {
  reconcileByApi,
  reconcileFile,
  type Reconciliation as Compared,
} from "#contract/admin/reconciliation.ts";
import { addDays, dateInLosAngeles } from "#domain/dates.ts";
import { providerName, paymentProviders } from "#domain/payments/providers.ts";
import { mostReconciledDays } from "#domain/payments/reconciliation.ts";
import { fileErrorWords } from "#web/admin/words/file-error-words.ts";
import { Failed } from "#web/session/states.tsx";
import { api, ApiError } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { sendFiles } from "#web/send-files.ts";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ReconciledRows } from "./reconciled-rows.tsx";

type ReportPeriod = Record<"provider" | "from" | "to", string>;

/** Compares a provider's report, requested from the provider or read from a file, with the ledger. */
export function Reconciliation() {
  const [asked, setAsked] = useState<ReportPeriod>(() => {
    const today = dateInLosAngeles(Date.now());
    return { provider: paymentProviders[0], from: addDays(today, 1 - mostReconciledDays), to: today };
  });
  const comparing = useMutation({
    mutationFn: (file: File | undefined) => compare(asked, file),
  });
  const change = (part: Partial<typeof asked>) => {
    setAsked({ ...asked, ...part });
    comparing.reset();
  };
  const { from, to } = asked;
  const isRange = from !== "" && to >= from && to <= addDays(from, mostReconciledDays - 1);
  const send = (file?: File) => isRange && !comparing.isPending && comparing.mutate(file);

  return (
    <section aria-labelledby="finance-recon">
      <h2 className="h3" id="finance-recon">
        {m.finance_recon()}
      </h2>
      <p className="muted">{m.finance_recon_note()}</p>
      <div className="flex flex-wrap items-end gap-3 my-3 [&>.field]:flex-[1_1_9rem]">
        <SelectField
          id="recon-provider"
          label={m.finance_recon_provider()}
          value={asked.provider}
          options={paymentProviders.map((value) => ({ value, label: providerName(value) }))}
          onChange={({ currentTarget: { value } }) => change({ provider: value })}
        />
        <TextField
          id="recon-from"
          type="date"
          label={m.finance_recon_from()}
          value={from}
          onChange={({ currentTarget: { value } }) => change({ from: value })}
        />
        <TextField
          id="recon-to"
          type="date"
          label={m.finance_recon_to()}
          value={to}
          onChange={({ currentTarget: { value } }) => change({ to: value })}
        />
        <button
          className="btn btn-secondary"
          type="button"
          aria-busy={comparing.isPending || undefined}
          onClick={() => send()}
        >
          {m.finance_recon_ask()}
        </button>
        <label className="btn btn-secondary" htmlFor="recon-file">
          {m.finance_recon_file()}
        </label>
        <input
          className="sr-only"
          id="recon-file"
          type="file"
          accept=".csv,text/csv"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) send(file);
            currentTarget.value = "";
          }}
        />
      </div>
      {!isRange && (
        <Notice kind="warn" isAlert>
          {m.finance_recon_days()}
        </Notice>
      )}
      <Trouble error={comparing.error} />
      {comparing.data && <ReconciledRows compared={comparing.data} />}
    </section>
  );
}

/** Shows a refusal in the reader's language. */
function Trouble({ error }: { error: unknown }) {
  const { file, code } = (error instanceof ApiError && error.body) || {};
  if (!file && code !== "provider_unavailable") return <Failed error={error} />;
  return (
    <Notice kind="bad" isAlert>
      {file ? fileErrorWords(file) : m.finance_recon_unavailable()}
    </Notice>
  );
}

function compare(query: ReportPeriod, file?: File): Promise<Compared> {
  if (!file) return api(reconcileByApi, { query });
  const form = new FormData();
  form.append("file", file);
  return sendFiles<Compared>(`${reconcileFile.path}?${new URLSearchParams(query)}`, form);
}
