import { and, desc, eq, gt, isNull, ne, sql } from "drizzle-orm";
import type { z } from "zod";
import { minute } from "#domain/durations.ts";
import { plainCode } from "#domain/plain-text.ts";
import { factorChallenges, factors } from "#server/db/schema/factors.ts";
import { sessions } from "#server/db/schema/accounts.ts";
import type { Db } from "#server/db/open-database.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import { AuthError } from "#gotrue/auth-error.ts";
import { countCode, countEmailCall, countText } from "#gotrue/auth-limits.ts";
import type { AuthServices } from "#gotrue/auth-services.ts";
import { type FactorCodeBody } from "#gotrue/bodies.ts";
import { notify } from "./change-user.ts";
import { codeMessage } from "#gotrue/mail/emails.ts";
import { type Bearer, type FactorRow, lockUser } from "#gotrue/queries.ts";
import { spendRecoveryCode } from "./recovery-codes.ts";
import { forgetNetworks } from "#gotrue/known-networks.ts";
import { hashCode, randomDigits, unseal } from "#gotrue/sessions/sealing.ts";
import { turn, type Tokens, withMethod } from "#gotrue/sessions/sessions.ts";
import { type SignUpClient, requireTexts } from "#gotrue/sign-up/sign-up.ts";
import { period, authenticator, hasVerified, lockSession, ownFactor, requireFreshFactor } from "./factors.ts";

const challengeMinutes = 5;

const challengeLife = challengeMinutes * minute;

const mostMisses = 5;

const rest = 15 * minute;

/**
 * Opens a challenge, bound to the session. For a phone it sends a code by text, within the limits. Throws
 * AuthError.
 */
export async function challenge(
  services: AuthServices,
  bearer: Bearer,
  factorId: string,
  asker: SignUpClient,
) {
  const factor = await ownFactor(services.database.db, bearer, factorId);
  if (factor.status === "unverified")
    requireFreshFactor(services, bearer, "AAL2 required to verify a new factor", 403);
  const [id, code] = [crypto.randomUUID(), randomDigits()];
  const expiresAt = services.now() + challengeLife;
  if (factor.phone) {
    // A phone that this account has not confirmed may belong to anybody.
    const isNew = factor.status === "unverified";
    requireTexts(services, isNew ? factor.phone : undefined);
    if (isNew) await countEmailCall(services, asker);
    await countCode(services, "otp", { recipient: factor.phone, knownNetwork: bearer.userId });
    if (isNew) await countText(services, asker);
  }
  await services.database.transaction(async (tx) => {
    const codeHash = factor.phone ? hashCode(services, id, code) : null;
    await tx
      .insert(factorChallenges)
      .values({ id, factorId, sessionId: bearer.session.id, codeHash, expiresAt: new Date(expiresAt) });
    await tx
      .update(factors)
      .set({ lastChallengedAt: new Date(services.now()) })
      .where(eq(factors.id, factorId));
    if (factor.phone)
      await services.outbox.postTexts(tx, [
        {
          kind: "factor",
          recipient: factor.phone,
          language: asker.language,
          body: codeMessage(asker.language, code, challengeMinutes),
        },
      ]);
  });
  return { id, type: factor.type, expires_at: Math.floor(expiresAt / 1000) };
}

/**
 * Moves the newest challenge that waits for a code to this session: a person who signs in by the API does so
 * twice, first to get the code and then with it.
 */
export async function adoptChallenge(
  { database, now }: AuthServices,
  { session }: Bearer,
  factorId: string,
): Promise<{ id: string } | undefined> {
  return database.transaction(async (tx) => {
    const isWaiting = and(
      eq(factorChallenges.factorId, factorId),
      isNull(factorChallenges.usedAt),
      gt(factorChallenges.expiresAt, new Date(now())),
    );
    const [newest] = await tx
      .select()
      .from(factorChallenges)
      .where(isWaiting)
      .orderBy(desc(factorChallenges.expiresAt))
      .limit(1)
      .for("update");
    if (newest)
      await tx
        .update(factorChallenges)
        .set({ sessionId: session.id })
        .where(eq(factorChallenges.id, newest.id));
    return newest;
  });
}

