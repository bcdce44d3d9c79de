import { usernameError } from "#domain/people/credentials.ts";
import { type Language, languageFrom } from "#domain/languages.ts";
import { codeMinutes } from "#domain/people/credentials.ts";
import { countAdminCode, giveBackAdminCode, wrongAdminCodes } from "#server/auth/admin-code-limits.ts";
import { lockInvitation, openAccount, reserveUsername } from "#server/auth/accounts.ts";
import { users } from "#server/db/schema/accounts.ts";
import type { Db } from "#server/db/open-database.ts";
import { answerInConstantTime } from "#server/http/constant-time.ts";
import { countUse, within } from "#server/http/limits.ts";
import { pauseOf } from "#server/http/email-budget.ts";
import type { z } from "zod";
import { AuthError } from "#gotrue/auth-error.ts";
import { countCode, countEmailCall, countText } from "#gotrue/auth-limits.ts";
import type { AuthServices } from "#gotrue/auth-services.ts";
import {
  readChallenge,
  readEmail,
  readMetadata,
  readNewPassword,
  readPhone,
  type SignUpBody,
} from "#gotrue/bodies.ts";
import { codeMessage, linkEmail, noticeEmail } from "#gotrue/mail/emails.ts";
import { makeCode, makeLink } from "#gotrue/mail/mailed-tokens.ts";
import { hashPassword } from "./passwords.ts";
import { presentUser, providersOf, type PresentedUser } from "#gotrue/present-user.ts";
import { findUserBy, type UserRow } from "#gotrue/queries.ts";
import { changeUser } from "#gotrue/write-user.ts";
import { type SessionClient, startSession, type Tokens } from "#gotrue/sessions/sessions.ts";
import { refuseWeak } from "./weak-passwords.ts";
import { hashWaiting, keepSignUp, signUpClientKey, type WaitingSignUp } from "./waiting-sign-ups.ts";

export type SignUpClient = SessionClient & { wideNetwork: string; language: Language; redirectTo?: string };

type SignUpWanted = {
  email?: string;
  phone?: string;
  passwordHash: string;
  data: Record<string, unknown>;
  language: Language;
};

/**
 * Signs up for an account, which begins when a person who knows the password opens the email. Nothing shows
 * whether an address is known: not the answer, whose user is made up for this sign-up, not the time that it takes,
 * and not the answer to signing in with that password afterwards. The address's owner gets an email. Throws
 * AuthError.
 */
export async function signUp(
  services: AuthServices,
  body: z.output<typeof SignUpBody>,
  asker: SignUpClient,
): Promise<PresentedUser | Tokens> {
  if (!body.email && !body.phone) return signInAnonymously(services, body.data, asker);
  const recipient = body.email ? { email: readEmail(body.email) } : { phone: readPhone(body.phone ?? "") };
  if (!body.password) throw new AuthError("validation_failed", "Signup requires a valid password");
  const password = readNewPassword(body.password);
  const data = readMetadata(body.data);
  refuseWeak(services, password, { email: recipient.email, metadata: data });
  const codeChallenge = readChallenge(body);
  const language = languageFrom(data.language) ?? asker.language;
  if (recipient.phone !== undefined && !services.config.auth.autoconfirm)
    requireTexts(services, recipient.phone);
  const name = recipient.email ?? recipient.phone;
  return answerInConstantTime(async () => {
    if (services.config.auth.autoconfirm)
      return signUpAtOnce(
        services,
        { ...recipient, passwordHash: await hashPassword(password), data, language },
        asker,
      );
    await refuseTakenUsername(services, data, name, asker.browser);
    const passwordHash = await hashWaiting(services, name, password);
    await countEmailCall(services, asker);
    if (!recipient.email) {
      await countText(services, asker);
      await countCode(services, "sign-up", { recipient: name });
    }
    const triedCode = await countAdminCode(services, body.data.admin_code, asker.network);
    const pause = recipient.email ? await pauseOf(services, { purpose: "sign-up", recipient: name }) : 0;
    const waiting = await services.database.transaction(async (tx) => {
      const invitation = triedCode === undefined ? undefined : await lockInvitation(tx, triedCode);
      if (invitation) await giveBackAdminCode(within(services, tx), asker.network);
      else if (triedCode !== undefined) await countUse(within(services, tx), [wrongAdminCodes]);
      const kept = await keepSignUp(services, tx, {
        recipient: name,
        passwordHash,
        userMetadata: data,
        language,
        browser: asker.browser ?? "",
        place: signUpClientKey(services, asker),
        codeChallenge: codeChallenge ?? null,
        // A code that was not tried any more leaves the invitation of an earlier sign-up as it is.
        invitationId: body.data.admin_code && triedCode === undefined ? undefined : (invitation?.id ?? null),
      });
      const known = await findUserBy(tx, recipient);
      if (pause === undefined) return kept;
      if (known && isConfirmed(known)) await emailOwner(services, tx, known, pause);
      else await askToConfirm(services, tx, recipient, { ...kept, redirectTo: asker.redirectTo, pause });
      return kept;
    });
    return presentUser(waitingUser(services, recipient, waiting));
  });
}

