import { authClient } from "./auth-client.ts";
import { readStoredSession } from "./stored-session.ts";

/** Seconds. A token that ends sooner is renewed before it is sent. */
const margin = 60;

/** The access token to send along, or undefined where nobody is signed in wholly. */
export async function freshToken(): Promise<string | undefined> {
  const session = readStoredSession();
  if (!session?.isWhole) return undefined;
  if (session.expiresAt - Date.now() / 1000 > margin) return session.accessToken;
  const { data } = await (await authClient()).getSession();
  return data.session?.access_token;
}
