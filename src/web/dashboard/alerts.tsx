import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "react-router";
import type { CurrentUser } from "#contract/accounts.ts";
import { acknowledgeAlert, type SystemAlert } from "#contract/admin/dashboard.ts";
import { api } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { Notice, type NoticeKind } from "#web/ui/notice.tsx";
import { showAge } from "#web/ui/format/moment.ts";
import { alertsQuery } from "#web/admin/queries.ts";
import { mayOpen } from "#web/admin/sections.ts";
import { makeStale } from "#web/make-stale.ts";
import { Failed } from "#web/session/states.tsx";

/** The number of alerts that the specification shows at first. */
const shownAtFirst = 3;

const kinds: Record<SystemAlert["type"], NoticeKind> = { error: "bad", warning: "warn", info: "info" };
const typeNames: Record<SystemAlert["type"], () => string> = {
  error: m.admin_alert_error,
  warning: m.admin_alert_warning,
  info: m.admin_alert_info,
};

const footPart = "inline-flex items-center min-h-6 max-md:min-h-11";

/** Alerts for administrators, the worst first. An alert stays until an administrator acknowledges it. */
export function Alerts({ user }: { user: CurrentUser }) {
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isWhole, setWhole] = useState(false);
  const { data: alerts = [], error, refetch } = useQuery(alertsQuery);
  const noting = useMutation({
    mutationFn: (id: string) => api(acknowledgeAlert, { params: { id } }),
    onSuccess: () => {
      heading.current?.focus();
      return makeStale(client, alertsQuery);
    },
  });
  const shown = isWhole ? alerts : alerts.slice(0, shownAtFirst);

  return (
    <section aria-labelledby="admin-alerts" className="grid gap-2.5 mb-3">
      <h2 className="sr-only" id="admin-alerts" ref={heading} tabIndex={-1}>
        {m.admin_alerts()}
      </h2>
      <Failed error={error ?? noting.error} onRetry={error ? () => void refetch() : undefined} />
      {shown.length > 0 && (
        <ul className="[&_.notice]:h-full grid grid-cols-[repeat(auto-fit,minmax(min(20rem,100%),1fr))] gap-3">
          {shown.map((alert) => (
            <li key={alert.id}>
              <Notice kind={kinds[alert.type]}>
                <b className="font-label">{alert.message}</b>
                <p className="flex flex-wrap gap-x-4 gap-y-1 mt-1 text-xs/[inherit]">
                  <span className={footPart}>
                    {m.admin_alert_about({ type: typeNames[alert.type](), when: showAge(alert.timestamp) })}
                  </span>
                  {mayOpen(user, alert.href) && (
                    <Link
                      className={`${footPart} font-label`}
                      to={alert.href}
                      aria-label={m.admin_alert_see_what({ message: alert.message })}
                    >
                      {m.admin_alert_see()}
                    </Link>
                  )}
                  <button
                    className={`linklike ${footPart} font-label`}
                    type="button"
                    aria-label={m.admin_alert_note_what({ message: alert.message })}
                    aria-busy={noting.isPending || undefined}
                    onClick={() => !noting.isPending && noting.mutate(alert.id)}
                  >
                    {m.admin_alert_note()}
                  </button>
                </p>
              </Notice>
            </li>
          ))}
        </ul>
      )}
      {alerts.length > shownAtFirst && (
        <p>
          <button
            className="linklike font-label"
            type="button"
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? m.admin_alerts_fewer() : m.admin_alerts_all({ count: alerts.length })}
          </button>
        </p>
      )}
    </section>
  );
}
