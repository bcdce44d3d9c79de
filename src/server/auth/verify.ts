import { eq } from "drizzle-orm";
import type { z } from "zod";
import { confirmAddress, openAccount } from "#server/accounts/queries.ts";
import { exchangeCodes, mailedTokens } from "#server/db/account-schema.ts";
import type { Db } from "#server/db/open-database.ts";
import { AuthError } from "./auth-error.ts";
import type { AuthServices } from "./auth-services.ts";
import { readEmail, readPhone, type VerifyBody } from "./bodies.ts";
import { noticeLetter } from "./letters.ts";
import { forgetTokens, takeCode, takeToken, type TokenKind } from "./mailed-tokens.ts";
import { providersOf } from "./present-user.ts";
import { changeUser, findUserBy, lockUser, type MailedTokenRow, type UserRow } from "./queries.ts";
import { hashToken } from "#server/link-tokens.ts";
import { type From, startSession, type Tokens } from "./sessions.ts";
import { bareUser, createUser, isConfirmed, nameIn, signedUpMetadata } from "./sign-up.ts";

/** What opens under each of the protocol's words. */
const kindsOf: Record<string, readonly TokenKind[]> = {
  signup: ["signup"],
  invite: ["invite"],
  magiclink: ["magiclink", "signup"],
  email: ["magiclink", "signup"],
  recovery: ["recovery"],
  email_change: ["email_change_current", "email_change_new"],
  sms: ["sms"],
  phone_change: ["phone_change"],
};

/** The method that a session begun so is told by. */
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
const halfWay: HalfWay = { msg: "Confirmation link accepted. Please proceed to confirm link sent to the other email", code: "200" };

type Body = z.output<typeof VerifyBody>;

/** Opens what a link or a code was sent for, once. Throws AuthError. */
export async function verify(services: AuthServices, body: Body, from: From): Promise<Tokens | HalfWay> {
  const kinds = kindsOf[body.type ?? ""];
  if (!kinds) throw new AuthError("validation_failed", "Verify requires a verification type");
  const { token_hash, token } = body;
  if (token_hash) return services.database.transaction(async (tx) => open(services, tx, await takeToken(services, tx, kinds, token_hash), from));
  if (!token || (!body.email && !body.phone))
    throw new AuthError("validation_failed", "Only an email address or phone number should be provided on verify, with a token");
  const recipient = body.email ? readEmail(body.email) : readPhone(body.phone ?? "");
  const opened = await services.database.transaction(async (tx) => {
    const taken = await takeCode(services, tx, kinds, { recipient }, token);
    return taken && open(services, tx, taken, from);
  });
  if (!opened) throw new AuthError("otp_expired");
  return opened;
}

/** Opens a link that GoTrue's own address was asked with, and says whom for and how; PKCE gets a code in place of a session. */
export async function verifyLink(
  services: AuthServices,
  { type = "", token = "" }: { type?: string; token?: string },
  from: From,
): Promise<Tokens | HalfWay | { code: string; type: string }> {
  const kinds = kindsOf[type];
  if (!kinds || !token) throw new AuthError("otp_expired", "Email link is invalid or has expired");
  return services.database.transaction(async (tx) => {
    const taken = await takeToken(services, tx, kinds, token);
    if (!taken.codeChallenge) return open(services, tx, taken, from);
    const user = await settle(services, tx, taken);
    if (!user) return halfWay;
    const code = crypto.randomUUID();
    await tx.insert(exchangeCodes).values({
      codeHash: hashToken(code),
      userId: user.id,
      method: methods[taken.kind],
      codeChallenge: taken.codeChallenge,
      expiresAt: new Date(services.now() + 5 * 60_000),
    });
    return { code, type };
  });
}

async function open(services: AuthServices, tx: Db, taken: MailedTokenRow, from: From): Promise<Tokens | HalfWay> {
  const user = await settle(services, tx, taken);
  return user ? startSession(services, tx, user, methods[taken.kind], from) : halfWay;
}

/** Does what was confirmed. Undefined while the other mailbox has not agreed. Throws AuthError when its user is gone. */
async function settle(services: AuthServices, tx: Db, taken: MailedTokenRow): Promise<UserRow | undefined> {
  if (taken.kind === "signup" || taken.kind === "sms") return settleSignUp(services, tx, taken);
  const user = await lockUser(tx, taken.userId);
  if (!user) throw new AuthError("otp_expired", "Email link is invalid or has expired");
  if (taken.kind === "email_change_current" || taken.kind === "email_change_new") return settleEmailChange(services, tx, user, taken);
  if (taken.kind === "phone_change") return changeUser(tx, user.id, { phone: taken.recipient, phoneConfirmedAt: new Date(services.now()) });
  // Whoever opened a link in this mailbox owns the address.
  return isConfirmed(user) ? user : confirmEmail(services, tx, user);
}

