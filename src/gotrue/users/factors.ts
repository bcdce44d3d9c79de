import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { correction, generate } from "lean-qr";
import { toSvgSource } from "lean-qr/extras/svg";
import { Secret, TOTP } from "otpauth";
import type { z } from "zod";
import { brand } from "#domain/brand.ts";
import { day, hour, secondsIn } from "#domain/durations.ts";
import { longestDeviceName } from "#domain/text-lengths.ts";
import { isAdministrator } from "#domain/people/permissions.ts";
import { isOneLine, isPlainText } from "#domain/plain-text.ts";
import { factors, recoveryCodes } from "#server/db/schema/factors.ts";
import { accounts, sessions } from "#server/db/schema/accounts.ts";
import type { Db } from "#server/db/open-database.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import { AuthError } from "#gotrue/auth-error.ts";
import type { AuthServices } from "#gotrue/auth-services.ts";
import { requireAssurance } from "#gotrue/bearer.ts";
import { type FactorBody, readPhone } from "#gotrue/bodies.ts";
import { requireTexts } from "#gotrue/sign-up/sign-up.ts";
import { load, notify } from "./change-user.ts";
import { type Bearer, type FactorRow, findFactors, lockUser, type SessionRow } from "#gotrue/queries.ts";
import { seal } from "#gotrue/sessions/sealing.ts";

const mostFactors = 10;

/** The seconds for which a code of an authenticator app is valid. */
export const period = 30;

/** A person who changes second factors must have shown theirs within this time. */
const fresh = secondsIn(day);

export const authenticator = (secret: string, label: string, issuer: string) =>
  new TOTP({ issuer, label, algorithm: "SHA1", digits: 6, period, secret: Secret.fromBase32(secret) });

/** Enrols a second factor, which counts once a code of it was shown. Throws AuthError. */
export async function enrol(services: AuthServices, bearer: Bearer, body: z.output<typeof FactorBody>) {
  requireFreshFactor(services, bearer, "AAL2 required to enroll a new factor", 403);
  if (services.config.adminSecondFactor && !bearer.hasVerifiedFactor && !cameByEmail(services, bearer))
    await refuseAdministrator(services.database.db, bearer.userId);
  const { factor_type, friendly_name = "" } = body;
  if (factor_type !== "totp" && factor_type !== "phone")
    throw new AuthError("validation_failed", "factor_type needs to be totp or phone");
  if (friendly_name.length > longestDeviceName || !isPlainText(friendly_name) || !isOneLine(friendly_name))
    throw new AuthError("validation_failed", "friendly_name is not valid");
  const phone = factor_type === "phone" ? readPhone(body.phone ?? "") : undefined;
  if (phone && !services.config.smsUrl && !services.config.isLocal)
    throw new AuthError("mfa_phone_enroll_not_enabled");
  if (phone) requireTexts(services, phone);
  const user = await load(services, bearer);
  const id = crypto.randomUUID();
  const secret = new Secret({ size: 20 }).base32;
  await services.database.transaction(async (tx) => {
    await lockUser(tx, user.id);
    await tx
      .delete(factors)
      .where(
        and(
          eq(factors.userId, user.id),
          eq(factors.status, "unverified"),
          lt(factors.createdAt, sql`now() - interval '1 hour'`),
        ),
      );
    const enrolled = await findFactors(tx, user.id);
    if (phone && enrolled.some((factor) => factor.phone === phone && factor.status === "verified"))
      throw new AuthError("mfa_verified_factor_exists");
    if (enrolled.length >= mostFactors) throw new AuthError("too_many_enrolled_mfa_factors");
    if (friendly_name && enrolled.some((factor) => factor.friendlyName === friendly_name)) {
      throw new AuthError(
        "mfa_factor_name_conflict",
        `A factor with the friendly name "${friendly_name}" for this user already exists`,
      );
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

/** Methods by which a session began with a link to the user's own mailbox. */
const emailMethods = new Set(["magiclink", "recovery", "invite", "email/signup"]);
const emailMethodSeconds = secondsIn(hour);

const cameByEmail = ({ now }: Pick<AuthServices, "now">, { session }: Bearer): boolean =>
  session.amr.some(
    ({ method, timestamp }) => emailMethods.has(method) && now() / 1000 - timestamp < emailMethodSeconds,
  );

/** Refuses administrators: a thief of their password could enrol a factor of their own. Throws AuthError. */
async function refuseAdministrator(db: Db, userId: string): Promise<void> {
  const [account] = await db.select({ role: accounts.role }).from(accounts).where(eq(accounts.id, userId));
  if (account && isAdministrator(account)) throw new AuthError("email_link_needed");
}

function qrCode(text: string): string {
  return toSvgSource(generate(text, { minCorrectionLevel: correction.M }), {
    on: "#000",
    off: "#fff",
    padX: 4,
    padY: 4,
    xmlDeclaration: false,
  });
}

const isVerified = (userId: string) => and(eq(factors.userId, userId), eq(factors.status, "verified"));

export async function hasVerified(tx: Db, userId: string): Promise<boolean> {
  const [verified] = await tx.select({ id: factors.id }).from(factors).where(isVerified(userId)).limit(1);
  return verified !== undefined;
}

export async function lockSession(tx: Db, id: string): Promise<SessionRow> {
  const [session] = await tx.select().from(sessions).where(eq(sessions.id, id)).for("update");
  if (!session) throw new AuthError("session_not_found");
  return session;
}

/**
 * Takes a factor away. A verified one only from a session that has shown a second factor. Throws AuthError.
 */
export async function unenrol(
  services: AuthServices,
  bearer: Bearer,
  factorId: string,
): Promise<{ id: string }> {
  const factor = await ownFactor(services.database.db, bearer, factorId);
  if (factor.status === "verified")
    requireFreshFactor(services, bearer, "AAL2 required to unenroll verified factor", 422);
  await services.database.transaction(async (tx) => {
    const user = await lockUser(tx, bearer.userId);
    await removeFactors(tx, bearer.userId, [factorId]);
    if (user && factor.status === "verified") await notify(services, tx, user, "second_factor_removed");
  });
  return { id: factorId };
}

/** Deletes factors. Their sessions fall back to aal1, and without a factor recovery codes open nothing. */
export async function removeFactors(tx: Db, userId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.delete(factors).where(and(eq(factors.userId, userId), inArray(factors.id, ids)));
  await tx
    .update(sessions)
    .set({ aal: "aal1", factorId: null })
    .where(and(eq(sessions.userId, userId), inArray(sessions.factorId, ids)));
  if (!(await hasVerified(tx, userId)))
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

export async function ownFactor(db: Db, bearer: Bearer, factorId: string): Promise<FactorRow> {
  if (!isUuid(factorId))
    throw new AuthError("validation_failed", "factor_id must be an UUID", { status: 404 });
  const [factor] = await db
    .select()
    .from(factors)
    .where(and(eq(factors.id, factorId), eq(factors.userId, bearer.userId)));
  if (!factor) throw new AuthError("mfa_factor_not_found");
  return factor;
}

/** Throws AuthError for somebody who has a second factor and hasn't shown it within a day. */
export function requireFreshFactor(
  services: AuthServices,
  bearer: Bearer,
  message: string,
  status: number,
): void {
  requireAssurance(bearer, message, status);
  const shown = bearer.session.amr.find(({ method }) =>
    ["totp", "mfa/phone", "recovery_code"].includes(method),
  );
  const isFresh = shown !== undefined && services.now() / 1000 - shown.timestamp < fresh;
  if (bearer.hasVerifiedFactor && !isFresh) throw new AuthError("insufficient_aal", message, { status });
}
