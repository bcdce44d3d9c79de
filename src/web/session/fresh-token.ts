import { authClient } from "./auth-client.ts";
import { readStoredSession } from "./stored-session.ts";

/** In seconds. A token that expires within this time is renewed before it is sent. */
const margin = 60;

/**
 * The access token to send along, or undefined if nobody is fully signed in. Throws if somebody is signed in but
 * their token can't be renewed now: a call without it would be anonymous.
 */
export async function freshToken(): Promise<string | undefined> {
  const session = readStoredSession();
  if (!session?.isWhole) return undefined;
  if (session.expiresAt - Date.now() / 1000 > margin) return session.accessToken;
  const { data } = await (await authClient()).getSession();
  if (!data.session && readStoredSession()?.isWhole) throw new Error("The session can’t be renewed now");
  return data.session?.access_token;
}
