import type { z } from "zod";
import { day, minute, secondsIn } from "#domain/durations.ts";
import { codeMinutes } from "#domain/people/credentials.ts";
import { AuthError } from "#gotrue/auth-error.ts";
import { countCode, countEmailCall, countText, reserveTry } from "#gotrue/auth-limits.ts";
import type { AuthServices } from "#gotrue/auth-services.ts";
import { requireAssurance } from "#gotrue/bearer.ts";
import { readEmail, readMetadata, readNewPassword, readPhone, type UserBody } from "#gotrue/bodies.ts";
import { codeMessage, nonceEmail, noticeEmail } from "#gotrue/mail/emails.ts";
import { forgetEmailChange, forgetTokens, makeCode, takeCode } from "#gotrue/mail/mailed-tokens.ts";
import { ownPauseOf } from "#server/http/email-budget.ts";
import { hashPassword, isPassword } from "#gotrue/sign-up/passwords.ts";
import { presentUser, type PresentedUser, providersOf } from "#gotrue/present-user.ts";
import { type Bearer, findFactors, findUser, findUserBy, lockUser, type UserRow } from "#gotrue/queries.ts";
import { changeUser } from "#gotrue/write-user.ts";
import { mailEmailChange } from "./recovery.ts";
import { endSessions } from "#gotrue/sessions/sessions.ts";
import { refuseWeak } from "#gotrue/sign-up/weak-passwords.ts";
import { type SignUpClient, nameIn, requireTexts } from "#gotrue/sign-up/sign-up.ts";
import { changeEmail } from "#gotrue/settle.ts";

type Body = z.output<typeof UserBody>;
/** Proof, besides the token, that the owner makes the call. */
export type Proof = { nonce?: string | undefined; current_password?: string | undefined };

/**
 * Changes a user's own data. A password, an address or a phone needs proof besides the token. Throws AuthError.
 */
export async function changeOwnUser(
  services: AuthServices,
  bearer: Bearer,
  body: Body,
  asker: SignUpClient,
): Promise<PresentedUser> {
  if (body.app_metadata !== undefined)
    throw new AuthError("not_admin", "Updating app_metadata requires admin privileges");
  requireAssurance(bearer, "AAL2 session is required to update a user when MFA is enabled.", 401);
  const email = body.email === undefined ? undefined : readEmail(body.email);
  const phone = body.phone === undefined || body.phone === "" ? undefined : readPhone(body.phone);
  const password = body.password === undefined ? undefined : readNewPassword(body.password);
  const data = body.data ? readMetadata(body.data) : undefined;
  const user = await load(services, bearer);
  const isNewEmail = email !== undefined && email !== user.email;
  const isNewPhone = phone !== undefined && phone !== user.phone;
  if (password !== undefined)
    refuseWeak(services, password, {
      email: email ?? user.email,
      metadata: { ...user.userMetadata, ...data },
    });
  if (password !== undefined || isNewEmail || isNewPhone) await requireProof(services, bearer, user, body);
  if (password !== undefined && (await isPassword(password, user.passwordHash)))
    throw new AuthError("same_password");
  if (isNewEmail && (await findUserBy(services.database.db, { email }))) throw new AuthError("email_exists");
  if (isNewPhone && (await findUserBy(services.database.db, { phone }))) throw new AuthError("phone_exists");
  if (isNewPhone) requireTexts(services, phone);
  const passwordHash = password === undefined ? undefined : await hashPassword(password);
  if (isNewEmail || isNewPhone) await countEmailCall(services, asker);
  if (isNewPhone) {
    await countCode(services, "otp", { recipient: phone });
    await countText(services, asker);
  }
  const pauses = isNewEmail && {
    ofNew: await pauseOfChange(services, email),
    ofCurrent: await pauseOfChange(services, user.email, user.id),
  };

  const changed = await services.database.transaction(async (tx) => {
    let current = await lockUser(tx, user.id);
    if (!current) throw new AuthError("user_not_found");
    if (data)
      current = await changeUser(tx, user.id, {
        userMetadata: readMetadata(merged(current.userMetadata, data)),
      });
    if (passwordHash !== undefined) {
      current = await changeUser(tx, user.id, { passwordHash });
      // A person who knew the old password, or holds an old email, is signed out; this session stays.
      await endSessions(tx, user.id, bearer.session.id, "others");
      await forgetTokens(tx, { userId: user.id });
      await notify(services, tx, current, "password_changed");
    }
    if (isNewEmail && services.config.auth.autoconfirm)
      return changeEmail(services, tx, current, email, null);
    if (isNewEmail) {
      await forgetEmailChange(tx, user.id);
      current = await changeUser(tx, user.id, {
        newEmail: email,
        emailChangeSentAt: new Date(services.now()),
      });
      if (pauses) await mailEmailChange(services, tx, current, { redirectTo: asker.redirectTo, ...pauses });
    }
    if (isNewPhone && services.config.auth.autoconfirm) {
      return changeUser(tx, user.id, {
        phone,
        phoneConfirmedAt: new Date(services.now()),
        appMetadata: { ...current.appMetadata, ...providersOf({ ...current, phone }) },
      });
    }
    if (isNewPhone) {
      const { code } = await makeCode(services, tx, {
        kind: "phone_change",
        userId: user.id,
        recipient: phone,
        language: user.language,
      });
      await services.outbox.postTexts(tx, [
        {
          kind: "phone_change",
          recipient: phone,
          language: user.language,
          body: codeMessage(user.language, code, codeMinutes),
        },
      ]);
    }
    return current;
  });
  return presentUser(changed, await findFactors(services.database.db, user.id));
}

