import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { hostsFile } from "#domain/saved-tables.ts";
import { download } from "#web/download.ts";
import { m } from "#web/paraglide/messages.js";
import { sessionErrorWords } from "#web/session/failure-words.ts";
import { NotSignedInAnew, useFreshSignIn } from "#web/session/use-fresh-sign-in.tsx";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { toast } from "#web/ui/toast.ts";

/** How many years back may be chosen. */
const yearsBack = 6;

/** The yearly list of hosts for filling in tax forms, and an explanation of what it leaves out. */
export function HostYear({ thisYear }: { thisYear: number }) {
  const [year, setYear] = useState(thisYear);
  const id = useId();
  const { dialog, signedInFreshly } = useFreshSignIn();
  const saving = useMutation({
    mutationFn: () =>
      signedInFreshly(() =>
        download({ path: `/api/admin/finance/hosts?year=${year}`, name: hostsFile(year) }),
      ),
    onError: (error) =>
      error instanceof NotSignedInAnew ||
      toast({
        title: m.host_year_failed(),
        description: sessionErrorWords(error),
        variant: "destructive",
      }),
  });
  return (
    <section aria-labelledby={`${id}title`}>
      <h2 className="h3" id={`${id}title`}>
        {m.host_year_title()}
      </h2>
      <p className="muted mb-2.5">{m.host_year_note()}</p>
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          id={id}
          label={m.statements_year_choose()}
          value={String(year)}
          onChange={({ target }) => setYear(Number(target.value))}
          options={Array.from({ length: yearsBack }, (_, back) => String(thisYear - back)).map((one) => ({
            value: one,
            label: one,
          }))}
        />
        <button
          className="btn btn-secondary btn-sm"
          type="button"
          aria-busy={saving.isPending || undefined}
          onClick={() => !saving.isPending && saving.mutate()}
        >
          {m.host_year_save()}
        </button>
      </div>
      {dialog}
    </section>
  );
}
