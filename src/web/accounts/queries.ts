import type { User } from "@supabase/auth-js";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getProfile, listSessions } from "#contract/accounts.ts";
import { getHostApplication } from "#contract/hosting.ts";
import { endpointQuery } from "#web/endpoint-query.ts";
import { failureCode } from "#web/session/failure-words.ts";
import { freshToken } from "#web/session/fresh-token.ts";
import { signInSettings } from "#web/session/sign-in-settings.ts";

/** Milliseconds for which a profile counts as fresh. */
const profileLife = 5 * 60_000;

export const profileQuery = queryOptions({
  ...endpointQuery(getProfile),
  staleTime: profileLife,
});

/**
 * Whether the signed-in user's account is suspended. The answer "suspended" holds as long as the pages are open:
 * when a part of them reads the profile again and waits for the answer, the rest stays closed.
 */
export function useIsSuspended(): boolean {
  const { error } = useQuery(profileQuery);
  const [isSuspended, setSuspended] = useState(false);
  if (!isSuspended && failureCode(error) === "account_suspended") setSuspended(true);
  return isSuspended;
}

/** The state of the user's application to host. */
export const applicationQuery = { ...endpointQuery(getHostApplication), staleTime: 0 };

export const sessionsQuery = endpointQuery(listSessions);

export type Factor = { id: string; kind: "totp" | "phone"; name: string; isVerified: boolean };

/**
 * The signed-in user from the sign-in service: email address, the address it is to become, and second factors.
 * Read without the sign-in client: the client has 20 kB, and the settings can be shown without it.
 */
export const userQuery = queryOptions({
  queryKey: ["auth", "v1", "user"],
  queryFn: async () => {
    const { email = "", new_email: newEmail, factors = [] } = await readUser();
    return {
      email,
      newEmail,
      factors: factors.flatMap(({ id, factor_type, friendly_name, status }): Factor[] =>
        factor_type === "totp" || factor_type === "phone"
          ? [{ id, kind: factor_type, name: friendly_name ?? "", isVerified: status === "verified" }]
          : [],
      ),
    };
  },
});

async function readUser(): Promise<Pick<User, "email" | "new_email" | "factors">> {
  const { url, key } = signInSettings();
  const token = await freshToken();
  const answer = await fetch(`${url}/user`, {
    headers: { apikey: key, ...(token && { Authorization: `Bearer ${token}` }) },
  });
  if (answer.ok) return (await answer.json()) as User;
  const refusal = (await answer.json().catch(() => ({}))) as { error_code?: string; msg?: string };
  throw Object.assign(new Error(refusal.msg ?? `Answer ${answer.status}`), {
    code: refusal.error_code ?? "unexpected_failure",
  });
}

/** Whether the service can send codes to phones. */
export const phoneOfferQuery = queryOptions({
  queryKey: ["auth", "v1", "settings"],
  queryFn: async () => {
    const { url, key } = signInSettings();
    const answer = await fetch(`${url}/settings`, { headers: { apikey: key } });
    const settings = (await answer.json()) as { external?: { phone?: unknown } };
    return settings.external?.phone === true;
  },
});
