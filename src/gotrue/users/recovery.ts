import type { z } from "zod";
import { languageFrom } from "#domain/languages.ts";
import { codeMinutes } from "#domain/people/credentials.ts";
import type { Db } from "#server/db/open-database.ts";
import { answerInConstantTime } from "#server/http/constant-time.ts";
import { pauseOf } from "#server/http/email-budget.ts";
import { within } from "#server/http/limits.ts";
import { AuthError } from "#gotrue/auth-error.ts";
import { countCode, countEmailCall, countText } from "#gotrue/auth-limits.ts";
import type { AuthServices } from "#gotrue/auth-services.ts";
import { type MailBody, readChallenge, readEmail, readMetadata, readPhone } from "#gotrue/bodies.ts";
import { codeMessage, linkEmail, type LinkKind, suspendedEmail } from "#gotrue/mail/emails.ts";
import { makeCode, makeLink } from "#gotrue/mail/mailed-tokens.ts";
import { findUserBy, findWaiting, type UserRow } from "#gotrue/queries.ts";
import { changeUser } from "#gotrue/write-user.ts";
import {
  askToConfirm,
  type SignUpClient,
  isConfirmed,
  nameIn,
  requireTexts,
} from "#gotrue/sign-up/sign-up.ts";
import { isKnownNetwork } from "#gotrue/known-networks.ts";
import { isBanned } from "#gotrue/sessions/sessions.ts";
import { findSignUps } from "#gotrue/sign-up/waiting-sign-ups.ts";

type Body = z.output<typeof MailBody>;

/**
 * Mails a link to set a new password, if the address has an account. Always gives the same answer, after the same
 * time.
 */
export async function recover(
  services: AuthServices,
  body: Body,
  asker: SignUpClient,
): Promise<Record<string, never>> {
  const email = readEmail(body.email ?? "");
  const codeChallenge = readChallenge(body);
  return answerInConstantTime(async () => {
    const user = await findUserBy(services.database.db, { email });
    const isKnown = await isKnownNetwork(services.database, user?.id, asker.network);
    await countEmailCall(services, asker, isKnown);
    if (!user) return {};
    const knownNetwork = isKnown ? asker.network : undefined;
    const pause = await pauseOf(services, { purpose: "recovery", recipient: email, knownNetwork });
    if (pause === undefined) return {};
    return services.database.transaction(async (tx) => {
      await mailLink(services, tx, user, "recovery", { ...asker, codeChallenge, pause });
      await changeUser(tx, user.id, { recoverySentAt: new Date(services.now()) });
      return {};
    });
  });
}

/** Sends an email or a text message again that a person waits for. Always gives the same answer. */
export async function resend(
  services: AuthServices,
  body: Body,
  asker: SignUpClient,
): Promise<Record<string, never>> {
  if (body.type === "sms" || body.type === "phone_change") {
    const phone = readPhone(body.phone ?? "");
    requireTexts(services, phone);
    return withCode(services, phone, asker, async (tx) => {
      if (body.type === "sms") return askAgain(services, tx, phone, { phone });
      if (body.type === "phone_change") await textPhoneChangeAgain(services, tx, phone);
    });
  }
  if (body.type !== "signup" && body.type !== "email_change")
    throw new AuthError(
      "validation_failed",
      "Missing one of these types: signup, email_change, sms, phone_change",
    );
  const email = readEmail(body.email ?? "");
  const codeChallenge = readChallenge(body);
  if (body.type === "email_change") return changeAgain(services, email, asker);
  return answerInConstantTime(async () => {
    await countEmailCall(services, asker);
    await services.database.transaction((tx) =>
      askAgain(services, tx, email, { email, redirectTo: asker.redirectTo, codeChallenge }),
    );
    return {};
  });
}

async function askForChange(
  services: AuthServices,
  user: UserRow,
  redirectTo: string | undefined,
): Promise<void> {
  const pauses = await pausesAgain(services, user);
  if (pauses)
    await services.database.transaction((tx) =>
      mailEmailChange(services, tx, user, { redirectTo, ...pauses }),
    );
}

