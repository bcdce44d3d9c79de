import { and, desc, eq, gt, inArray, isNull, lt, ne, sql } from "drizzle-orm";
import { correction, generate } from "lean-qr";
import { toSvgSource } from "lean-qr/extras/svg";
import { Secret, TOTP } from "otpauth";
import type { z } from "zod";
import { brand } from "#domain/brand.ts";
import { isOneLine, isPlainText } from "#domain/plain-text.ts";
import { factorChallenges, factors, recoveryCodes, sessions } from "#server/db/account-schema.ts";
import type { Db } from "#server/db/open-database.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import { AuthError } from "#server/auth/gotrue/auth-error.ts";
import { hasLetterRoom } from "#server/auth/gotrue/auth-limits.ts";
import type { AuthServices } from "#server/auth/gotrue/auth-services.ts";
import { requireAssurance } from "#server/auth/gotrue/bearer.ts";
import { type FactorBody, type FactorCodeBody, readPhone } from "#server/auth/gotrue/bodies.ts";
import { load, notify } from "./change-user.ts";
import { codeMessage } from "./emails.ts";
import { type Bearer, type FactorRow, findFactors, lockUser, type SessionRow } from "#server/auth/gotrue/queries.ts";
import { spendRecoveryCode } from "./recovery-codes.ts";
import { hashCode, randomDigits, seal, unseal } from "#server/auth/gotrue/sessions/sealing.ts";
import { turn, type Tokens, withMethod } from "#server/auth/gotrue/sessions/sessions.ts";
import { type Asker, requireTexts } from "#server/auth/gotrue/sign-up/sign-up.ts";

const mostFactors = 10;
const challengeMinutes = 5;
const challengeLife = challengeMinutes * 60_000;
const mostMisses = 5;
const rest = 15 * 60_000;
/** What an authenticator app counts in. */
const period = 30;
/** Whoever changes second factors has shown theirs within a day. */
const fresh = 24 * 60 * 60;

const authenticator = (secret: string, label: string, issuer: string) =>
  new TOTP({ issuer, label, algorithm: "SHA1", digits: 6, period, secret: Secret.fromBase32(secret) });

/** Enrols a second factor, which counts once a code of it was shown. Throws AuthError. */
export async function enrol(services: AuthServices, bearer: Bearer, body: z.output<typeof FactorBody>) {
  requireFreshFactor(services, bearer, "AAL2 required to enroll a new factor", 403);
  const { factor_type, friendly_name = "" } = body;
  if (factor_type !== "totp" && factor_type !== "phone") throw new AuthError("validation_failed", "factor_type needs to be totp or phone");
  if (friendly_name.length > 100 || !isPlainText(friendly_name) || !isOneLine(friendly_name))
    throw new AuthError("validation_failed", "friendly_name is not valid");
  const phone = factor_type === "phone" ? readPhone(body.phone ?? "") : undefined;
  if (phone && !services.config.smsUrl && !services.config.isLocal) throw new AuthError("mfa_phone_enroll_not_enabled");
  const user = await load(services, bearer);
  const id = crypto.randomUUID();
  const secret = new Secret({ size: 20 }).base32;
  await services.database.transaction(async (tx) => {
    await lockUser(tx, user.id);
    await tx.delete(factors).where(and(eq(factors.userId, user.id), eq(factors.status, "unverified"), lt(factors.createdAt, sql`now() - interval '1 hour'`)));
    const enrolled = await findFactors(tx, user.id);
    if (phone && enrolled.some((factor) => factor.phone === phone && factor.status === "verified")) throw new AuthError("mfa_verified_factor_exists");
    if (enrolled.length >= mostFactors) throw new AuthError("too_many_enrolled_mfa_factors");
    if (friendly_name && enrolled.some((factor) => factor.friendlyName === friendly_name)) {
      throw new AuthError("mfa_factor_name_conflict", `A factor with the friendly name "${friendly_name}" for this user already exists`);
    }
    await tx.insert(factors).values({
      id,
      userId: user.id,
      type: factor_type,
      friendlyName: friendly_name || null,
      phone: phone ?? null,
      sealedSecret: phone ? null : seal(services, id, secret),
    });
  });
  if (phone) return { id, type: "phone", friendly_name, phone };
  const uri = authenticator(secret, user.email ?? user.id, body.issuer ?? brand.name.en).toString();
  return { id, type: "totp", friendly_name, totp: { qr_code: qrCode(uri), secret, uri } };
}

function qrCode(text: string): string {
  return toSvgSource(generate(text, { minCorrectionLevel: correction.M }), { on: "#000", off: "#fff", padX: 4, padY: 4, xmlDeclaration: false });
}

