import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { CurrentUser } from "#contract/accounts.ts";
import { type FirstRun, sendTestEmail } from "#contract/admin/first-run.ts";
import type { FirstRunStep } from "#domain/site/first-run.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed } from "#web/session/states.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { toast } from "#web/ui/toast.ts";
import { firstRunQuery } from "./queries.ts";

const words: Record<FirstRunStep, () => string> = {
  name: m.admin_first_name,
  payment: m.admin_first_payment,
  test_email: m.admin_first_test_email,
  second_administrator: m.admin_first_second_administrator,
  fleet: m.admin_first_fleet,
  backup: m.admin_first_backup,
};

/** The page where each step is done, for steps that have a page. */
const places: { [Step in FirstRunStep]?: string } = {
  name: "/admin/settings#settings-who",
  payment: "/admin/settings#settings-pay",
  second_administrator: "/admin/users",
  fleet: "/admin/upload",
};

type FirstRunListProps = { state: FirstRun; user: CurrentUser };

/** The steps of a new business, each with a link to the page where it is done. */
export function FirstRunList({ state: { steps, hasMailServer }, user }: FirstRunListProps) {
  const cache = useQueryClient();
  const test = useMutation({
    mutationFn: () => api(sendTestEmail),
    onSuccess: () =>
      toast(
        hasMailServer
          ? { title: m.admin_first_sent(), description: m.admin_first_sent_text({ email: user.email }) }
          : { title: m.admin_first_written(), description: m.admin_first_written_text() },
      ),
    onSettled: () => makeStale(cache, firstRunQuery),
  });

  const linkOf = (step: FirstRunStep): ReactNode => {
    const to = places[step];
    if (to) return <Link to={to}>{words[step]()}</Link>;
    if (step === "test_email")
      return (
        <>
          <button
            className="linklike"
            type="button"
            aria-busy={test.isPending || undefined}
            onClick={() => !test.isPending && test.mutate()}
          >
            {words[step]()}
          </button>
          {!hasMailServer && <small className="muted block">{m.admin_first_no_server()}</small>}
        </>
      );
    return (
      <>
        {words[step]()}
        <small className="muted block wrap-anywhere">
          {m.admin_first_backup_how({ command: "npm run backup -- /backups" })}
        </small>
      </>
    );
  };

  return (
    <section className="card mb-5" aria-labelledby="admin-first-run">
      <h2 className="h3 mb-2" id="admin-first-run">
        {m.admin_first_title()}
      </h2>
      <Failed error={test.error} />
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(22rem,100%),1fr))] gap-x-6 gap-y-2">
        {steps.map(({ step, isDone }) => (
          <li key={step} className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-2">
            {isDone ? <Icon name="check" /> : <span aria-hidden="true">○</span>}
            <span>
              {isDone ? (
                <span className="muted">
                  {words[step]()} <span className="sr-only">({m.admin_first_done()})</span>
                </span>
              ) : (
                linkOf(step)
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
