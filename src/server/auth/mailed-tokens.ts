import { and, desc, eq, gt, inArray, sql } from "drizzle-orm";
import type { Language } from "#domain/languages.ts";
import { mailedTokens } from "#server/db/account-schema.ts";
import type { Db } from "#server/db/open-database.ts";
import { AuthError } from "./auth-error.ts";
import type { AuthServices } from "./auth-services.ts";
import type { MailedTokenRow } from "./queries.ts";
import { hashToken, randomToken } from "#server/link-tokens.ts";
import { hashCode, randomDigits } from "./sealing.ts";

export type TokenKind = MailedTokenRow["kind"];

const day = 24 * 60 * 60_000;
/** How long a short code works. */
export const codeMinutes = 10;
const codeLife = codeMinutes * 60_000;
const mostTries = 5;
/** Sign-ups of one address that may wait at once, each with its own password. */
const mostPending = 5;

type NewToken = {
  kind: TokenKind;
  userId: string;
  recipient: string;
  language: Language;
  passwordHash?: string | null;
  userMetadata?: Record<string, unknown>;
  codeChallenge?: string | null;
};

/** What goes into a letter or a text message, and nowhere else. */
export type Sent = { token: string; code: string };

/**
 * Makes a link's token and a short code for somebody, in place of earlier ones of the kind. Sign-ups are not replaced: each
 * letter opens what was typed for it, so that nobody can put their password under somebody else's confirmation.
 */
export async function makeToken(services: AuthServices, tx: Db, wanted: NewToken): Promise<Sent> {
  const { kind, userId, recipient } = wanted;
  const isPending = kind === "signup" || kind === "sms";
  const ofKind = and(eq(mailedTokens.recipient, recipient), eq(mailedTokens.kind, kind));
  if (isPending) await forgetOldest(tx, recipient, kind);
  else await tx.delete(mailedTokens).where(and(ofKind, eq(mailedTokens.userId, userId)));
  const [id, token, code] = [crypto.randomUUID(), randomToken(), randomDigits()];
  const now = services.now();
  await tx.insert(mailedTokens).values({
    ...wanted,
    id,
    tokenHash: hashToken(token),
    codeHash: hashCode(services, id, code),
    createdAt: new Date(now),
    codeExpiresAt: new Date(now + codeLife),
    expiresAt: new Date(now + day),
  });
  return { token, code };
}

async function forgetOldest(tx: Db, recipient: string, kind: TokenKind): Promise<void> {
  const waiting = await tx
    .select({ id: mailedTokens.id })
    .from(mailedTokens)
    .where(and(eq(mailedTokens.recipient, recipient), eq(mailedTokens.kind, kind)))
    .orderBy(desc(mailedTokens.createdAt));
  const oldest = waiting.slice(mostPending - 1).map(({ id }) => id);
  if (oldest.length) await tx.delete(mailedTokens).where(inArray(mailedTokens.id, oldest));
}

/** Takes a link's token out, so that it works once. Throws AuthError for one that is unknown, used, of another kind or too old. */
export async function takeToken(services: AuthServices, tx: Db, kinds: readonly TokenKind[], token: string): Promise<MailedTokenRow> {
  const [taken] = await tx
    .delete(mailedTokens)
    .where(and(eq(mailedTokens.tokenHash, hashToken(token.replace(/^pkce_/, ""))), inArray(mailedTokens.kind, [...kinds])))
    .returning();
  if (!taken || taken.expiresAt.getTime() <= services.now()) throw new AuthError("otp_expired", "Email link is invalid or has expired");
  return taken;
}

/**
 * Takes out what a short code was sent with. A wrong one counts against every code that waits there: five, and they are worth
 * nothing. Answers undefined for a wrong one, so that the count outlives the caller's refusal.
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
        gt(mailedTokens.codeExpiresAt, new Date(services.now())),
      ),
    )
    .orderBy(desc(mailedTokens.createdAt))
    .for("update");
  const open = waiting.filter(({ tries }) => tries < mostTries);
  const right = open.find(({ id, codeHash }) => codeHash === hashCode(services, id, code));
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

/** Everything outstanding for a user, or of a kind for an address. After a new password, a new address or a confirmation nothing older opens anything. */
export const forgetTokens = (tx: Db, of: { userId: string } | { recipient: string; kind: TokenKind }): Promise<unknown> =>
  tx
    .delete(mailedTokens)
    .where("userId" in of ? eq(mailedTokens.userId, of.userId) : and(eq(mailedTokens.recipient, of.recipient), eq(mailedTokens.kind, of.kind)));

/** The letters of a change of address that another change has replaced: they agreed to an address that is wanted no more. */
export const forgetEmailChange = (tx: Db, userId: string): Promise<unknown> =>
  tx.delete(mailedTokens).where(and(eq(mailedTokens.userId, userId), inArray(mailedTokens.kind, ["email_change_current", "email_change_new"])));