/** The milliseconds until each of the two mailboxes gets its email; undefined if one can't get another one now. */
async function pausesAgain(
  services: AuthServices,
  { email, newEmail }: Pick<UserRow, "email" | "newEmail">,
): Promise<{ ofNew: number; ofCurrent: number } | undefined> {
  const pause = (recipient: string) => pauseOf(services, { purpose: "email change", recipient });
  const ofNew = newEmail ? await pause(newEmail) : undefined;
  const ofCurrent = email && ofNew !== undefined ? await pause(email) : 0;
  return ofNew === undefined || ofCurrent === undefined ? undefined : { ofNew, ofCurrent };
}

/**
 * Writes again to both mailboxes of a change of address. Each mailbox has its own limit: otherwise a person with
 * many accounts could have the new mailbox, which may be a stranger's, written to once for each.
 */
const changeAgain = (
  services: AuthServices,
  email: string,
  asker: SignUpClient,
): Promise<Record<string, never>> =>
  answerInConstantTime(async () => {
    await countEmailCall(services, asker);
    const user = await findUserBy(services.database.db, { email });
    if (user?.newEmail) await askForChange(services, user, asker.redirectTo);
    return {};
  });

/**
 * Writes once more to an address, or a phone, that has signed up. The email belongs to no single sign-up: its
 * reader shows which one is theirs.
 */
async function askAgain(
  services: AuthServices,
  tx: Db,
  name: string,
  to: { email?: string; phone?: string; redirectTo?: string; codeChallenge?: string },
): Promise<void> {
  const [newest] = await findSignUps(services, tx, name);
  const user = await findUserBy(tx, to);
  if (user && isConfirmed(user)) return;
  const waiting = newest ?? user;
  if (!waiting) return;
  const pause = to.email
    ? await pauseOf(within(services, tx), { purpose: "sign-up", recipient: to.email })
    : 0;
  if (pause === undefined) return;
  await askToConfirm(services, tx, to, {
    pause,
    id: crypto.randomUUID(),
    language: waiting.language,
    codeChallenge: to.codeChallenge ?? newest?.codeChallenge ?? null,
    redirectTo: to.redirectTo,
  });
}

/** Sends another code to a phone, for the user who last wanted to use it. */
async function textPhoneChangeAgain(services: AuthServices, tx: Db, phone: string): Promise<void> {
  const waiting = await findWaiting(tx, phone, "phone_change");
  if (!waiting) return;
  const { userId, language } = waiting;
  const { code } = await makeCode(services, tx, { kind: "phone_change", userId, recipient: phone, language });
  await services.outbox.postTexts(tx, [
    { kind: "phone_change", recipient: phone, language, body: codeMessage(language, code, codeMinutes) },
  ]);
}

/**
 * Mails a link and a code to sign in with, or sends a code by text. An unknown address gets an email to make an
 * account, unless `create_user` is false.
 */
export async function sendOtp(
  services: AuthServices,
  body: Body,
  asker: SignUpClient,
): Promise<Record<string, never>> {
  const data = readMetadata(body.data);
  const language = languageFrom(data.language) ?? asker.language;
  if (body.phone && !body.email) {
    const phone = readPhone(body.phone);
    requireTexts(services, phone);
    return withCode(services, phone, asker, async (tx) => {
      const user = await findUserBy(tx, { phone });
      if (!user && !body.create_user) return;
      const { code } = await makeCode(services, tx, {
        kind: "sms",
        userId: user?.id ?? crypto.randomUUID(),
        recipient: phone,
        language,
        userMetadata: data,
      });
      await services.outbox.postTexts(tx, [
        { kind: "sms", recipient: phone, language, body: codeMessage(language, code, codeMinutes) },
      ]);
    });
  }
  const email = readEmail(body.email ?? "");
  const codeChallenge = readChallenge(body);
  return withCode(services, email, asker, async (tx) => {
    const user = await findUserBy(tx, { email });
    if (user && isConfirmed(user))
      return mailLink(services, tx, user, "magiclink", { ...asker, codeChallenge });
    if (!user && !body.create_user) return;
    const sent = await makeCode(services, tx, {
      kind: "signup",
      userId: user?.id ?? crypto.randomUUID(),
      recipient: email,
      language,
      userMetadata: data,
      codeChallenge,
    });
    const to = { recipient: email, language };
    await services.outbox.post(tx, [
      linkEmail(services.config, "signup", to, sent.token, { redirectTo: asker.redirectTo, code: sent.code }),
    ]);
  });
}

