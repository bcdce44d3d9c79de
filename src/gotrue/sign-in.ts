import { createHash, timingSafeEqual } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { passwordError } from "#domain/people/credentials.ts";
import { exchangeCodes, users } from "#server/db/schema/accounts.ts";
import { constantTime } from "#server/http/constant-time.ts";
import { AuthError } from "./auth-error.ts";
import { reserveTry } from "./auth-limits.ts";
import type { AuthServices } from "./auth-services.ts";
import { readEmail, readPhone } from "./bodies.ts";
import { hashPassword, matchPassword } from "./sign-up/passwords.ts";
import { findUser, findUserBy, type UserRow } from "./queries.ts";
import { hashToken } from "#server/auth/link-tokens.ts";
import { isKnownNetwork } from "./known-networks.ts";
import { type SessionClient, startSession, type Tokens } from "./sessions/sessions.ts";
import { isConfirmed } from "./sign-up/sign-up.ts";
import { findSignUps, waitingHashes } from "./sign-up/waiting-sign-ups.ts";

export type Credentials = { email?: string; phone?: string; password?: string };

/**
 * Signs in by password. A wrong password and an unknown address get the same answer after the same work. Throws
 * AuthError.
 */
export async function signInWithPassword(
  services: AuthServices,
  { email, phone, password = "" }: Credentials,
  from: SessionClient,
): Promise<Tokens> {
  if (!email && !phone) throw new AuthError("validation_failed", "missing email or phone");
  const recipient = email ? { email: readEmail(email) } : { phone: readPhone(phone ?? "") };
  const name = recipient.email ?? recipient.phone;
  const began = performance.now();
  const user = await findUserBy(services.database.db, recipient);
  const attempt = await reserveTry(
    services,
    name,
    from.network,
    await isKnownNetwork(services.database, user?.id, from.network),
  );
  const match = await matchPassword(password, user?.passwordHash);
  if (!match) {
    // The password of a waiting sign-up gets the same answer if the address has an account, and cancels no failure
    // of a wrong password.
    const isWaiting = await isOfWaiting(services, name, password);
    await constantTime(began);
    if (isWaiting) throw unconfirmed(recipient);
    throw new AuthError("invalid_credentials");
  }
  await attempt.forgive();
  if (!user || !isConfirmed(user)) throw unconfirmed(recipient);
  const tokens = await services.database.transaction((tx) =>
    startSession(services, tx, user, "password", from),
  );
  if (match === "typed") await keepNormal(services, user, password);
  return tokens;
}

const unconfirmed = ({ email }: { email?: string }) =>
  new AuthError(email ? "email_not_confirmed" : "phone_not_confirmed");

/**
 * Replaces an older hash with a hash of the password's normal form, unless the password has changed in the
 * meantime. The old hash stays if the normal form is not a valid password, such as an empty one.
 */
async function keepNormal(
  { database }: AuthServices,
  { id, passwordHash: before }: UserRow,
  password: string,
): Promise<void> {
  if (before === null || passwordError(password)) return;
  const passwordHash = await hashPassword(password);
  await database.db
    .update(users)
    .set({ passwordHash })
    .where(and(eq(users.id, id), eq(users.passwordHash, before)));
}

async function isOfWaiting(services: AuthServices, name: string, password: string): Promise<boolean> {
  const waiting = await findSignUps(services, services.database.db, name);
  if (waiting.length === 0) return false;
  const hashes = await waitingHashes(services, name, password);
  return waiting.some(({ passwordHash }) => hashes.includes(passwordHash));
}

/** PKCE: exchanges a code for a session, once, for a client that knows the verifier. Throws AuthError. */
export async function exchangeCode(
  services: AuthServices,
  { auth_code = "", code_verifier = "" }: { auth_code?: string; code_verifier?: string },
  from: SessionClient,
): Promise<Tokens> {
  if (!auth_code || !code_verifier)
    throw new AuthError(
      "validation_failed",
      "invalid request: both auth code and code verifier should be non-empty",
    );
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
