import { authClient } from "./auth-client.ts";
import { readStoredSession } from "./stored-session.ts";

/** In seconds. A token that expires within this time is renewed before it is sent. */
const margin = 60;

/** In milliseconds. The library itself tries for much longer while there is no network. */
const patience = 5000;

/**
 * The access token to send along, or undefined if nobody is fully signed in. Throws if somebody is signed in but
 * their token can't be renewed now, or within a few seconds: a call without it would be anonymous.
 */
export async function freshToken(): Promise<string | undefined> {
  const session = readStoredSession();
  if (!session?.isWhole) return undefined;
  if (session.expiresAt - Date.now() / 1000 > margin) return session.accessToken;
  const { data } = await renewed();
  if (!data.session && readStoredSession()?.isWhole) throw new Error("The session can’t be renewed now");
  return data.session?.access_token;
}

/** The session from the library, renewed. Throws at once without a network, and after a few seconds without an answer. */
async function renewed() {
  if (!navigator.onLine) throw new Error("The session can’t be renewed without a network");
  const client = await authClient();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The session wasn’t renewed in time")), patience);
  });
  try {
    return await Promise.race([client.getSession(), late]);
  } finally {
    clearTimeout(timer);
  }
}
