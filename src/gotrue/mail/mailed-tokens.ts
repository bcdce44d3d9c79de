import { and, desc, eq, gt, inArray, isNotNull, sql } from "drizzle-orm";
import { hour, minute } from "#domain/durations.ts";
import type { Language } from "#domain/languages.ts";
import { codeMinutes, linkHours } from "#domain/people/credentials.ts";
import { plainCode } from "#domain/plain-text.ts";
import { mailedTokens } from "#server/db/schema/accounts.ts";
import type { Db } from "#server/db/open-database.ts";
import { AuthError } from "#gotrue/auth-error.ts";
import type { AuthServices } from "#gotrue/auth-services.ts";
import type { MailedTokenRow } from "#gotrue/queries.ts";
import { hashToken, randomToken } from "#server/auth/link-tokens.ts";
import { hashCode, randomDigits } from "#gotrue/sessions/sealing.ts";

export type TokenKind = MailedTokenRow["kind"];

const codeLife = codeMinutes * minute;
const linkLife = linkHours * hour;
const mostTries = 5;
/** Emails of one kind that may wait in a mailbox at once. */
const mostWaiting = 5;
/**
 * Kinds of email that anybody can have sent again: an earlier link goes on working, or anybody could spoil the
 * owner's link.
 */
const lasting: ReadonlySet<TokenKind> = new Set(["signup", "sms", "recovery", "magiclink"]);

type NewToken = {
  kind: TokenKind;
  userId: string;
  recipient: string;
  language: Language;
  passwordHash?: string | null;
  userMetadata?: Record<string, unknown>;
  codeChallenge?: string | null;
};

/** Makes the token of a link for a user. The token goes into an email, and only its hash is stored. */
export async function makeLink(services: AuthServices, tx: Db, wanted: NewToken): Promise<string> {
  const token = randomToken();
  await insert(services, tx, { ...wanted, id: crypto.randomUUID(), tokenHash: hashToken(token) });
  return token;
}

/**
 * Makes a link's token and a short code: only for messages that show the code, since an unseen code could only be
 * guessed.
 */
export async function makeCode(
  services: AuthServices,
  tx: Db,
  wanted: NewToken,
): Promise<{ token: string; code: string }> {
  const [id, token, code] = [crypto.randomUUID(), randomToken(), randomDigits()];
  const codeExpiresAt = new Date(services.now() + codeLife);
  await insert(services, tx, {
    ...wanted,
    id,
    tokenHash: hashToken(token),
    codeHash: hashCode(services, id, code),
    codeExpiresAt,
  });
  return { token, code };
}

type NewRow = NewToken & { id: string; tokenHash: string; codeHash?: string; codeExpiresAt?: Date };

async function insert(services: AuthServices, tx: Db, row: NewRow): Promise<void> {
  const { kind, userId, recipient } = row;
  if (lasting.has(kind)) await forgetOldest(tx, recipient, kind);
  else
    await tx
      .delete(mailedTokens)
      .where(
        and(
          eq(mailedTokens.recipient, recipient),
          eq(mailedTokens.kind, kind),
          eq(mailedTokens.userId, userId),
        ),
      );
  const now = services.now();
  await tx
    .insert(mailedTokens)
    .values({ ...row, createdAt: new Date(now), expiresAt: new Date(now + linkLife) });
}

async function forgetOldest(tx: Db, recipient: string, kind: TokenKind): Promise<void> {
  const waiting = await tx
    .select({ id: mailedTokens.id })
    .from(mailedTokens)
    .where(and(eq(mailedTokens.recipient, recipient), eq(mailedTokens.kind, kind)))
    .orderBy(desc(mailedTokens.createdAt));
  const oldest = waiting.slice(mostWaiting - 1).map(({ id }) => id);
  if (oldest.length) await tx.delete(mailedTokens).where(inArray(mailedTokens.id, oldest));
}

/** What a link was made for, without using it up. */
export async function findToken(
  services: AuthServices,
  kinds: readonly TokenKind[],
  token: string,
): Promise<MailedTokenRow | undefined> {
  const [found] = await services.database.db.select().from(mailedTokens).where(ofToken(kinds, token));
  return found && found.expiresAt.getTime() > services.now() ? found : undefined;
}

const ofToken = (kinds: readonly TokenKind[], token: string) =>
  and(
    eq(mailedTokens.tokenHash, hashToken(token.replace(/^pkce_/, ""))),
    inArray(mailedTokens.kind, [...kinds]),
  );

/**
 * Takes a link's token out, so that it works once. Throws AuthError for one that is unknown, used, of another
 * kind or too old.
 */
export async function takeToken(
  services: AuthServices,
  tx: Db,
  kinds: readonly TokenKind[],
  token: string,
): Promise<MailedTokenRow> {
  const [taken] = await tx.delete(mailedTokens).where(ofToken(kinds, token)).returning();
  if (!taken || taken.expiresAt.getTime() <= services.now())
    throw new AuthError("otp_expired", "Email link is invalid or has expired");
  return taken;
}

/**
 * Uses up a short code, and returns its token. A wrong code counts against every code that waits there: after five
 * they no longer work. Returns undefined for a wrong code, so that the count survives the caller's refusal.
 */
export async function takeCode(
  services: AuthServices,
  tx: Db,
  kinds: readonly TokenKind[],
  of: { recipient: string; userId?: string },
  code: string,
): Promise<MailedTokenRow | undefined> {
  const waiting = await tx
    .select()
    .from(mailedTokens)
    .where(
      and(
        eq(mailedTokens.recipient, of.recipient),
        of.userId === undefined ? undefined : eq(mailedTokens.userId, of.userId),
        inArray(mailedTokens.kind, [...kinds]),
        isNotNull(mailedTokens.codeHash),
        gt(mailedTokens.codeExpiresAt, new Date(services.now())),
      ),
    )
    .orderBy(desc(mailedTokens.createdAt))
    .for("update");
  const open = waiting.filter(({ tries }) => tries < mostTries);
  const right = open.find(({ id, codeHash }) => codeHash === hashCode(services, id, plainCode(code)));
  if (right) {
    await tx.delete(mailedTokens).where(eq(mailedTokens.id, right.id));
    return right;
  }
  const ids = open.map(({ id }) => id);
  if (ids.length)
    await tx
      .update(mailedTokens)
      .set({ tries: sql`tries + 1` })
      .where(inArray(mailedTokens.id, ids));
  return undefined;
}

/**
 * Deletes all waiting tokens of a user, or of a kind for an address. After a new password, a new address or a
 * confirmation no older token opens anything.
 */
export const forgetTokens = (
  tx: Db,
  of: { userId: string } | { recipient: string; kind: TokenKind },
): Promise<unknown> =>
  tx
    .delete(mailedTokens)
    .where(
      "userId" in of
        ? eq(mailedTokens.userId, of.userId)
        : and(eq(mailedTokens.recipient, of.recipient), eq(mailedTokens.kind, of.kind)),
    );

/**
 * Deletes the mailed tokens of a user's earlier change of address, since a new change has replaced that address.
 */
export const forgetEmailChange = (tx: Db, userId: string): Promise<unknown> =>
  tx
    .delete(mailedTokens)
    .where(
      and(
        eq(mailedTokens.userId, userId),
        inArray(mailedTokens.kind, ["email_change_current", "email_change_new"]),
      ),
    );
