import { createHash, timingSafeEqual } from "node:crypto";
import { eq } from "drizzle-orm";
import { exchangeCodes } from "#server/db/account-schema.ts";
import { evenTime } from "#server/even-answers.ts";
import { AuthError } from "./auth-error.ts";
import { allowTry, countFailure, forgiveFailures } from "./auth-limits.ts";
import type { AuthServices } from "./auth-services.ts";
import { readEmail, readPhone } from "./bodies.ts";
import { isPassword } from "./passwords.ts";
import { findPending, findUser, findUserBy } from "./queries.ts";
import { hashToken } from "#server/link-tokens.ts";
import { type From, refuseBanned, startSession, type Tokens } from "./sessions.ts";
import { isConfirmed } from "./sign-up.ts";

export type Credentials = { email?: string; phone?: string; password?: string };

const knownNetworkText = "select exists (select from sessions where user_id = $1 and network = $2) as known";

/** Signs in by password. A wrong one and an unknown address are the same in words and in work. Throws AuthError. */
export async function signInWithPassword(services: AuthServices, { email, phone, password = "" }: Credentials, from: From): Promise<Tokens> {
  if (!email && !phone) throw new AuthError("validation_failed", "missing email or phone");
  const recipient = email ? { email: readEmail(email) } : { phone: readPhone(phone ?? "") };
  const name = recipient.email ?? recipient.phone;
  const { db, rows } = services.database;
  const began = performance.now();
  const [user, pending] = [await findUserBy(db, recipient), await findPending(db, name, recipient.email ? "signup" : "sms")];
  const [network] = await rows<{ known: boolean }>(knownNetworkText, [user?.id ?? crypto.randomUUID(), from.network], "is-known-network");
  await allowTry(services, name, from.network, network?.known ?? false);
  // A sign-up that still waits proves nothing about an account that has begun, such as one without a password.
  const hash = user && isConfirmed(user) ? user.passwordHash : (user?.passwordHash ?? pending?.passwordHash);
  if (!(await isPassword(password, hash))) {
    await countFailure(services, name, from.network);
    await evenTime(began);
    throw new AuthError("invalid_credentials");
  }
  await forgiveFailures(services, name, from.network);
  if (!user || !isConfirmed(user)) throw new AuthError(recipient.email ? "email_not_confirmed" : "phone_not_confirmed");
  refuseBanned(services, user);
  return services.database.transaction((tx) => startSession(services, tx, user, "password", from));
}

/** PKCE: trades a code for a session, once, for whoever knows the verifier. Throws AuthError. */
export async function exchangeCode(
  services: AuthServices,
  { auth_code = "", code_verifier = "" }: { auth_code?: string; code_verifier?: string },
  from: From,
): Promise<Tokens> {
  if (!auth_code || !code_verifier) throw new AuthError("validation_failed", "invalid request: both auth code and code verifier should be non-empty");
  const taken = await services.database.transaction(async (tx) => {
    const [code] = await tx
      .select()
      .from(exchangeCodes)
      .where(eq(exchangeCodes.codeHash, hashToken(auth_code)))
      .for("update");
    if (!code) return "unknown";
    if (!isVerifier(code_verifier, code.codeChallenge)) return "bad";
    await tx.delete(exchangeCodes).where(eq(exchangeCodes.codeHash, code.codeHash));
    if (code.expiresAt.getTime() <= services.now()) return "expired";
    const user = await findUser(tx, code.userId);
    return user ? startSession(services, tx, user, code.method, from) : "unknown";
  });
  if (taken === "unknown") throw new AuthError("flow_state_not_found");
  if (taken === "bad") throw new AuthError("bad_code_verifier");
  if (taken === "expired") throw new AuthError("flow_state_expired");
  return taken;
}

function isVerifier(verifier: string, challenge: string): boolean {
  const made = Buffer.from(createHash("sha256").update(verifier).digest("base64url"));
  const kept = Buffer.from(challenge);
  return made.length === kept.length && timingSafeEqual(made, kept);
}