/**
 * Mails a user a link of a kind, and also a code where there is a page to type it. A banned user gets an email
 * that they have to write to us instead: no link of theirs opens anything.
 */
export async function mailLink(
  services: AuthServices,
  tx: Db,
  user: UserRow,
  kind: LinkKind & ("recovery" | "magiclink" | "invite"),
  asked: { redirectTo?: string; codeChallenge?: string; pause?: number },
): Promise<void> {
  if (!user.email) return;
  const { email: recipient, language } = user;
  const to = { recipient, language, name: nameIn(user.userMetadata) };
  if (kind !== "invite" && isBanned(services, user)) {
    await services.outbox.post(tx, [suspendedEmail(services.config, to)], asked.pause);
    return;
  }
  const wanted = { kind, userId: user.id, recipient, language, codeChallenge: asked.codeChallenge };
  const sent =
    kind === "magiclink"
      ? await makeCode(services, tx, wanted)
      : { token: await makeLink(services, tx, wanted) };
  const { token, ...code } = sent;
  const email = linkEmail(services.config, kind, to, token, { redirectTo: asked.redirectTo, ...code });
  await services.outbox.post(tx, [email], asked.pause);
}

/** Sends an email to both mailboxes, the old and the new, in which each can agree to the change of address. */
export async function mailEmailChange(
  services: AuthServices,
  tx: Db,
  user: UserRow,
  { redirectTo, ofNew, ofCurrent }: { redirectTo?: string | undefined; ofNew: number; ofCurrent: number },
): Promise<void> {
  const { id: userId, email, newEmail, language } = user;
  if (!newEmail) return;
  const asked = [
    ["email_change_new", newEmail],
    ...(email ? [["email_change_current", email] as const] : []),
  ] as const;
  for (const [kind, recipient] of asked) {
    const token = await makeLink(services, tx, { kind, userId, recipient, language });
    const isNew = kind === "email_change_new";
    const to = { recipient, language, ...(!isNew && { name: nameIn(user.userMetadata) }) };
    const asking = linkEmail(services.config, kind, to, token, {
      redirectTo,
      details: [[language === "zh" ? "新邮箱" : "New email", newEmail]],
    });
    await services.outbox.post(tx, [asking], isNew ? ofNew : ofCurrent);
  }
}

/**
 * Does work for a recipient; neither the answer nor its time shows whether there is one. The work sends a code,
 * which is useless later: too many are refused, whether or not there is a recipient. For a network that the
 * account's owner has signed in from, other people's calls don't count.
 */
function withCode(
  services: AuthServices,
  recipient: string,
  asker: SignUpClient,
  work: (tx: Db) => Promise<void>,
): Promise<Record<string, never>> {
  return answerInConstantTime(async () => {
    const who = recipient.includes("@") ? { email: recipient } : { phone: recipient };
    const user = await findUserBy(services.database.db, who);
    const isKnown = await isKnownNetwork(services.database, user?.id, asker.network);
    await countEmailCall(services, asker, isKnown);
    if (who.phone && !isKnown) await countText(services, asker);
    await countCode(services, "otp", { recipient, ...(isKnown && { knownNetwork: asker.network }) });
    await services.database.transaction(work);
    return {};
  });
}
