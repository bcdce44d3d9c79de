import { and, desc, eq, ne } from "drizzle-orm";
import { type AuthenticationMethod, sessions } from "#server/db/schema/accounts.ts";
import type { Db } from "#server/db/open-database.ts";
import { AuthError } from "#gotrue/auth-error.ts";
import type { AuthServices } from "#gotrue/auth-services.ts";
import { presentUser, type PresentedUser } from "#gotrue/present-user.ts";
import { findFactors, findSuspendedHost, findUser, type SessionRow, type UserRow } from "#gotrue/queries.ts";
import { changeUser } from "#gotrue/write-user.ts";
import { forgetNetworks, noteNetwork } from "#gotrue/known-networks.ts";
import { readRefreshToken, refreshToken } from "./sealing.ts";
import { sessionEnd } from "./session-end.ts";
import { accessTokenSeconds } from "./signing-keys.ts";

/** The seconds in which an older refresh token counts as a late tab's and not as a thief's. */
const reuseInterval = 10;

/** Where a call comes from; `browser` is the hash of the cookie that a sign-up leaves. */
export type SessionClient = { network: string; userAgent: string; browser?: string };

export type Tokens = {
  access_token: string;
  token_type: "bearer";
  expires_in: number;
  expires_at: number;
  refresh_token: string;
  user: PresentedUser;
  weak_password?: null;
};

const isOver = (services: AuthServices, session: SessionRow): boolean =>
  sessionEnd(services, session).getTime() <= services.now();

/**
 * Begins a session for a user who has shown who they are by `method`. Throws AuthError for a banned user; a
 * suspended host can only begin one by password, so that no link can change their account.
 */
export async function startSession(
  services: AuthServices,
  tx: Db,
  user: UserRow,
  method: string,
  from: SessionClient,
): Promise<Tokens> {
  if (method === "password") await refuseBanned(services, tx, user);
  else if (isBanned(services, user)) throw banned();
  const now = new Date(services.now());
  const [session] = await tx
    .insert(sessions)
    .values({
      id: crypto.randomUUID(),
      userId: user.id,
      aal: "aal1",
      amr: [{ method, timestamp: seconds(services) }],
      refreshedAt: now,
      userAgent: from.userAgent,
      network: from.network,
      createdAt: now,
    })
    .returning();
  if (!session) throw new Error("No session was made");
  await noteNetwork(tx, session);
  return tokensOf(services, tx, session, await changeUser(tx, user.id, { lastSignInAt: now }));
}

/**
 * Exchanges a refresh token for a new one. The token before the active one gets the active one again (an answer
 * was lost, or two tabs called at once); an older token is a thief's and ends the session, unless it comes within
 * seconds. Throws AuthError.
 */
export async function refreshSession(services: AuthServices, token: unknown): Promise<Tokens> {
  const read = typeof token === "string" ? readRefreshToken(services, token) : undefined;
  if (!read) throw new AuthError("validation_failed", "Refresh token is not valid");
  if (!read.isOurs) throw new AuthError("refresh_token_not_found");
  const tokens = await services.database.transaction(async (tx) => {
    const [session] = await tx.select().from(sessions).where(eq(sessions.id, read.sessionId)).for("update");
    const user = session && (await findUser(tx, session.userId));
    if (!session || !user) return undefined;
    await refuseBanned(services, tx, user);
    if (isOver(services, session)) return "over";
    if (read.count === session.refreshCount) return turn(services, tx, session, user);
    const isParent = read.count === session.refreshCount - 1;
    const isLate = services.now() - session.refreshedAt.getTime() <= reuseInterval * 1000;
    if (read.count >= session.refreshFloor && (isParent || isLate))
      return tokensOf(services, tx, session, user);
    // A token from before the second factor gets nothing. It doesn't end the session while it may only be late.
    if (isLate || isParent) return "used";
    await tx.delete(sessions).where(eq(sessions.id, session.id));
    return "used";
  });
  if (tokens === "over") throw new AuthError("session_expired");
  if (tokens === "used") throw new AuthError("refresh_token_already_used");
  if (!tokens) throw new AuthError("refresh_token_not_found");
  return tokens;
}

/** Makes the next refresh token the active one, together with other changes of the session. */
export async function turn(
  services: AuthServices,
  tx: Db,
  session: SessionRow,
  user: UserRow,
  change: Partial<SessionRow> = {},
): Promise<Tokens> {
  const [turned] = await tx
    .update(sessions)
    .set({ refreshCount: session.refreshCount + 1, refreshedAt: new Date(services.now()), ...change })
    .where(eq(sessions.id, session.id))
    .returning();
  if (!turned) throw new AuthError("refresh_token_not_found");
  await noteNetwork(tx, turned);
  return tokensOf(services, tx, turned, user);
}

async function tokensOf(services: AuthServices, tx: Db, session: SessionRow, user: UserRow): Promise<Tokens> {
  const now = seconds(services);
  const factors = await findFactors(tx, user.id);
  const access_token = await services.keys.sign({
    iss: services.issuer,
    sub: user.id,
    aud: "authenticated",
    exp: now + accessTokenSeconds,
    iat: now,
    email: user.email ?? "",
    phone: user.phone ?? "",
    app_metadata: user.appMetadata,
    user_metadata: user.userMetadata,
    role: "authenticated",
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: user.isAnonymous,
  });
  return {
    access_token,
    token_type: "bearer",
    expires_in: accessTokenSeconds,
    expires_at: now + accessTokenSeconds,
    refresh_token: refreshToken(services, session.id, session.refreshCount),
    user: presentUser(user, factors),
  };
}

export const withMethod = (
  services: AuthServices,
  amr: AuthenticationMethod[],
  method: string,
): AuthenticationMethod[] => [
  { method, timestamp: seconds(services) },
  ...amr.filter((earlier) => earlier.method !== method),
];

export type SignOutScope = "local" | "others" | "global";

/** Ends sessions. A person who ends other sessions no longer trusts them, nor their networks. */
export async function endSessions(
  db: Db,
  userId: string,
  sessionId: string,
  scope: SignOutScope,
): Promise<void> {
  const ofScope = {
    local: eq(sessions.id, sessionId),
    others: ne(sessions.id, sessionId),
    global: undefined,
  }[scope];
  await db.delete(sessions).where(and(eq(sessions.userId, userId), ofScope));
  if (scope !== "local") await forgetNetworks(db, userId);
}

export async function listSessions(services: AuthServices, userId: string): Promise<SessionRow[]> {
  const found = await services.database.db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.refreshedAt))
    .limit(100);
  return found.filter((session) => !isOver(services, session));
}

export const isBanned = (
  { now }: Pick<AuthServices, "now">,
  { bannedUntil }: Pick<UserRow, "bannedUntil">,
): boolean => (bannedUntil?.getTime() ?? 0) > now();

const banned = () => new AuthError("user_banned");

/** Throws AuthError for a banned user, except for a suspended host. */
async function refuseBanned(services: AuthServices, tx: Db, user: UserRow): Promise<void> {
  if (isBanned(services, user) && !(await findSuspendedHost(tx, user.id))) throw banned();
}

const seconds = ({ now }: Pick<AuthServices, "now">): number => Math.floor(now() / 1000);
