import { createUser, bareUser } from "#gotrue/sign-up/sign-up.ts";
import { hashPassword } from "#gotrue/sign-up/passwords.ts";
import { providersOf } from "#gotrue/present-user.ts";
import { startSession, turn } from "#gotrue/sessions/sessions.ts";
import { findUser } from "#gotrue/queries.ts";
import { seal } from "#gotrue/sessions/sealing.ts";
import { factors } from "#server/db/schema/factors.ts";
import { accounts, sessions } from "#server/db/schema/accounts.ts";
import type { Permission, Role } from "#domain/people/permissions.ts";
import { eq } from "drizzle-orm";
import type { TestApp } from "./app.ts";

export const testPassword = "correct horse battery";
let made = 0;
let hashed: Promise<string> | undefined;

type WantedAccount = {
  email?: string;
  role?: Role;
  permissions?: Permission[];
  isSuspended?: boolean;
  isReadOnly?: boolean;
  hasFactor?: boolean;
};
export type Person = {
  id: string;
  email: string;
  token: string;
  refreshToken: string;
  sessionId: string;
  factorId: string;
  authorization: { authorization: string };
};

/** The base32 secret of every factor that tests enrol this way. */
export const factorSecret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

/**
 * A person with a confirmed account and a session: a customer, unless `role` says otherwise. With `hasFactor` the
 * session still lacks the second factor.
 */
export async function makePerson(
  { services }: TestApp,
  { role = "customer", permissions = [], ...wanted }: WantedAccount = {},
): Promise<Person> {
  const { auth, database } = services;
  if (!auth) throw new Error("a hosted project has its own people");
  const email = wanted.email ?? `person${++made}@example.com`;
  hashed ??= hashPassword(testPassword);
  const passwordHash = await hashed;
  const now = new Date(services.now());
  return database.transaction(async (tx) => {
    const user = await createUser(tx, {
      ...bareUser(crypto.randomUUID(), now, "en"),
      email,
      passwordHash,
      emailConfirmedAt: now,
      userMetadata: { full_name: "Wei Lin", email_verified: true },
      appMetadata: providersOf({ email, phone: null }),
    });
    const suspendedAt = wanted.isSuspended ? now : null;
    const isReadOnly = wanted.isReadOnly ?? false;
    await tx
      .update(accounts)
      .set({ role, permissions, suspendedAt, isReadOnly })
      .where(eq(accounts.id, user.id));
    const factorId = crypto.randomUUID();
    if (wanted.hasFactor)
      await tx.insert(factors).values({
        id: factorId,
        userId: user.id,
        type: "totp",
        status: "verified",
        sealedSecret: seal(auth, factorId, factorSecret),
      });
    const tokens = await startSession(auth, tx, user, "password", { network: "test", userAgent: "test" });
    const [session] = await tx.select().from(sessions).where(eq(sessions.userId, user.id));
    return personOf(user.id, email, session?.id ?? "", factorId, tokens);
  });
}

/** The same person after their second factor. */
export async function raise({ services }: TestApp, person: Person): Promise<Person> {
  const { auth, database } = services;
  if (!auth) throw new Error("a hosted project has its own people");
  return database.transaction(async (tx) => {
    const [session] = await tx.select().from(sessions).where(eq(sessions.id, person.sessionId));
    const user = await findUser(tx, person.id);
    if (!session || !user) throw new Error("no session");
    const amr = [{ method: "totp", timestamp: Math.floor(services.now() / 1000) }, ...session.amr];
    const tokens = await turn(auth, tx, session, user, { aal: "aal2", amr, factorId: person.factorId });
    return personOf(person.id, person.email, person.sessionId, person.factorId, tokens);
  });
}

const personOf = (
  id: string,
  email: string,
  sessionId: string,
  factorId: string,
  tokens: { access_token: string; refresh_token: string },
): Person => ({
  id,
  email,
  sessionId,
  factorId,
  token: tokens.access_token,
  refreshToken: tokens.refresh_token,
  authorization: { authorization: `Bearer ${tokens.access_token}` },
});

/** The same person with a new session: the old one has expired if the test has put the clock forward. */
export async function signInAgain({ services }: TestApp, person: Person): Promise<Person> {
  const { auth, database } = services;
  if (!auth) throw new Error("a hosted project has its own people");
  return database.transaction(async (tx) => {
    const user = await findUser(tx, person.id);
    if (!user) throw new Error("no user");
    const tokens = await startSession(auth, tx, user, "password", { network: "test", userAgent: "test" });
    return personOf(person.id, person.email, person.sessionId, person.factorId, tokens);
  });
}