/** A sign-up becomes a user with what was typed for this very letter. Other sign-ups of the address are forgotten. */
async function settleSignUp(services: AuthServices, tx: Db, taken: MailedTokenRow): Promise<UserRow> {
  const isEmail = taken.kind === "signup";
  const recipient = isEmail ? { email: taken.recipient } : { phone: taken.recipient };
  const known = await findUserBy(tx, recipient);
  await forgetTokens(tx, { recipient: taken.recipient, kind: taken.kind });
  if (known && isConfirmed(known)) {
    // A texted code signs in; a letter for an account that has begun meanwhile opens nothing with another's password.
    if (!isEmail && !taken.passwordHash) return known;
    throw new AuthError("otp_expired", "Email link is invalid or has expired");
  }
  const id = known?.id ?? taken.userId;
  const { email = null, phone = null } = recipient as { email?: string; phone?: string };
  const now = new Date(services.now());
  const confirmed = {
    email,
    phone,
    passwordHash: taken.passwordHash,
    emailConfirmedAt: isEmail ? now : null,
    phoneConfirmedAt: isEmail ? null : now,
    userMetadata: {
      ...signedUpMetadata({ id, email, phone, data: taken.userMetadata ?? {} }),
      ...(isEmail ? { email_verified: true } : { phone_verified: true }),
    },
    appMetadata: { ...known?.appMetadata, ...providersOf({ email, phone }) },
    language: taken.language,
  };
  if (!known) return createUser(tx, { ...bareUser(id, now, taken.language), ...confirmed, confirmationSentAt: taken.createdAt });
  const user = await changeUser(tx, id, { ...confirmed, passwordHash: taken.passwordHash ?? known.passwordHash });
  await openAccount(tx, { id, email: email ?? "", wishes: user.userMetadata });
  await confirmAddress(tx, id, email ?? "");
  return user;
}

/** An address that its owner has proved: an administrator made the user, or invited them. */
export async function confirmEmail(services: AuthServices, tx: Db, user: UserRow): Promise<UserRow> {
  const confirmed = await changeUser(tx, user.id, { emailConfirmedAt: new Date(services.now()), userMetadata: { ...user.userMetadata, email_verified: true } });
  await openAccount(tx, { id: user.id, email: user.email ?? "", wishes: confirmed.userMetadata });
  await confirmAddress(tx, user.id, user.email ?? "");
  return confirmed;
}

async function settleEmailChange(services: AuthServices, tx: Db, user: UserRow, { kind, recipient }: MailedTokenRow): Promise<UserRow | undefined> {
  const { id, email, newEmail } = user;
  // The new mailbox agrees for itself alone.
  const isForAnother = kind === "email_change_new" && recipient !== newEmail;
  if (!newEmail || isForAnother) throw new AuthError("otp_expired", "Email link is invalid or has expired");
  const waiting = await tx.select({ kind: mailedTokens.kind }).from(mailedTokens).where(eq(mailedTokens.userId, id));
  if (waiting.some(({ kind }) => kind === "email_change_current" || kind === "email_change_new")) return undefined;
  return changeEmail(services, tx, user, newEmail, email);
}

/** Gives a user a new, proved address, and tells the old one. Throws AuthError when somebody else has it. */
export async function changeEmail(services: AuthServices, tx: Db, user: UserRow, newEmail: string, oldEmail: string | null): Promise<UserRow> {
  const owner = await findUserBy(tx, { email: newEmail });
  if (owner && owner.id !== user.id) throw new AuthError("email_exists");
  // Letters that wait in the old mailbox are no longer this account's.
  await forgetTokens(tx, { userId: user.id });
  const changed = await changeUser(tx, user.id, {
    email: newEmail,
    newEmail: null,
    emailConfirmedAt: new Date(services.now()),
    userMetadata: { ...user.userMetadata, email: newEmail, email_verified: true },
    appMetadata: { ...user.appMetadata, ...providersOf({ email: newEmail, phone: user.phone }) },
  });
  await openAccount(tx, { id: user.id, email: newEmail, wishes: changed.userMetadata });
  await confirmAddress(tx, user.id, newEmail);
  if (oldEmail) {
    await services.outbox.post(tx, [
      noticeLetter(services.config, "email_changed", { recipient: oldEmail, language: user.language, name: nameIn(user.userMetadata) }),
    ]);
  }
  return changed;
}

export const isSession = (opened: object): opened is Tokens => "access_token" in opened;
