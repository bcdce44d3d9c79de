import { queryOptions } from "@tanstack/react-query";
import type { getProfile, listSessions } from "#contract/accounts.ts";
import { api } from "#web/api.ts";
import { authClient } from "#web/session/auth-client.ts";
import { signInSettings } from "#web/session/sign-in-settings.ts";

/** Milliseconds that a profile is taken for true. */
const profileLife = 5 * 60_000;

export const profileQuery = queryOptions({
  queryKey: ["api", "auth", "v2", "profile"],
  queryFn: () => api<typeof getProfile>({ method: "GET", path: "/api/auth/v2/profile" }),
  staleTime: profileLife,
});

export const sessionsQuery = queryOptions({
  queryKey: ["api", "auth", "sessions"],
  queryFn: () => api<typeof listSessions>({ method: "GET", path: "/api/auth/sessions" }),
});

export type Factor = { id: string; kind: "totp" | "phone"; name: string; isVerified: boolean };

/**
 * The signed-in user as the sign-in service tells it: address, the one it is to become, and second factors.
 */
export const userQuery = queryOptions({
  queryKey: ["auth", "v1", "user"],
  queryFn: async () => {
    const { data, error } = await (await authClient()).getUser();
    if (error) throw error;
    const { email = "", new_email: newEmail, factors = [] } = data.user;
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
