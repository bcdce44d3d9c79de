import { getUser } from "#contract/accounts.ts";
import { getHostEarnings } from "#contract/host/earnings.ts";
import { api, ApiError } from "#web/api.ts";
import { authClient } from "#web/session/auth-client.ts";
import { failureCode } from "#web/session/failure-words.ts";
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
    if (failureCode(error) === "account_suspended") return "user";
    const client = await authClient();
    // A second factor was added elsewhere: the session learns of it by being renewed.
    if (error instanceof ApiError && error.body?.code === "insufficient_aal") await client.refreshSession();
    else if (error instanceof ApiError && error.status === 401) await client.signOut({ scope: "local" });
    return readStoredSession()?.isWhole === false ? "half" : "nobody";
  }
}

/**
 * Where whoever has just signed in begins, if not at home: those who work here in the back office, a suspended host where
 * they read what they earned.
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
