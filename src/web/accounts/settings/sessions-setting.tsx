import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { endSession, type ListedSession } from "#contract/accounts.ts";
import { dateFormat } from "#domain/date-format.ts";
import { api } from "#web/api.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { authClient } from "#web/session/auth-client.ts";
import { toast } from "#web/ui/toast.ts";
import { deviceName } from "./device-name.ts";
import { sessionsQuery } from "#web/accounts/queries.ts";
import { makeStale } from "#web/make-stale.ts";
import { Failed, Waiting } from "#web/session/states.tsx";
import { LogOutEverywhere } from "./log-out-setting.tsx";
import { Setting } from "./setting.tsx";

/** The user's sessions, each with a button that ends it. */
export function SessionsSetting() {
  const cache = useQueryClient();
  const { data: sessions, error } = useQuery(sessionsQuery);
  const onSuccess = async () => {
    toast({ title: m.account_session_ended() });
    await makeStale(cache, sessionsQuery);
  };
  const end = useMutation({
    mutationFn: (id: string) => api(endSession, { params: { id } }),
    onSuccess,
  });
  const endOthers = useMutation({
    mutationFn: async () => {
      const { error } = await (await authClient()).signOut({ scope: "others" });
      if (error) throw error;
    },
    onSuccess,
  });
  const hasOthers = sessions?.some(({ isCurrent }) => !isCurrent);

  return (
    <Setting id="set-sessions" title={m.account_sessions()}>
      <Failed error={error ?? end.error ?? endOthers.error} />
      {!sessions && !error && <Waiting />}
      <ul className="devices">
        {sessions?.map((session) => (
          <li key={session.id}>
            <div>
              <b>{nameOf(session)}</b>
              <span className="small muted num">
                {m.account_session_times({
                  began: moment(session.createdAt),
                  used: moment(session.refreshedAt),
                  ends: day(session.endsAt),
                })}
              </span>
            </div>
            {session.isCurrent ? (
              <span className="badge badge-good">{m.account_session_this()}</span>
            ) : (
              <button
                className="btn btn-quiet btn-sm"
                type="button"
                aria-label={m.account_session_end_label({ device: nameOf(session) })}
                onClick={() => !end.isPending && end.mutate(session.id)}
              >
                {m.account_session_end()}
              </button>
            )}
          </li>
        ))}
      </ul>
      {hasOthers && (
        <p className="flex flex-wrap gap-2">
          <button
            className="btn btn-secondary btn-sm"
            type="button"
            onClick={() => !endOthers.isPending && endOthers.mutate()}
          >
            {m.account_sessions_end()}
          </button>
          <LogOutEverywhere look="btn-quiet" />
        </p>
      )}
    </Setting>
  );
}

function nameOf({ userAgent }: ListedSession): string {
  const { browser, system } = deviceName(userAgent);
  if (browser && system) return m.account_session_device({ browser, system });
  return browser || system || m.account_session_unknown();
}

const day = (instant: string): string =>
  dateFormat(currentLanguage(), { dateStyle: "medium" }).format(Date.parse(instant));

const moment = (instant: string): string =>
  dateFormat(currentLanguage(), { dateStyle: "medium", timeStyle: "short" }).format(Date.parse(instant));
