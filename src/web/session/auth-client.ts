import type { AuthClient } from "@supabase/auth-js";
import { localStore } from "#web/ui/browser-storage.ts";
import { signInSettings } from "./sign-in-settings.ts";
import { sessionEvent, sessionKey } from "./session-names.ts";

export type SignInClient = InstanceType<typeof AuthClient>;

let client: Promise<SignInClient> | undefined;

/**
 * The one client of this tab. It comes over the network when somebody signs in or is signed in, and not
 * before. Throws where the browser keeps no session.
 */
export const authClient = (): Promise<SignInClient> =>
  (client ??= makeClient().catch((error: unknown) => {
    client = undefined;
    throw error;
  }));

/** A client whose session nobody else sees until it is given to the tab's own. */
export const passingClient = (): Promise<SignInClient> =>
  newClient({ storageKey: `${sessionKey}-passing`, persistSession: false, autoRefreshToken: false });

async function newClient(options: {
  storageKey: string;
  persistSession?: boolean;
  autoRefreshToken?: boolean;
}): Promise<SignInClient> {
  const { AuthClient } = await import("@supabase/auth-js");
  const { url, key } = signInSettings();
  return new AuthClient({
    url,
    headers: { apikey: key, Authorization: `Bearer ${key}` },
    // Emails lead to a page with a button; nothing is taken from an address that merely was opened.
    detectSessionInUrl: false,
    ...options,
  });
}

async function makeClient(): Promise<SignInClient> {
  if (!localStore()) throw Object.assign(new Error("The browser keeps nothing"), { code: "storage_blocked" });
  const made = await newClient({ storageKey: sessionKey });
  made.onAuthStateChange(() => window.dispatchEvent(new Event(sessionEvent)));
  return made;
}