export const isConfirmed = (user: UserRow): boolean =>
  Boolean(user.emailConfirmedAt ?? user.phoneConfirmedAt);

/** Refuses if no gateway can send texts, and for a new number of a country to which we send no texts. */
export function requireTexts({ config }: Pick<AuthServices, "config">, newPhone?: string): void {
  if (!config.smsUrl && !config.isLocal) throw new AuthError("phone_provider_disabled");
  const isTexted = config.smsCountries.some((prefix) => `+${newPhone}`.startsWith(prefix));
  if (newPhone !== undefined && !isTexted) throw new AuthError("phone_country_refused");
}

async function refuseTakenUsername(
  services: AuthServices,
  { username }: Record<string, unknown>,
  recipient: string,
  browser?: string,
): Promise<void> {
  if (typeof username !== "string" || username === "") return;
  if (usernameError(username)) throw new AuthError("validation_failed", "Username is not valid");
  const isPromised = await services.database.transaction((tx) =>
    reserveUsername(tx, username.toLowerCase(), recipient, browser),
  );
  if (!isPromised) throw new AuthError("username_taken");
}

async function emailOwner(services: AuthServices, tx: Db, user: UserRow, pause: number): Promise<void> {
  if (!user.email) return;
  const to = { recipient: user.email, language: user.language, name: nameIn(user.userMetadata) };
  await services.outbox.post(tx, [noticeEmail(services.config, "account_exists", to)], pause);
}

type ConfirmationRequest = {
  id: string;
  language: Language;
  codeChallenge: string | null;
  redirectTo?: string;
  /** The milliseconds until the message is sent. */
  pause?: number;
};

/** Writes the email or the text message that a sign-up waits for. `id` is the id of this sign-up. */
export async function askToConfirm(
  services: AuthServices,
  tx: Db,
  to: { email?: string; phone?: string },
  asked: ConfirmationRequest,
): Promise<void> {
  const { id: userId, language, codeChallenge, redirectTo, pause } = asked;
  if (!to.email) {
    const recipient = to.phone ?? "";
    const { code } = await makeCode(services, tx, { kind: "sms", userId, recipient, language });
    return services.outbox.postTexts(tx, [
      { kind: "sms", recipient, language, body: codeMessage(language, code, codeMinutes) },
    ]);
  }
  const token = await makeLink(services, tx, {
    kind: "signup",
    userId,
    recipient: to.email,
    language,
    codeChallenge,
  });
  const email = linkEmail(services.config, "signup", { recipient: to.email, language }, token, {
    redirectTo,
  });
  await services.outbox.post(tx, [email], pause);
}

export const nameIn = ({ full_name }: Record<string, unknown>): string =>
  typeof full_name === "string" ? full_name.slice(0, 120) : "";

