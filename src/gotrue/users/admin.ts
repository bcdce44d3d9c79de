import { and, count, desc, eq } from "drizzle-orm";
import { hour, minute } from "#domain/durations.ts";
import { audit } from "#server/db/audit.ts";
import type { z } from "zod";
import { accounts, sessions, users } from "#server/db/schema/accounts.ts";
import { auditEvents } from "#server/db/schema/audit.ts";
import { erasures } from "#server/db/schema/shared.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import type { Db } from "#server/db/open-database.ts";
import { AuthError } from "#gotrue/auth-error.ts";
import type { AuthServices } from "#gotrue/auth-services.ts";
import { type AdminUserBody, readEmail, readMetadata, readNewPassword, readPhone } from "#gotrue/bodies.ts";
import { merged } from "./change-user.ts";
import { removeFactors } from "./factors.ts";
import { forgetTokens } from "#gotrue/mail/mailed-tokens.ts";
import { hashPassword } from "#gotrue/sign-up/passwords.ts";
import { presentFactor, presentUser, type PresentedUser, providersOf } from "#gotrue/present-user.ts";
import { forgetNetworks } from "#gotrue/known-networks.ts";
import { findFactors, findUser, findUserBy, lockUser, type UserRow } from "#gotrue/queries.ts";
import { changeUser } from "#gotrue/write-user.ts";
import { type SignUpClient, bareUser, createUser } from "#gotrue/sign-up/sign-up.ts";
import { refuseWeak } from "#gotrue/sign-up/weak-passwords.ts";

type UserBody = z.output<typeof AdminUserBody>;

const roles = new Set(["service_role", "supabase_admin"]);

/** Lets only a holder of the service's own key pass. Throws AuthError. */
export async function requireService(services: AuthServices, token: string | undefined): Promise<void> {
  if (!token) throw new AuthError("no_authorization");
  const claims = await services.keys.verifyService(token).catch(() => {
    throw new AuthError("bad_jwt");
  });
  if (!roles.has(String(claims.role))) throw new AuthError("not_admin");
}

export async function hashNew(
  services: AuthServices,
  password: string,
  of: Parameters<typeof refuseWeak>[2],
): Promise<string> {
  refuseWeak(services, readNewPassword(password), of);
  return hashPassword(password);
}

export const userNotFound = () => new AuthError("user_not_found", "User not found", { status: 404 });

export async function loadById(services: AuthServices, id: string): Promise<UserRow> {
  if (!isUuid(id)) throw new AuthError("validation_failed", "user_id must be an UUID", { status: 404 });
  const user = await findUser(services.database.db, id);
  if (!user) throw userNotFound();
  return user;
}

export const present = async (services: AuthServices, user: UserRow): Promise<PresentedUser> =>
  presentUser(user, await findFactors(services.database.db, user.id));

/** All users, the newest first. Pages are counted from one. Throws AuthError. */
export async function listUsers(
  services: AuthServices,
  query: { page?: string; per_page?: string },
): Promise<{ users: PresentedUser[]; total: number; page: number; perPage: number }> {
  const page = whole(query.page, 1);
  const perPage = Math.min(1000, whole(query.per_page, 50));
  const { db } = services.database;
  const [counted] = await db.select({ total: count() }).from(users);
  const rows = await db
    .select()
    .from(users)
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(perPage)
    .offset((page - 1) * perPage);
  return { users: rows.map((user) => presentUser(user)), total: counted?.total ?? 0, page, perPage };
}

function whole(text: string | undefined, otherwise: number): number {
  if (text === undefined || text === "" || text === "0") return otherwise;
  if (!/^\d{1,6}$/.test(text))
    throw new AuthError("validation_failed", "Bad Pagination Parameters: must be whole numbers");
  return Number(text);
}

export async function createUserAsAdmin(
  services: AuthServices,
  body: UserBody,
  asker: SignUpClient,
): Promise<PresentedUser> {
  if (!body.email && !body.phone)
    throw new AuthError("validation_failed", "Cannot create a user without either an email or phone");
  const email = body.email ? readEmail(body.email) : null;
  const phone = body.phone ? readPhone(body.phone) : null;
  const passwordHash = body.password
    ? await hashNew(services, body.password, { email, metadata: body.user_metadata ?? {} })
    : null;
  const now = new Date(services.now());
  const id = body.id && isUuid(body.id) ? body.id : crypto.randomUUID();
  const user = await services.database.transaction(async (tx) => {
    if (await findUser(tx, id)) throw new AuthError("user_already_exists");
    if (email && (await findUserBy(tx, { email }))) throw new AuthError("email_exists");
    if (phone && (await findUserBy(tx, { phone }))) throw new AuthError("phone_exists");
    return createUser(tx, {
      ...bareUser(id, now, asker.language),
      email,
      phone,
      passwordHash,
      emailConfirmedAt: email && body.email_confirm ? now : null,
      phoneConfirmedAt: phone && body.phone_confirm ? now : null,
      userMetadata: readMetadata(body.user_metadata ?? {}),
      appMetadata: { ...providersOf({ email, phone }), ...readMetadata(body.app_metadata ?? {}) },
      bannedUntil: bannedUntil(services, body.ban_duration) ?? null,
    });
  });
  return presentUser(user);
}