/** Opens a challenge, bound to the session. For a phone it texts a code, when there is room for one more. Throws AuthError. */
export async function challenge(services: AuthServices, bearer: Bearer, factorId: string, asker: Asker) {
  const factor = await ownFactor(services.database.db, bearer, factorId);
  if (factor.status === "unverified") requireFreshFactor(services, bearer, "AAL2 required to verify a new factor", 403);
  const [id, code] = [crypto.randomUUID(), randomDigits()];
  const expiresAt = services.now() + challengeLife;
  if (factor.phone) requireTexts(services);
  const hasRoom = factor.phone ? await hasLetterRoom(services, { recipient: factor.phone, network: asker.network }) : false;
  if (factor.phone && !hasRoom)
    throw new AuthError("over_request_rate_limit", "For security purposes, you can only request this after a minute.", { retryAfter: 60 });
  await services.database.transaction(async (tx) => {
    const codeHash = factor.phone ? hashCode(services, id, code) : null;
    await tx.insert(factorChallenges).values({ id, factorId, sessionId: bearer.session.id, codeHash, expiresAt: new Date(expiresAt) });
    await tx
      .update(factors)
      .set({ lastChallengedAt: new Date(services.now()) })
      .where(eq(factors.id, factorId));
    if (factor.phone)
      await services.outbox.postTexts(tx, [
        { kind: "factor", recipient: factor.phone, language: asker.language, body: codeMessage(asker.language, code, challengeMinutes) },
      ]);
  });
  return { id, type: factor.type, expires_at: Math.floor(expiresAt / 1000) };
}

/** Hands the newest challenge that waits for a code to this session: whoever signs in twice by the API, once for the code and once with it. */
export async function adoptChallenge({ database, now }: AuthServices, { session }: Bearer, factorId: string): Promise<{ id: string } | undefined> {
  return database.transaction(async (tx) => {
    const isWaiting = and(eq(factorChallenges.factorId, factorId), isNull(factorChallenges.usedAt), gt(factorChallenges.expiresAt, new Date(now())));
    const [newest] = await tx.select().from(factorChallenges).where(isWaiting).orderBy(desc(factorChallenges.expiresAt)).limit(1).for("update");
    if (newest) await tx.update(factorChallenges).set({ sessionId: session.id }).where(eq(factorChallenges.id, newest.id));
    return newest;
  });
}