/** The user in GoTrue's answer to a sign-up, before the user exists. */
function waitingUser(
  services: AuthServices,
  to: { email?: string; phone?: string },
  { id, userMetadata: data, language }: WaitingSignUp,
): UserRow {
  const now = new Date(services.now());
  const recipient = { email: to.email ?? null, phone: to.phone ?? null };
  return {
    ...bareUser(id, now, language),
    ...recipient,
    userMetadata: signedUpMetadata({ id, ...recipient, data }),
    appMetadata: providersOf(recipient),
    confirmationSentAt: now,
  };
}

/** The fields that GoTrue adds to the typed metadata. */
export const signedUpMetadata = ({
  id,
  email,
  phone,
  data,
}: {
  id: string;
  email: string | null;
  phone: string | null;
  data: Record<string, unknown>;
}) => ({
  ...data,
  sub: id,
  ...(email && { email }),
  ...(phone && { phone }),
  email_verified: false,
  phone_verified: false,
});

export const bareUser = (id: string, now: Date, language: Language): UserRow => ({
  id,
  email: null,
  phone: null,
  passwordHash: null,
  emailConfirmedAt: null,
  phoneConfirmedAt: null,
  userMetadata: {},
  appMetadata: {},
  isAnonymous: false,
  newEmail: null,
  confirmationSentAt: null,
  recoverySentAt: null,
  emailChangeSentAt: null,
  reauthenticationSentAt: null,
  invitedAt: null,
  lastSignInAt: null,
  bannedUntil: null,
  language,
  createdAt: now,
  updatedAt: now,
});

/** With AUTH_AUTOCONFIRM, on this machine only: no email, and a session at once. */
function signUpAtOnce(
  services: AuthServices,
  { passwordHash, data, language, ...recipient }: SignUpWanted,
  asker: SignUpClient,
): Promise<Tokens> {
  const { email = null, phone = null } = recipient;
  return services.database.transaction(async (tx) => {
    const known = await findUserBy(tx, recipient);
    if (known && isConfirmed(known)) throw new AuthError("user_already_exists");
    const id = known?.id ?? crypto.randomUUID();
    const now = new Date(services.now());
    const signedUp = {
      email,
      phone,
      passwordHash,
      emailConfirmedAt: email ? now : null,
      phoneConfirmedAt: phone ? now : null,
      userMetadata: {
        ...signedUpMetadata({ id, email, phone, data }),
        ...(email ? { email_verified: true } : { phone_verified: true }),
      },
      appMetadata: providersOf({ email, phone }),
    };
    const user = known
      ? await changeUser(tx, id, signedUp)
      : await createUser(tx, { ...bareUser(id, now, language), ...signedUp });
    return startSession(services, tx, user, "password", asker);
  });
}

/** A user and their account, in one transaction. */
export async function createUser(tx: Db, user: UserRow): Promise<UserRow> {
  const [made] = await tx.insert(users).values(user).returning();
  if (!made) throw new Error("No user was made");
  await openAccount(tx, {
    id: made.id,
    email: made.emailConfirmedAt ? (made.email ?? "") : "",
    phone: made.phone ? `+${made.phone}` : "",
    metadata: made.userMetadata,
  });
  return made;
}

/** Works only together with AUTH_AUTOCONFIRM: a person without an address can't rent a car. */
function signInAnonymously(
  services: AuthServices,
  data: Record<string, unknown>,
  asker: SignUpClient,
): Promise<Tokens> {
  if (!services.config.auth.autoconfirm) throw new AuthError("anonymous_provider_disabled");
  return services.database.transaction(async (tx) => {
    const user = {
      ...bareUser(crypto.randomUUID(), new Date(services.now()), asker.language),
      isAnonymous: true,
      userMetadata: readMetadata(data),
    };
    return startSession(services, tx, await createUser(tx, user), "anonymous", asker);
  });
}