/**
 * Returns the milliseconds after which a mailbox may get the email about a change of address. Each change needs an
 * email of its own, so an email shortly after another waits until its minute is over. Throws AuthError if the
 * mailbox got too many: it may be a stranger's. `owner` is the account with this mailbox.
 */
async function pauseOfChange(
  services: AuthServices,
  recipient: string | null,
  owner?: string,
): Promise<number> {
  if (!recipient) return 0;
  const pause = await ownPauseOf(services, { purpose: "email change", recipient, knownNetwork: owner });
  if (pause > minute)
    throw new AuthError("over_email_send_rate_limit", undefined, { retryAfter: Math.ceil(pause / 1000) });
  return pause;
}

/**
 * Methods by which a session began with a link or a code that we sent; the ones added in `firstMethods` only count
 * while the user has no password at all.
 */
const sentMethods = ["recovery", "invite"];
const firstMethods = [...sentMethods, "email/signup", "magiclink", "otp"];
/** For this time, such a session is enough to show who the user is. */
const emailProofSeconds = secondsIn(day);

type Tx = Parameters<Parameters<AuthServices["database"]["transaction"]>[0]>[0];

export const notify = (
  services: AuthServices,
  tx: Tx,
  user: UserRow,
  kind: Parameters<typeof noticeEmail>[1],
): Promise<unknown> =>
  user.email
    ? services.outbox.post(tx, [
        noticeEmail(services.config, kind, {
          recipient: user.email,
          language: user.language,
          name: nameIn(user.userMetadata),
        }),
      ])
    : Promise.resolve();

/**
 * Needs the current password, a mailed code, or a session that began within a day with one of the methods above.
 * AUTH_AUTOCONFIRM trusts the token alone.
 */
export async function requireProof(
  services: AuthServices,
  bearer: Bearer,
  user: UserRow,
  { nonce, current_password }: Proof,
): Promise<void> {
  const methods = user.passwordHash === null ? firstMethods : sentMethods;
  const isRecovering = bearer.session.amr.some(
    ({ method, timestamp }) =>
      methods.includes(method) && services.now() / 1000 - timestamp < emailProofSeconds,
  );
  if (services.config.auth.autoconfirm || isRecovering) return;
  const name = user.email ?? user.phone ?? user.id;
  if (current_password !== undefined) {
    // Counted for the session, from whichever network: a thief of its token may have many networks.
    const attempt = await reserveTry(services, name, bearer.session.id, true);
    if (!(await isPassword(current_password, user.passwordHash)))
      throw new AuthError("current_password_mismatch");
    return attempt.forgive();
  }
  if (nonce === undefined) throw new AuthError("reauthentication_needed");
  const taken = await services.database.transaction((tx) =>
    takeCode(services, tx, ["reauthentication"], { recipient: name, userId: user.id }, nonce),
  );
  if (!taken) throw new AuthError("reauthentication_not_valid");
}

/**
 * Sends a code, by email or text, that shows once more who makes the call. Throws AuthError for a user without
 * address and phone.
 */
export async function reauthenticate(services: AuthServices, bearer: Bearer): Promise<Record<string, never>> {
  const user = await load(services, bearer);
  const { email, phone, language } = user;
  const recipient = email ?? phone;
  if (!recipient)
    throw new AuthError(
      "validation_failed",
      "Reauthentication requires the user to have an email or a phone number",
      { status: 422 },
    );
  if (!email) requireTexts(services);
  // Counted for the account, which is signed in: calls by its network or by other people don't count against it.
  await countCode(services, "reauthentication", { recipient, knownNetwork: user.id });
  await services.database.transaction(async (tx) => {
    const { code } = await makeCode(services, tx, {
      kind: "reauthentication",
      userId: user.id,
      recipient,
      language,
    });
    if (email)
      await services.outbox.post(tx, [
        nonceEmail({ recipient, language, name: nameIn(user.userMetadata) }, code),
      ]);
    else
      await services.outbox.postTexts(tx, [
        { kind: "reauthentication", recipient, language, body: codeMessage(language, code, codeMinutes) },
      ]);
    await changeUser(tx, user.id, { reauthenticationSentAt: new Date(services.now()) });
  });
  return {};
}

export async function load(services: AuthServices, bearer: Bearer): Promise<UserRow> {
  const user = await findUser(services.database.db, bearer.userId);
  if (!user) throw new AuthError("user_not_found");
  return user;
}

/** Null removes a key; keys that name a prototype are ignored. */
export function merged(
  before: Record<string, unknown>,
  change: Record<string, unknown>,
): Record<string, unknown> {
  const entries = Object.entries({ ...before, ...change }).filter(
    ([key, value]) => value !== null && !["__proto__", "constructor", "prototype"].includes(key),
  );
  return Object.fromEntries(entries);
}