/** Shows a factor's code, or a recovery code in its place, and raises the session to aal2. Throws AuthError. */
export async function verifyFactor(services: AuthServices, bearer: Bearer, factorId: string, body: z.output<typeof FactorCodeBody>): Promise<Tokens> {
  await ownFactor(services.database.db, bearer, factorId);
  const { challenge_id = "", code = "" } = body;
  if (!isUuid(challenge_id)) throw new AuthError("mfa_factor_not_found", "MFA factor with the provided challenge ID not found", { status: 422 });
  const verified = await services.database.transaction(async (tx) => {
    const user = await lockUser(tx, bearer.userId);
    const [factor] = await tx.select().from(factors).where(eq(factors.id, factorId)).for("update");
    const [opened] = await tx.select().from(factorChallenges).where(eq(factorChallenges.id, challenge_id)).for("update");
    if (!user || !factor || !opened || opened.factorId !== factorId) return new AuthError("mfa_factor_not_found", undefined, { status: 422 });
    const now = services.now();
    if ((factor.restsUntil?.getTime() ?? 0) > now) {
      return new AuthError("over_request_rate_limit", undefined, { retryAfter: Math.ceil(((factor.restsUntil?.getTime() ?? now) - now) / 1000) });
    }
    if (opened.sessionId !== bearer.session.id || opened.usedAt) return new AuthError("mfa_ip_address_mismatch");
    if (opened.expiresAt.getTime() <= now) return new AuthError("mfa_challenge_expired");
    // A factor that somebody enrolled before there was a second step must not become one behind its back.
    if (factor.status === "unverified" && (await hasVerified(tx, user.id))) {
      requireFreshFactor(services, { ...bearer, hasVerifiedFactor: true }, "AAL2 required to verify a new factor", 403);
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
    if (factor.status === "unverified") await notify(services, tx, user, "second_factor_added");
    await tx.delete(factors).where(and(eq(factors.userId, user.id), eq(factors.status, "unverified")));
    const session = await lockSession(tx, bearer.session.id);
    await tx.delete(sessions).where(and(eq(sessions.userId, user.id), eq(sessions.aal, "aal1"), ne(sessions.id, session.id)));
    const raised = { aal: "aal2" as const, factorId, amr: withMethod(services, session.amr, method), refreshFloor: session.refreshCount + 1 };
    return turn(services, tx, session, user, raised);
  });
  if (verified instanceof AuthError) throw verified;
  return verified;
}

const isVerified = (userId: string) => and(eq(factors.userId, userId), eq(factors.status, "verified"));

async function hasVerified(tx: Db, userId: string): Promise<boolean> {
  const [verified] = await tx.select({ id: factors.id }).from(factors).where(isVerified(userId)).limit(1);
  return verified !== undefined;
}

async function lockSession(tx: Db, id: string): Promise<SessionRow> {
  const [session] = await tx.select().from(sessions).where(eq(sessions.id, id)).for("update");
  if (!session) throw new AuthError("session_not_found");
  return session;
}

/** How a code was shown; undefined for a wrong one, or one that was shown before. */
async function shownMethod(
  services: AuthServices,
  tx: Db,
  factor: FactorRow,
  opened: { id: string; codeHash: string | null },
  code: string,
): Promise<string | undefined> {
  if (factor.status === "verified" && (await spendRecoveryCode(services, tx, factor.userId, code))) return "recovery_code";
  if (!/^\d{6}$/.test(code)) return undefined;
  if (factor.type === "phone") return opened.codeHash === hashCode(services, opened.id, code) ? "mfa/phone" : undefined;
  const totp = authenticator(unseal(services, factor.id, factor.sealedSecret ?? ""), "", "");
  const offset = totp.validate({ token: code, timestamp: services.now(), window: 1 });
  if (offset === null) return undefined;
  const step = Math.floor(services.now() / 1000 / period) + offset;
  if (factor.lastStep !== null && step <= factor.lastStep) return undefined;
  await tx.update(factors).set({ lastStep: step }).where(eq(factors.id, factor.id));
  return "totp";
}

/** Five wrong codes in a row, and the factor rests for a quarter of an hour. */
async function miss(services: AuthServices, tx: Db, factor: FactorRow, challengeId: string): Promise<AuthError> {
  const misses = factor.misses + 1;
  const rests = misses >= mostMisses ? { misses: 0, restsUntil: new Date(services.now() + rest) } : { misses };
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
  return new AuthError("mfa_verification_failed", factor.type === "phone" ? "Invalid MFA Phone code entered" : undefined);
}

/** Takes a factor away. A verified one only from a session that has shown a second factor. Throws AuthError. */
export async function unenrol(services: AuthServices, bearer: Bearer, factorId: string): Promise<{ id: string }> {
  const factor = await ownFactor(services.database.db, bearer, factorId);
  if (factor.status === "verified") requireFreshFactor(services, bearer, "AAL2 required to unenroll verified factor", 422);
  await services.database.transaction(async (tx) => {
    const user = await lockUser(tx, bearer.userId);
    await removeFactors(tx, bearer.userId, [factorId]);
    if (user && factor.status === "verified") await notify(services, tx, user, "second_factor_removed");
  });
  return { id: factorId };
}

/** Deletes factors; sessions that stood on them fall back to aal1, and without a factor recovery codes open nothing. */
export async function removeFactors(tx: Db, userId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.delete(factors).where(and(eq(factors.userId, userId), inArray(factors.id, ids)));
  await tx
    .update(sessions)
    .set({ aal: "aal1", factorId: null })
    .where(and(eq(sessions.userId, userId), inArray(sessions.factorId, ids)));
  if (!(await hasVerified(tx, userId))) await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

async function ownFactor(db: Db, bearer: Bearer, factorId: string): Promise<FactorRow> {
  if (!isUuid(factorId)) throw new AuthError("validation_failed", "factor_id must be an UUID", { status: 404 });
  const [factor] = await db
    .select()
    .from(factors)
    .where(and(eq(factors.id, factorId), eq(factors.userId, bearer.userId)));
  if (!factor) throw new AuthError("mfa_factor_not_found");
  return factor;
}

/** Refuses whoever has a second factor and has not shown it within a day. Throws AuthError. */
export function requireFreshFactor(services: AuthServices, bearer: Bearer, message: string, status: number): void {
  requireAssurance(bearer, message, status);
  const shown = bearer.session.amr.find(({ method }) => ["totp", "mfa/phone", "recovery_code"].includes(method));
  const isFresh = shown !== undefined && services.now() / 1000 - shown.timestamp < fresh;
  if (bearer.hasVerifiedFactor && !isFresh) throw new AuthError("insufficient_aal", message, { status });
}