/** Checks a factor's code, or a recovery code in its place, and raises the session to aal2. Throws AuthError. */
export async function verifyFactor(
  services: AuthServices,
  bearer: Bearer,
  factorId: string,
  body: z.output<typeof FactorCodeBody>,
): Promise<Tokens> {
  await ownFactor(services.database.db, bearer, factorId);
  const { challenge_id = "", code = "" } = body;
  if (!isUuid(challenge_id))
    throw new AuthError("mfa_factor_not_found", "MFA factor with the provided challenge ID not found", {
      status: 422,
    });
  const verified = await services.database.transaction(async (tx) => {
    const user = await lockUser(tx, bearer.userId);
    const [factor] = await tx.select().from(factors).where(eq(factors.id, factorId)).for("update");
    const [opened] = await tx
      .select()
      .from(factorChallenges)
      .where(eq(factorChallenges.id, challenge_id))
      .for("update");
    if (!user || !factor || !opened || opened.factorId !== factorId)
      return new AuthError("mfa_factor_not_found", undefined, { status: 422 });
    const now = services.now();
    if ((factor.restsUntil?.getTime() ?? 0) > now) {
      return new AuthError("over_request_rate_limit", undefined, {
        retryAfter: Math.ceil(((factor.restsUntil?.getTime() ?? now) - now) / 1000),
      });
    }
    if (opened.sessionId !== bearer.session.id || opened.usedAt)
      return new AuthError("mfa_ip_address_mismatch");
    if (opened.expiresAt.getTime() <= now) return new AuthError("mfa_challenge_expired");
    // A factor that somebody enrolled before the account had a second step can't become one without the owner's.
    if (factor.status === "unverified" && (await hasVerified(tx, user.id))) {
      requireFreshFactor(
        services,
        { ...bearer, hasVerifiedFactor: true },
        "AAL2 required to verify a new factor",
        403,
      );
    }
    const method = await shownMethod(services, tx, factor, opened, code);
    if (!method) return miss(services, tx, factor, opened.id);
    await tx
      .update(factorChallenges)
      .set({ usedAt: new Date(now) })
      .where(eq(factorChallenges.id, opened.id));
    await tx
      .update(factors)
      .set({ status: "verified", misses: 0, restsUntil: null, updatedAt: new Date(now) })
      .where(eq(factors.id, factorId));
    const isNew = factor.status === "unverified";
    if (isNew) await notify(services, tx, user, "second_factor_added");
    await tx.delete(factors).where(and(eq(factors.userId, user.id), eq(factors.status, "unverified")));
    const session = await lockSession(tx, bearer.session.id);
    await tx
      .delete(sessions)
      .where(and(eq(sessions.userId, user.id), eq(sessions.aal, "aal1"), ne(sessions.id, session.id)));
    // Networks that became known by a password alone are no longer known.
    if (isNew) await forgetNetworks(tx, user.id);
    const raised = {
      aal: "aal2" as const,
      factorId,
      amr: withMethod(services, session.amr, method),
      refreshFloor: session.refreshCount + 1,
    };
    return turn(services, tx, session, user, raised);
  });
  if (verified instanceof AuthError) throw verified;
  return verified;
}

/** The method of a right code; undefined for a wrong code, or for one that was used before. */
async function shownMethod(
  services: AuthServices,
  tx: Db,
  factor: FactorRow,
  opened: { id: string; codeHash: string | null },
  typed: string,
): Promise<string | undefined> {
  const code = plainCode(typed);
  if (factor.status === "verified" && (await spendRecoveryCode(services, tx, factor.userId, code)))
    return "recovery_code";
  if (!/^\d{6}$/.test(code)) return undefined;
  if (factor.type === "phone")
    return opened.codeHash === hashCode(services, opened.id, code) ? "mfa/phone" : undefined;
  const totp = authenticator(unseal(services, factor.id, factor.sealedSecret ?? ""), "", "");
  const offset = totp.validate({ token: code, timestamp: services.now(), window: 1 });
  if (offset === null) return undefined;
  const step = Math.floor(services.now() / 1000 / period) + offset;
  if (factor.lastStep !== null && step <= factor.lastStep) return undefined;
  await tx.update(factors).set({ lastStep: step }).where(eq(factors.id, factor.id));
  return "totp";
}

/** Counts a wrong code. After five in a row the factor rests for a quarter of an hour. */
async function miss(
  services: AuthServices,
  tx: Db,
  factor: FactorRow,
  challengeId: string,
): Promise<AuthError> {
  const misses = factor.misses + 1;
  const rests =
    misses >= mostMisses ? { misses: 0, restsUntil: new Date(services.now() + rest) } : { misses };
  await tx.update(factors).set(rests).where(eq(factors.id, factor.id));
  const [counted] = await tx
    .update(factorChallenges)
    .set({ tries: sql`tries + 1` })
    .where(eq(factorChallenges.id, challengeId))
    .returning({ tries: factorChallenges.tries });
  if ((counted?.tries ?? 0) >= mostMisses)
    await tx
      .update(factorChallenges)
      .set({ usedAt: new Date(services.now()) })
      .where(eq(factorChallenges.id, challengeId));
  return new AuthError(
    "mfa_verification_failed",
    factor.type === "phone" ? "Invalid MFA Phone code entered" : undefined,
  );
}
