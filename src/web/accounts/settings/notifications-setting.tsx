import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Notifications, setNotifications } from "#contract/account/settings.ts";
import type { NotificationChannel, Occasion } from "#domain/people/notifications.ts";
import { api } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";
import { notificationsQuery } from "./queries.ts";
import { Failed, Waiting } from "#web/session/states.tsx";
import { Setting } from "./setting.tsx";
import styles from "./settings.module.css";

const occasionNames: Record<Occasion, () => string> = {
  security: m.notify_security,
  orders: m.notify_orders,
  money: m.notify_money,
  messages: m.notify_messages,
  reminders: m.notify_reminders,
  saved_cars: m.notify_saved_cars,
};

/** The occasions that a user gets notifications for, and the channel of each. A change is saved at once. */
export function NotificationsSetting() {
  const cache = useQueryClient();
  const { queryKey } = notificationsQuery;
  const { data, error } = useQuery(notificationsQuery);
  const change = useMutation({
    mutationFn: (wanted: { occasion: Occasion; email?: boolean; sms?: boolean }) =>
      api(setNotifications, { body: { occasions: [wanted] } }),
    onMutate: ({ occasion, ...wanted }) => {
      const before = cache.getQueryData(queryKey);
      cache.setQueryData(queryKey, (now) => now && changed(now, occasion, wanted));
      return { before };
    },
    onError: (_error, _wanted, context) => cache.setQueryData(queryKey, context?.before),
    onSuccess: (answer) => {
      cache.setQueryData(queryKey, answer);
      toast({ title: m.notify_kept() });
    },
  });

  const box = (occasion: Occasion, channel: NotificationChannel, isOn: boolean, isDisabled: boolean) => (
    <input
      className={styles.switch}
      type="checkbox"
      role="switch"
      aria-checked={isOn}
      checked={isOn}
      disabled={isDisabled}
      aria-label={m.notify_by({
        occasion: occasionNames[occasion](),
        channel: channel === "email" ? m.notify_email() : m.notify_sms(),
      })}
      onChange={({ target }) => change.mutate({ occasion, [channel]: target.checked })}
    />
  );

  return (
    <Setting id="set-notifications" title={m.notify_title()}>
      <Failed error={error ?? change.error} />
      {!data && !error && <Waiting />}
      {data && (
        <>
          <table className={styles.notifications}>
            <thead>
              <tr>
                <th scope="col">{m.notify_occasion()}</th>
                <th scope="col">{m.notify_email()}</th>
                <th scope="col">{m.notify_sms()}</th>
              </tr>
            </thead>
            <tbody>
              {data.occasions.map(({ occasion, email, isEmailFixed, sms }) => (
                <tr key={occasion}>
                  <th scope="row">{occasionNames[occasion]()}</th>
                  <td>{box(occasion, "email", email, isEmailFixed)}</td>
                  <td>
                    {sms === null ? (
                      <span className="text-ink-faint" aria-label={m.notify_none()}>
                        –
                      </span>
                    ) : (
                      box(occasion, "sms", sms, data.smsUnavailable !== null)
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className="small muted">{m.notify_fixed()}</p>
          {data.smsUnavailable && (
            <p className="small muted">
              {data.smsUnavailable === "no_phone" ? m.notify_no_phone() : m.notify_no_gateway()}
            </p>
          )}
        </>
      )}
    </Setting>
  );
}

const changed = (
  now: Notifications,
  occasion: Occasion,
  wanted: { email?: boolean; sms?: boolean },
): Notifications => ({
  ...now,
  occasions: now.occasions.map((one) => (one.occasion === occasion ? { ...one, ...wanted } : one)),
});
