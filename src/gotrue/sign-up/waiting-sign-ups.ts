import { and, desc, eq, gt, inArray } from "drizzle-orm";
import { day } from "#domain/durations.ts";
import { isTooLongPassword, normalPassword } from "#domain/people/credentials.ts";
import { signUps } from "#server/db/schema/accounts.ts";
import type { Db } from "#server/db/open-database.ts";
import { keyedHash } from "#server/http/client-key.ts";
import { AuthError } from "#gotrue/auth-error.ts";
import type { AuthServices } from "#gotrue/auth-services.ts";
import { hashForm, olderForm } from "./passwords.ts";
import type { SessionClient } from "#gotrue/sessions/sessions.ts";

export type WaitingSignUp = typeof signUps.$inferSelect;

/**
 * The number of sign-ups that may wait for one address at once. A new one displaces the oldest: its person chooses
 * another password when opening the email.
 */
const mostWaiting = 20;

/**
 * The hash of a waiting sign-up's password, salted for its recipient, so that the same password has the same hash.
 */
export const hashWaiting = (
  services: Pick<AuthServices, "secret">,
  recipient: string,
  password: string,
): Promise<string> => hashForm(normalPassword(password), saltOf(services, recipient));

const saltOf = (services: Pick<AuthServices, "secret">, recipient: string): Buffer =>
  Buffer.from(keyedHash(services, `sign-up ${recipient}`), "base64url").subarray(0, 16);

/**
 * The hashes that a waiting sign-up with this password may have: of the normal form, and of the typed form for a
 * sign-up from before passwords had a normal form.
 */
export async function waitingHashes(
  services: Pick<AuthServices, "secret">,
  recipient: string,
  password: string,
): Promise<string[]> {
  const forms = [normalPassword(password), olderForm(password)].filter(
    (form) => form !== undefined && !isTooLongPassword(form),
  );
  return Promise.all(forms.map((form = "") => hashForm(form, saltOf(services, recipient))));
}

/** The place of a call, as precisely as it can be known for a client without cookies. */
export const signUpClientKey = (
  services: Pick<AuthServices, "secret">,
  { network, userAgent }: SessionClient,
): string => keyedHash(services, `client ${network} ${userAgent}`);

type NewSignUp = Omit<WaitingSignUp, "id" | "createdAt" | "expiresAt" | "invitationId"> & {
  /** Undefined leaves the invitation of the sign-up that this one replaces. */
  invitationId: string | null | undefined;
};

/**
 * Keeps the typed sign-up for a day, and returns it with its id. A second sign-up with the same password replaces
 * the first and keeps its id.
 */
export async function keepSignUp({ now }: AuthServices, tx: Db, typed: NewSignUp): Promise<WaitingSignUp> {
  const times = { createdAt: new Date(now()), expiresAt: new Date(now() + day) };
  const [kept] = await tx
    .insert(signUps)
    .values({ ...typed, ...times, id: crypto.randomUUID() })
    .onConflictDoUpdate({ target: [signUps.recipient, signUps.passwordHash], set: { ...typed, ...times } })
    .returning();
  if (!kept) throw new Error("No sign-up was kept");
  const waiting = await tx
    .select({ id: signUps.id })
    .from(signUps)
    .where(eq(signUps.recipient, typed.recipient))
    .orderBy(desc(signUps.createdAt));
  const oldest = waiting.slice(mostWaiting).map(({ id }) => id);
  if (oldest.length) await tx.delete(signUps).where(inArray(signUps.id, oldest));
  return kept;
}

/** The sign-ups that wait for an address or a phone, newest first. */
export const findSignUps = (
  { now }: Pick<AuthServices, "now">,
  db: Db,
  recipient: string,
): Promise<WaitingSignUp[]> =>
  db
    .select()
    .from(signUps)
    .where(and(eq(signUps.recipient, recipient), gt(signUps.expiresAt, new Date(now()))))
    .orderBy(desc(signUps.createdAt));

export const forgetSignUps = (tx: Db, recipient: string): Promise<unknown> =>
  tx.delete(signUps).where(eq(signUps.recipient, recipient));

/**
 * What a person who opens a sign-up's email shows to be its author: `hashes` of the password that they typed,
 * "none" for no password yet, "unknown" if they know none; undefined from a client that only knows the protocol.
 * `browser` is the hash of their cookie.
 */
export type Proof = {
  hashes?: readonly string[] | "none" | "unknown" | undefined;
  browser: string;
  place: string;
};

/** Reads the proof of a call, and makes the hashes that it needs. */
export async function readProof(
  services: AuthServices,
  recipient: string,
  password: string | null | undefined,
  from: SessionClient,
): Promise<Proof> {
  const place = signUpClientKey(services, from);
  const browser = from.browser ?? "";
  if (password === undefined) return { browser, place };
  if (!password) return { hashes: password === null ? "unknown" : "none", browser, place };
  return { hashes: await waitingHashes(services, recipient, password), browser, place };
}

/**
 * The sign-up that becomes an account when an email to its address is opened: never a stranger's. The email only
 * shows who owns the mailbox, and anybody may have had it sent; so its reader shows the password that they chose,
 * or uses the same browser. A client that can do neither gets the sign-up that the email was written for, if that
 * came from the same place and nobody has signed up since. Otherwise there is none, and the account begins without
 * a password. Throws AuthError.
 */
export function chooseSignUp(
  waiting: WaitingSignUp[],
  writtenFor: string,
  { hashes, browser, place }: Proof,
): WaitingSignUp | undefined {
  if (hashes === "unknown") return undefined;
  const isTyped = hashes !== undefined && hashes !== "none";
  const own = isTyped
    ? waiting.find(({ passwordHash }) => hashes.includes(passwordHash))
    : waiting.find((one) => browser !== "" && one.browser === browser);
  if (own) return own;
  if (isTyped) throw new AuthError("sign_up_password_mismatch");
  if (hashes === "none" && waiting.length > 0) throw new AuthError("sign_up_password_needed");
  const [newest] = waiting;
  return hashes === undefined && newest?.id === writtenFor && newest.place === place ? newest : undefined;
}
