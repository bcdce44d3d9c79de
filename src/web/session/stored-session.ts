import { localStore } from "#web/ui/browser-storage.ts";
import { sessionKey } from "./session-names.ts";
export type StoredSession = {
  accessToken: string;
  /** Seconds since 1970. */
  expiresAt: number;
  /** False while a second factor is still needed: such a session opens nothing. */
  isWhole: boolean;
  id: string;
  email: string;
  name: string;
  /** The account's full name and phone; empty if it has none. */
  fullName: string;
  phone: string;
};

/**
 * The session in local storage, or undefined. Anything may be there, so the values only decide what to show and which
 * token to send.
 */
export function readStoredSession(
  storage: Pick<Storage, "getItem"> | undefined = localStore(),
): StoredSession | undefined {
  try {
    const kept = recordOf(JSON.parse(storage?.getItem(sessionKey) ?? ""));
    const user = recordOf(kept.user);
    const accessToken = textOf(kept.access_token);
    if (!accessToken || !user.id) return undefined;
    const email = textOf(user.email);
    const { full_name, username, phone } = recordOf(user.user_metadata);
    return {
      accessToken,
      expiresAt: Number(kept.expires_at) || 0,
      isWhole: !hasFactor(user.factors) || levelOf(accessToken) === "aal2",
      id: textOf(user.id),
      email,
      fullName: textOf(full_name).trim(),
      phone: textOf(phone).trim(),
      name: displayName({ fullName: textOf(full_name), username: textOf(username), email }),
    };
  } catch {
    return undefined;
  }
}

/** The full name, else the user name, else the email up to the @, else "": the screen then says "User". */
export function displayName({
  fullName,
  username,
  email,
}: {
  fullName: string;
  username: string;
  email: string;
}): string {
  return fullName.trim() || username.trim() || (email.split("@")[0] ?? "");
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? { ...value } : {};
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const hasFactor = (factors: unknown): boolean =>
  Array.isArray(factors) && factors.some((factor) => recordOf(factor).status === "verified");

function levelOf(token: string): unknown {
  const payload = token.split(".")[1] ?? "";
  return recordOf(JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")))).aal;
}