export async function changeUserAsAdmin(
  services: AuthServices,
  id: string,
  body: UserBody,
): Promise<PresentedUser> {
  const user = await loadById(services, id);
  const email = body.email ? readEmail(body.email) : undefined;
  const phone = body.phone ? readPhone(body.phone) : undefined;
  const facts = { email: email ?? user.email, metadata: { ...user.userMetadata, ...body.user_metadata } };
  const passwordHash = body.password ? await hashNew(services, body.password, facts) : undefined;
  const now = new Date(services.now());
  const until = bannedUntil(services, body.ban_duration);
  const changed = await services.database.transaction(async (tx) => {
    await lockUser(tx, id);
    const owner = email === undefined ? undefined : await findUserBy(tx, { email });
    if (owner && owner.id !== id) throw new AuthError("email_exists");
    const caller = phone === undefined ? undefined : await findUserBy(tx, { phone });
    if (caller && caller.id !== id) throw new AuthError("phone_exists");
    if (email !== undefined && email !== user.email) await forgetTokens(tx, { userId: id });
    if (until) {
      await tx.delete(sessions).where(eq(sessions.userId, id));
      await forgetNetworks(tx, id);
    }
    if (email !== undefined) await tx.update(accounts).set({ email }).where(eq(accounts.id, id));
    return changeUser(tx, id, {
      ...(email !== undefined && {
        email,
        appMetadata: { ...user.appMetadata, ...providersOf({ email, phone: user.phone }) },
      }),
      ...(phone !== undefined && { phone }),
      ...(passwordHash !== undefined && { passwordHash }),
      ...(body.email_confirm && { emailConfirmedAt: now }),
      ...(body.phone_confirm && { phoneConfirmedAt: now }),
      ...(body.user_metadata && {
        userMetadata: merged(user.userMetadata, readMetadata(body.user_metadata)),
      }),
      ...(body.app_metadata && { appMetadata: merged(user.appMetadata, readMetadata(body.app_metadata)) }),
      ...(until !== undefined && { bannedUntil: until }),
    });
  });
  return present(services, changed);
}

/** The longest duration that GoTrue reads: some 292 years. */
const longestBan = 2_562_047 * hour;

/** "24h" counts from now, null lifts a ban, undefined changes nothing. Throws AuthError. */
function bannedUntil({ now }: AuthServices, duration: string | undefined): Date | null | undefined {
  if (duration === undefined) return undefined;
  if (duration === "none") return null;
  const found = [...duration.matchAll(/(\d{1,7}(?:\.\d+)?)(h|ms|m|s)/g)];
  if (found.length === 0 || found.map(([part]) => part).join("") !== duration)
    throw new AuthError("validation_failed", "invalid format for ban duration");
  const units = { h: hour, m: minute, s: 1000, ms: 1 } as const;
  const milliseconds = found.reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * units[unit as keyof typeof units],
    0,
  );
  if (milliseconds > longestBan) throw new AuthError("validation_failed", "invalid format for ban duration");
  return new Date(now() + milliseconds);
}

/**
 * Deletes a user with their sessions, factors, codes and emails; their orders stay, without an owner. The history
 * of changes to the account no longer shows values.
 */
export async function deleteUser(
  services: AuthServices,
  id: string,
  { actor = "service", before }: { actor?: string; before?: (tx: Db) => Promise<void> } = {},
): Promise<Record<string, never>> {
  const user = await loadById(services, id);
  await services.database.transaction(async (tx) => {
    await before?.(tx);
    await services.personParts.forgetPerson(tx, user);
    await tx.delete(users).where(eq(users.id, id));
    // An administrator whose name is in the books keeps an empty account there.
    await tx
      .update(accounts)
      .set({
        email: "",
        fullName: "",
        username: null,
        phone: "",
        role: "customer",
        permissions: [],
        suspendedAt: new Date(),
      })
      .where(eq(accounts.id, id));
    await tx
      .update(auditEvents)
      .set({ before: null, after: null })
      .where(
        and(eq(auditEvents.entity, "user"), eq(auditEvents.entityId, id), eq(auditEvents.action, "changed")),
      );
    await tx.insert(erasures).values({ accountId: id }).onConflictDoNothing();
    await audit(tx, { actor, entity: "user", entityId: id, action: "deleted" });
  });
  return {};
}

export const listFactors = async (services: AuthServices, id: string) =>
  (await findFactors(services.database.db, (await loadById(services, id)).id)).map(presentFactor);

export async function deleteFactor(
  services: AuthServices,
  id: string,
  factorId: string,
): Promise<{ id: string }> {
  const owner = await loadById(services, id);
  const factors = await findFactors(services.database.db, owner.id);
  if (!factors.some((factor) => factor.id === factorId)) throw new AuthError("mfa_factor_not_found");
  await services.database.transaction((tx) => removeFactors(tx, owner.id, [factorId]));
  return { id: factorId };
}
