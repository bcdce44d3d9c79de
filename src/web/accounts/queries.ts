import type { User } from "@supabase/auth-js";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getProfile, listSessions } from "#contract/accounts.ts";
import { endpointQuery } from "#web/endpoint-query.ts";
import { failureCode } from "#web/session/failure-words.ts";
import { freshToken } from "#web/session/fresh-token.ts";
import { signInSettings } from "#web/session/sign-in-settings.ts";

/** Milliseconds that a profile is taken for true. */
const profileLife = 5 * 60_000;

export const profileQuery = queryOptions({
  ...endpointQuery(getProfile),
  staleTime: profileLife,
});

/**
 * Whether the account of whoever is signed in is suspended. Once that was answered it holds as long as their pages are
 * open: a part of them that asks anew, and waits for its answer, doesn't open the rest meanwhile.
 */
export function useIsSuspended(): boolean {
  const { error } = useQuery(profileQuery);
  const [isSuspended, setSuspended] = useState(false);
  if (!isSuspended && failureCode(error) === "account_suspended") setSuspended(true);
  return isSuspended;
}

export const sessionsQuery = endpointQuery(listSessions);

export type Factor = { id: string; kind: "totp" | "phone"; name: string; isVerified: boolean };

/**
 * The signed-in user as the sign-in service tells it: address, the one it is to become, and second factors.
 * Asked without the sign-in client, which is 20 kB that nobody needs to look at their settings.
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
