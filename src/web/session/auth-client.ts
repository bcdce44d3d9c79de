import type { AuthClient } from "@supabase/auth-js";
import { localStore } from "#web/ui/browser-storage.ts";
import { signInSettings } from "./sign-in-settings.ts";
import { sessionEvent, sessionKey } from "./session-names.ts";

export type SignInClient = InstanceType<typeof AuthClient>;

let client: Promise<SignInClient> | undefined;

/**
 * The only client of this tab. Its code is loaded when somebody signs in or is signed in, not before. Throws if
 * the browser keeps no session.
 */
export const authClient = (): Promise<SignInClient> =>
  (client ??= makeClient().catch((error: unknown) => {
    client = undefined;
    throw error;
  }));

/** A temporary client. Nothing else sees its session until it is given to the tab's own client. */
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
    // Emails lead to a page with a button: opening an address must not sign anybody in.
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
