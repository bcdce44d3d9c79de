import { eq } from "drizzle-orm";
import { adoptConfirmedEmail, openAccount, redeemInvitation } from "#server/auth/accounts.ts";
import { mailedTokens } from "#server/db/schema/accounts.ts";
import type { Db } from "#server/db/open-database.ts";
import { AuthError } from "./auth-error.ts";
import type { AuthServices } from "./auth-services.ts";
import { noticeEmail } from "./mail/emails.ts";
import { forgetTokens } from "./mail/mailed-tokens.ts";
import { providersOf } from "./present-user.ts";
import { findUserBy, lockUser, type MailedTokenRow, type UserRow } from "./queries.ts";
import { changeUser } from "./write-user.ts";
import { bareUser, createUser, isConfirmed, nameIn, signedUpMetadata } from "./sign-up/sign-up.ts";
import { chooseSignUp, findSignUps, forgetSignUps, type Proof } from "./sign-up/waiting-sign-ups.ts";

/**
 * Carries out what was confirmed. Undefined while the other mailbox has not agreed. Throws AuthError when the user
 * is gone.
 */
export async function settle(
  services: AuthServices,
  tx: Db,
  taken: MailedTokenRow,
  proof: Proof,
): Promise<UserRow | undefined> {
  if (taken.kind === "signup" || taken.kind === "sms") return settleSignUp(services, tx, taken, proof);
  const user = await lockUser(tx, taken.userId);
  if (!user) throw new AuthError("otp_expired", "Email link is invalid or has expired");
  if (taken.kind === "email_change_current" || taken.kind === "email_change_new")
    return settleEmailChange(services, tx, user, taken);
  if (taken.kind === "phone_change") {
    // A code that waits on the former phone signs nobody in.
    if (user.phone) await forgetTokens(tx, { recipient: user.phone, kind: "sms" });
    return changeUser(tx, user.id, { phone: taken.recipient, phoneConfirmedAt: new Date(services.now()) });
  }
  // A person who opened a link in this mailbox owns the address.
  return isConfirmed(user) ? user : confirmEmail(services, tx, user);
}

/** A sign-up becomes a user, with what its author typed. Every other sign-up of the address is forgotten. */
async function settleSignUp(
  services: AuthServices,
  tx: Db,
  taken: MailedTokenRow,
  proof: Proof,
): Promise<UserRow> {
  const isEmail = taken.kind === "signup";
  const [email, phone] = isEmail ? [taken.recipient, null] : [null, taken.recipient];
  const known = await findUserBy(tx, isEmail ? { email: taken.recipient } : { phone: taken.recipient });
  const waiting = await findSignUps(services, tx, taken.recipient);
  await forgetTokens(tx, { recipient: taken.recipient, kind: taken.kind });
  await forgetSignUps(tx, taken.recipient);
  if (known && isConfirmed(known)) {
    // A code from a text message signs the user in. A sign-up link is refused once the account is confirmed.
    if (!isEmail) return known;
    throw new AuthError("otp_expired", "Email link is invalid or has expired");
  }
  // A link that was made with the service's own key has a password of its own.
  const chosen = taken.passwordHash === null ? chooseSignUp(waiting, taken.userId, proof) : undefined;
  const id = known?.id ?? chosen?.id ?? taken.userId;
  // By now, the user with this id has another address or phone.
  if (!known && (await lockUser(tx, id)))
    throw new AuthError("otp_expired", "Email link is invalid or has expired");
  const now = new Date(services.now());
  const data = chosen?.userMetadata ?? taken.userMetadata ?? {};
  const language = chosen?.language ?? taken.language;
  const confirmed = {
    email,
    phone,
    passwordHash: chosen?.passwordHash ?? taken.passwordHash ?? known?.passwordHash ?? null,
    emailConfirmedAt: isEmail ? now : null,
    phoneConfirmedAt: isEmail ? null : now,
    userMetadata: {
      ...signedUpMetadata({ id, email, phone, data }),
      ...(isEmail ? { email_verified: true } : { phone_verified: true }),
    },
    appMetadata: { ...known?.appMetadata, ...providersOf({ email, phone }) },
    language,
  };
  const user = known
    ? await changeUser(tx, id, confirmed)
    : await createUser(tx, {
        ...bareUser(id, now, language),
        ...confirmed,
        confirmationSentAt: taken.createdAt,
      });
  if (known) {
    await openAccount(tx, { id, email: email ?? "", metadata: user.userMetadata });
    await adoptConfirmedEmail(tx, id, email ?? "");
  }
  if (chosen?.invitationId && email) await redeemInvitation(tx, id, chosen.invitationId);
  return user;
}

/** Confirms an address whose user exists already: an administrator made or invited the user. */
export async function confirmEmail(services: AuthServices, tx: Db, user: UserRow): Promise<UserRow> {
  const confirmed = await changeUser(tx, user.id, {
    emailConfirmedAt: new Date(services.now()),
    userMetadata: { ...user.userMetadata, email_verified: true },
  });
  await openAccount(tx, { id: user.id, email: user.email ?? "", metadata: confirmed.userMetadata });
  await adoptConfirmedEmail(tx, user.id, user.email ?? "");
  return confirmed;
}

async function settleEmailChange(
  services: AuthServices,
  tx: Db,
  user: UserRow,
  { kind, recipient }: MailedTokenRow,
): Promise<UserRow | undefined> {
  const { id, email, newEmail } = user;
  // A link in the new mailbox confirms only this new address.
  const isForAnother = kind === "email_change_new" && recipient !== newEmail;
  if (!newEmail || isForAnother) throw new AuthError("otp_expired", "Email link is invalid or has expired");
  const waiting = await tx
    .select({ kind: mailedTokens.kind })
    .from(mailedTokens)
    .where(eq(mailedTokens.userId, id));
  if (waiting.some(({ kind }) => kind === "email_change_current" || kind === "email_change_new"))
    return undefined;
  return changeEmail(services, tx, user, newEmail, email);
}

/** Gives a user a new, confirmed address, and informs the old one. Throws AuthError when somebody else has it. */
export async function changeEmail(
  services: AuthServices,
  tx: Db,
  user: UserRow,
  newEmail: string,
  oldEmail: string | null,
): Promise<UserRow> {
  const owner = await findUserBy(tx, { email: newEmail });
  if (owner && owner.id !== user.id) throw new AuthError("email_exists");
  // Emails that wait in the old mailbox are no longer this account's.
  await forgetTokens(tx, { userId: user.id });
  const changed = await changeUser(tx, user.id, {
    email: newEmail,
    newEmail: null,
    emailConfirmedAt: new Date(services.now()),
    userMetadata: { ...user.userMetadata, email: newEmail, email_verified: true },
    appMetadata: { ...user.appMetadata, ...providersOf({ email: newEmail, phone: user.phone }) },
  });
  await openAccount(tx, { id: user.id, email: newEmail, metadata: changed.userMetadata });
  await adoptConfirmedEmail(tx, user.id, newEmail);
  await services.personParts.moveOrders(tx, user, newEmail);
  if (oldEmail) {
    await services.outbox.post(tx, [
      noticeEmail(services.config, "email_changed", {
        recipient: oldEmail,
        language: user.language,
        name: nameIn(user.userMetadata),
      }),
    ]);
  }
  return changed;
}
