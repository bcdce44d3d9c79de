import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { makeRecoveryCodes } from "#contract/accounts.ts";
import { api } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { authClient } from "#web/session/auth-client.ts";
import { signInSettings } from "#web/session/sign-in-settings.ts";
import { Icon } from "#web/ui/icon.tsx";
import { toast } from "#web/ui/toast.ts";
import { EnrolApp } from "./enrol-app.tsx";
import { EnrolPhone } from "./enrol-phone.tsx";
import { type Factor, phoneOfferQuery, sessionsQuery, userQuery } from "#web/accounts/queries.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { Failed } from "#web/session/states.tsx";
import { Edit, Setting } from "#web/accounts/settings/setting.tsx";
import { makeStale } from "#web/make-stale.ts";

/** A user's second factors: the list, adding one, removing one, and the recovery codes. */
export function SecondStepSetting({ factors }: { factors: Factor[] }) {
  const cache = useQueryClient();
  const { isHosted } = signInSettings();
  const { data: offersPhone } = useQuery(phoneOfferQuery);
  const [adding, setAdding] = useState<"app" | "phone">();
  const verified = factors.filter(({ isVerified }) => isVerified);
  // Factors that were begun and never finished are listed too, so that nobody can add one in secret. While the
  // user adds a factor, they are hidden: the list would show the one being added.
  const shown = adding ? verified : factors;

  const makeCodes = useMutation({
    mutationFn: () => api(makeRecoveryCodes),
  });
  const onChanged = () => makeStale(cache, userQuery, sessionsQuery);

  const onVerified = async () => {
    setAdding(undefined);
    toast({ title: m.account_step_added() });
    if (verified.length === 0 && !isHosted) makeCodes.mutate();
    await onChanged();
  };

  return (
    <Setting id="set-second" title={m.account_step()}>
      {verified.length === 0 ? (
        <p className="small muted">{m.account_step_off()}</p>
      ) : (
        <>
          <p className="badge badge-good">
            <Icon name="check" />
            {m.account_step_on()}
          </p>
        </>
      )}
      {shown.length > 0 && (
        <ul className="devices">
          {shown.map((factor) => (
            <FactorRow key={factor.id} factor={factor} onRemoved={onChanged} />
          ))}
        </ul>
      )}
      {adding === "app" && (
        <EnrolApp unfinished={factors} onVerified={onVerified} onCancel={() => setAdding(undefined)} />
      )}
      {adding === "phone" && (
        <EnrolPhone unfinished={factors} onVerified={onVerified} onCancel={() => setAdding(undefined)} />
      )}
      {!adding && (
        <div className="acts">
          <button className="btn btn-secondary btn-sm" type="button" onClick={() => setAdding("app")}>
            {m.account_step_add_app()}
          </button>
          {offersPhone && (
            <button className="btn btn-quiet btn-sm" type="button" onClick={() => setAdding("phone")}>
              {m.account_step_add_phone()}
            </button>
          )}
        </div>
      )}
      {verified.length > 0 && !isHosted && (
        <RecoveryCodes
          codes={makeCodes.data?.codes}
          error={makeCodes.error}
          isMaking={makeCodes.isPending}
          onMake={() => makeCodes.mutate()}
          onDone={makeCodes.reset}
        />
      )}
    </Setting>
  );
}

function FactorRow({ factor, onRemoved }: { factor: Factor; onRemoved: () => Promise<unknown> }) {
  const remove = useMutation({
    mutationFn: async () => {
      const client = await authClient();
      const { error } = await client.mfa.unenroll({ factorId: factor.id });
      if (error) throw error;
      await client.refreshSession();
    },
    onSuccess: async () => {
      toast({ title: m.account_step_removed() });
      await onRemoved();
    },
  });
  const kind = factor.kind === "totp" ? m.account_step_app() : m.account_step_phone();
  return (
    <li>
      <Icon name={factor.kind === "totp" ? "key" : "phone"} />
      <div>
        <b>{factor.name || kind}</b>
        <span className="small muted">{factor.isVerified ? kind : m.account_step_unfinished()}</span>
        <Failed error={remove.error} />
      </div>
      <Edit label={m.account_step_remove()}>
        <p className="small">{m.account_step_remove_ask({ name: factor.name || kind })}</p>
        <p>
          <button
            className="btn btn-danger btn-sm"
            type="button"
            aria-busy={remove.isPending || undefined}
            onClick={() => !remove.isPending && remove.mutate()}
          >
            {m.account_step_remove_yes()}
          </button>
        </p>
      </Edit>
    </li>
  );
}
