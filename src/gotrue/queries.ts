import { and, count, desc, eq, gt } from "drizzle-orm";
import { factors } from "#server/db/schema/factors.ts";
import { mailedTokens, sessions, users } from "#server/db/schema/accounts.ts";
import { hasHosted } from "#server/auth/reads-own-money.ts";
import type { Database, Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";

export type UserRow = typeof users.$inferSelect;
export type SessionRow = typeof sessions.$inferSelect;
export type FactorRow = typeof factors.$inferSelect;
export type MailedTokenRow = typeof mailedTokens.$inferSelect;

export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  return user;
}

/** The user with an address (lower case) or a phone (digits). */
export async function findUserBy(
  db: Db,
  { email, phone }: { email?: string; phone?: string },
): Promise<UserRow | undefined> {
  const [user] = await db
    .select()
    .from(users)
    .where(email === undefined ? eq(users.phone, phone ?? "") : eq(users.email, email));
  return user;
}

/** Locks a user's row, so that what is decided about them stays true until the end of the transaction. */
export async function lockUser(tx: Db, id: string): Promise<UserRow | undefined> {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for("update");
  return user;
}

export const findFactors = (db: Db, userId: string): Promise<FactorRow[]> =>
  db.select().from(factors).where(eq(factors.userId, userId)).orderBy(factors.createdAt);

/** What our own service knows about a person's sign-in; undefined for people who sign in by a hosted project. */
export async function findSignInFacts(db: Db, id: string) {
  const user = await findUser(db, id);
  if (!user) return undefined;
  const [counted] = await db.select({ sessions: count() }).from(sessions).where(eq(sessions.userId, id));
  const verified = (await findFactors(db, id)).filter(({ status }) => status === "verified");
  return {
    language: user.language,
    lastSignInAt: user.lastSignInAt,
    sessions: counted?.sessions ?? 0,
    hasSecondStep: verified.length > 0,
  };
}

/** A suspended account is banned until then. A ban with the service's own key ends sooner. */
export const forEver = new Date("9999-12-31T00:00:00Z");

/**
 * SQL over `users`: whether a user is banned as a suspended host or former host. Such users may sign in by
 * password, to read what they earned.
 */
const isSuspendedHost = `(u.banned_until = '${forEver.toISOString()}' and ${hasHosted("u.id")})`;

export async function findSuspendedHost(tx: Db, id: string): Promise<boolean> {
  const [found] = await rowsIn(tx)<{ isSo: boolean }>(
    `select ${isSuspendedHost} as "isSo" from users u where u.id = $1`,
    [id],
  );
  return found?.isSo === true;
}

/** The session, the user and the account behind a token as they are now, read together. */
export type Bearer = {
  session: { id: string; aal: "aal1" | "aal2"; amr: { method: string; timestamp: number }[] };
  /** Milliseconds since 1970 at which the session began, and was last renewed. */
  began: number;
  renewed: number;
  userId: string;
  email: string | null;
  emailConfirmedAt: string | null;
  isBanned: boolean;
  /** Whether they are banned because their account is suspended, and may still read what they earned as a host. */
  isSuspendedHost: boolean;
  hasVerifiedFactor: boolean;
};

const bearerText = `
  select json_build_object('id', s.id, 'aal', s.aal, 'amr', s.amr) as session,
    extract(epoch from s.created_at)::float8 * 1000 as began, extract(epoch from s.refreshed_at)::float8 * 1000 as renewed,
    u.id as "userId", u.email, u.email_confirmed_at::text as "emailConfirmedAt",
    (u.banned_until is not null and u.banned_until > now()) as "isBanned",
    coalesce(${isSuspendedHost}, false) as "isSuspendedHost",
    exists (select from factors f where f.user_id = u.id and f.status = 'verified') as "hasVerifiedFactor"
  from sessions s join users u on u.id = s.user_id where s.id = $1`;

export async function findBearer(
  { rows }: Pick<Database, "rows">,
  sessionId: string,
): Promise<Bearer | undefined> {
  const [bearer] = await rows<Bearer>(bearerText, [sessionId], "find-bearer");
  return bearer;
}

/** The newest email or text message of a kind that still waits for its recipient. */
export async function findWaiting(
  db: Db,
  recipient: string,
  kind: MailedTokenRow["kind"],
): Promise<MailedTokenRow | undefined> {
  const [waiting] = await db
    .select()
    .from(mailedTokens)
    .where(
      and(
        eq(mailedTokens.recipient, recipient),
        eq(mailedTokens.kind, kind),
        gt(mailedTokens.expiresAt, new Date()),
      ),
    )
    .orderBy(desc(mailedTokens.createdAt))
    .limit(1);
  return waiting;
}
