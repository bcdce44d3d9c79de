import { authClient } from "./auth-client.ts";
import { readStoredSession } from "./stored-session.ts";

/** Seconds. A token that ends sooner is renewed before it is sent. */
const margin = 60;

/**
 * The access token to send along, or undefined where nobody is signed in wholly. Throws where somebody is whose token can't
 * be renewed now: a call without it would be a stranger's.
 */
export async function freshToken(): Promise<string | undefined> {
  const session = readStoredSession();
  if (!session?.isWhole) return undefined;
  if (session.expiresAt - Date.now() / 1000 > margin) return session.accessToken;
  const { data } = await (await authClient()).getSession();
  if (!data.session && readStoredSession()?.isWhole) throw new Error("The session can’t be renewed now");
  return data.session?.access_token;
}
