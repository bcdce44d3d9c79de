import { authClient, passingClient, type SignInClient } from "./auth-client.ts";
import { readStoredSession } from "./stored-session.ts";
import { signInByPassword } from "./sign-in-by-password.ts";

/** A sign-in anew that still asks for a second factor: its code comes from an app, or by text message. */
export type HalfSignIn = { client: SignInClient; factorId: string; challengeId: string | undefined };

/**
 * Signs in anew with the password, beside the session of this tab, which stays until the new one is whole. Answers what
 * is still asked for; undefined where it is done. Throws the service's refusal.
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

/** Shows the second factor. A recovery code goes the way of an app's six digits. Throws the service's refusal. */
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

/** The new session becomes this browser's; the one before ends. */
async function takeOver(client: SignInClient): Promise<undefined> {
  const { data } = await client.getSession();
  const own = await authClient();
  const before = readStoredSession()?.accessToken;
  if (!data.session) throw new Error("The sign-in brought no session");
  const { access_token, refresh_token } = data.session;
  const { error } = await own.setSession({ access_token, refresh_token });
  if (error) throw error;
  // Left open it would only stand in the list of sessions.
  if (before) await own.admin.signOut(before, "local").catch(() => undefined);
  return undefined;
}
