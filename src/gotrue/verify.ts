import type { z } from "zod";
import { minute } from "#domain/durations.ts";
import { exchangeCodes } from "#server/db/schema/accounts.ts";
import type { Db } from "#server/db/open-database.ts";
import { hashToken } from "#server/auth/link-tokens.ts";
import { AuthError } from "./auth-error.ts";
import type { AuthServices } from "./auth-services.ts";
import { readEmail, readPhone, type VerifyBody } from "./bodies.ts";
import { findToken, takeCode, takeToken, type TokenKind } from "./mail/mailed-tokens.ts";
import { findUser, type MailedTokenRow } from "./queries.ts";
import { type SessionClient, startSession, type Tokens } from "./sessions/sessions.ts";
import { settle } from "./settle.ts";
import { findSignUps, type Proof, readProof } from "./sign-up/waiting-sign-ups.ts";

/** The kinds of token that each type of the protocol opens. */
const kinds = new Map<string, readonly TokenKind[]>([
  ["signup", ["signup"]],
  ["invite", ["invite"]],
  ["magiclink", ["magiclink", "signup"]],
  ["email", ["magiclink", "signup"]],
  ["recovery", ["recovery"]],
  ["email_change", ["email_change_current", "email_change_new"]],
  ["sms", ["sms"]],
  ["phone_change", ["phone_change"]],
]);
const kindsOf = (type = ""): readonly TokenKind[] | undefined => kinds.get(type);

/** The name of the method in a session that began with a token of this kind. */
const methods: Record<TokenKind, string> = {
  signup: "email/signup",
  invite: "invite",
  magiclink: "magiclink",
  recovery: "recovery",
  email_change_current: "email_change",
  email_change_new: "email_change",
  reauthentication: "otp",
  sms: "otp",
  phone_change: "otp",
};

/** The first of the two mailboxes has agreed; nothing has changed yet. */
export type HalfWay = { msg: string; code: "200" };
const halfWay: HalfWay = {
  msg: "Confirmation link accepted. Please proceed to confirm link sent to the other email",
  code: "200",
};

type Body = z.output<typeof VerifyBody>;

/** Uses a link or a code once, for its purpose. Throws AuthError. */
export async function verify(
  services: AuthServices,
  body: Body,
  from: SessionClient,
): Promise<Tokens | HalfWay> {
  const kinds = kindsOf(body.type);
  if (!kinds) throw new AuthError("validation_failed", "Verify requires a verification type");
  const { token_hash, token, password } = body;
  if (token_hash) {
    const found = await findToken(services, kinds, token_hash);
    const proof = await readProof(services, found?.recipient ?? "", found && password, from);
    return services.database.transaction(async (tx) =>
      open(services, tx, await takeToken(services, tx, kinds, token_hash), from, proof),
    );
  }
  if (!token || (!body.email && !body.phone))
    throw new AuthError(
      "validation_failed",
      "Only an email address or phone number should be provided on verify, with a token",
    );
  const recipient = body.email ? readEmail(body.email) : readPhone(body.phone ?? "");
  const proof = await readProof(services, recipient, password, from);
  const opened = await services.database.transaction(async (tx) => {
    const taken = await takeCode(services, tx, kinds, { recipient }, token);
    return taken && open(services, tx, taken, from, proof);
  });
  if (!opened) throw new AuthError("otp_expired");
  return opened;
}

/**
 * Uses a link at GoTrue's own address, and answers who signs in and how; with PKCE there is a code instead of a
 * session.
 */
export async function verifyLink(
  services: AuthServices,
  { type, token }: { type?: string; token?: string },
  from: SessionClient,
): Promise<Tokens | HalfWay | { code: string; type: string }> {
  const kinds = kindsOf(type);
  if (!kinds || !type || !token) throw new AuthError("otp_expired", "Email link is invalid or has expired");
  const proof = await readProof(services, "", undefined, from);
  return services.database.transaction(async (tx) => {
    const taken = await takeToken(services, tx, kinds, token);
    if (!taken.codeChallenge) return open(services, tx, taken, from, proof);
    const user = await settle(services, tx, taken, proof);
    if (!user) return halfWay;
    const code = crypto.randomUUID();
    await tx.insert(exchangeCodes).values({
      codeHash: hashToken(code),
      userId: user.id,
      method: methods[taken.kind],
      codeChallenge: taken.codeChallenge,
      expiresAt: new Date(services.now() + 5 * minute),
    });
    return { code, type };
  });
}

type OpenLink = { email: string | null; asksPassword: boolean };

/**
 * What opening a link would do: whose account it opens (nobody's for a dead link), and whether it needs a password
 * first.
 */
export async function readLink(
  services: AuthServices,
  { type, token_hash }: { type: string; token_hash: string },
  from: SessionClient,
): Promise<OpenLink> {
  const kinds = kindsOf(type);
  const found = kinds && (await findToken(services, kinds, token_hash));
  if (!found) return { email: null, asksPassword: false };
  const { db } = services.database;
  const isSignUp = found.kind === "signup" || found.kind === "sms";
  if (!isSignUp)
    return { email: (await findUser(db, found.userId))?.email ?? found.recipient, asksPassword: false };
  const waiting = found.passwordHash ? [] : await findSignUps(services, db, found.recipient);
  const isBrowsers = waiting.some(({ browser }) => browser !== "" && browser === from.browser);
  return { email: found.recipient, asksPassword: waiting.length > 0 && !isBrowsers };
}

async function open(
  services: AuthServices,
  tx: Db,
  taken: MailedTokenRow,
  from: SessionClient,
  proof: Proof,
): Promise<Tokens | HalfWay> {
  const user = await settle(services, tx, taken, proof);
  return user ? startSession(services, tx, user, methods[taken.kind], from) : halfWay;
}

export const isSession = (opened: object): opened is Tokens => "access_token" in opened;
