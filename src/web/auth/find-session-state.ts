import { getUser } from "#contract/accounts.ts";
import { getHostEarnings } from "#contract/host/earnings.ts";
import { api, ApiError } from "#web/api.ts";
import { authClient } from "#web/session/auth-client.ts";
import { failureCode } from "#web/session/failure-words.ts";
import { readStoredSession } from "#web/session/stored-session.ts";

/**
 * What the stored session says about the visitor: a signed-in user, a user who still has to take the second step,
 * or nobody. The server is asked only where a session is stored. A session that the server no longer knows is
 * dropped here.
 */
export async function findSessionState(): Promise<"user" | "half" | "nobody"> {
  const session = readStoredSession();
  if (!session) return "nobody";
  if (!session.isWhole) return "half";
  try {
    await api(getUser);
    return "user";
  } catch (error) {
    if (failureCode(error) === "account_suspended") return "user";
    const client = await authClient();
    // A second factor was added elsewhere. Renewing the session adds that fact to it.
    if (error instanceof ApiError && error.body?.code === "insufficient_aal") await client.refreshSession();
    else if (error instanceof ApiError && error.status === 401) await client.signOut({ scope: "local" });
    return readStoredSession()?.isWhole === false ? "half" : "nobody";
  }
}

/**
 * The first page of a user who has just signed in, where it isn't the home page: the back office for
 * administrators, the earnings for a suspended host.
 */
export async function findBeginning(): Promise<"/admin/dashboard" | "/host/earnings" | undefined> {
  try {
    return (await api(getUser)).isAdmin ? "/admin/dashboard" : undefined;
  } catch (error) {
    if (failureCode(error) !== "account_suspended") return undefined;
    return api(getHostEarnings).then(
      () => "/host/earnings",
      () => undefined,
    );
  }
}
