import { authClient, passingClient, type SignInClient } from "./auth-client.ts";
import { readStoredSession } from "./stored-session.ts";
import { signInByPassword } from "./sign-in-by-password.ts";

/** A new sign-in that still needs a second factor: the code comes from an app, or by text message. */
export type HalfSignIn = { client: SignInClient; factorId: string; challengeId: string | undefined };

/**
 * Signs in again with the password. This tab's session stays until the new one is complete. Returns the second
 * factor that is still needed, or undefined if none is. Throws the service's refusal.
 */
export async function signInAnew(email: string, password: string): Promise<HalfSignIn | undefined> {
  const client = await passingClient();
  const { data, error } = await signInByPassword({ email, password }, Promise.resolve(client));
  if (error) throw error;
  const verified = (data.user.factors ?? []).filter(({ status }) => status === "verified");
  const factor = verified.find(({ factor_type }) => factor_type === "totp") ?? verified[0];
  if (!factor) return takeOver(client);
  if (factor.factor_type !== "phone") return { client, factorId: factor.id, challengeId: undefined };
  const challenge = await client.mfa.challenge({ factorId: factor.id, channel: "sms" });
  if (challenge.error) throw challenge.error;
  return { client, factorId: factor.id, challengeId: challenge.data.id };
}

/** Sends the second factor's code; a recovery code goes like an app's digits. Throws the service's refusal. */
export async function finishSignIn(
  { client, factorId, challengeId }: HalfSignIn,
  code: string,
): Promise<undefined> {
  const { error } =
    challengeId === undefined
      ? await client.mfa.challengeAndVerify({ factorId, code })
      : await client.mfa.verify({ factorId, challengeId, code });
  if (error) throw error;
  return takeOver(client);
}

/** Makes the new session this browser's session, and ends the old one. */
async function takeOver(client: SignInClient): Promise<undefined> {
  const { data } = await client.getSession();
  const own = await authClient();
  const before = readStoredSession()?.accessToken;
  if (!data.session) throw new Error("The sign-in brought no session");
  const { access_token, refresh_token } = data.session;
  const { error } = await own.setSession({ access_token, refresh_token });
  if (error) throw error;
  // An old session that stays open would only be in the list of sessions.
  if (before) await own.admin.signOut(before, "local").catch(() => undefined);
  return undefined;
}
