import { getUser } from "#contract/accounts.ts";
import { api, ApiError } from "#web/api.ts";
import { authClient } from "#web/session/auth-client.ts";
import { readStoredSession } from "#web/session/stored-session.ts";

/**
 * Who the stored session makes of the visitor: somebody signed in, somebody who still owes their second
 * factor, or nobody. The server is asked only where a session is stored; one that it no longer knows is
 * forgotten here too.
 */
export async function whoIsHere(): Promise<"user" | "half" | "nobody"> {
  const session = readStoredSession();
  if (!session) return "nobody";
  if (!session.isWhole) return "half";
  try {
    await api(getUser);
    return "user";
  } catch (error) {
    const client = await authClient();
    // A second factor was added elsewhere: the session learns of it by being renewed.
    if (error instanceof ApiError && error.body?.code === "insufficient_aal") await client.refreshSession();
    else if (error instanceof ApiError && error.status === 401) await client.signOut({ scope: "local" });
    return readStoredSession()?.isWhole === false ? "half" : "nobody";
  }
}

/** Whether whoever has just signed in works here: their day begins in the back office. */
export const isAdmin = (): Promise<boolean> =>
  api(getUser).then(
    (user) => user.isAdmin,
    () => false,
  );
