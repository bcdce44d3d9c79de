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
 * Sign-ups that may wait for one address at once. The oldest makes room: its person chooses another password
 * when the email is opened.
 */
const mostWaiting = 20;

/**
 * A password as waiting sign-ups keep it: salted for its recipient, so that the same one makes the same hash.
 */
export const hashWaiting = (
  services: Pick<AuthServices, "secret">,
  recipient: string,
  password: string,
): Promise<string> => hashForm(normalPassword(password), saltOf(services, recipient));

const saltOf = (services: Pick<AuthServices, "secret">, recipient: string): Buffer =>
  Buffer.from(keyedHash(services, `sign-up ${recipient}`), "base64url").subarray(0, 16);

/**
 * The hashes that a waiting sign-up with this password may have: of its normal form, and as it was typed by
 * one that waits since before there was such a form.
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

/** Where a call comes from, as closely as a client without cookies can be told. */
export const signUpClientKey = (
  services: Pick<AuthServices, "secret">,
  { network, userAgent }: SessionClient,
): string => keyedHash(services, `client ${network} ${userAgent}`);

type NewSignUp = Omit<WaitingSignUp, "id" | "createdAt" | "expiresAt">;

/**
 * Keeps what was typed for a day, and answers it with its id. Typed twice with one password it is the same
 * sign-up, as it was typed last.
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
 * What whoever opens a sign-up's email shows to say that they are its author: `hashes` that the password may
 * have which they typed, "none" for none yet, "unknown" when they know none; undefined from a client that
 * knows the protocol alone. `browser` is their cookie's hash.
 */
export type Proof = {
  hashes?: readonly string[] | "none" | "unknown" | undefined;
  browser: string;
  place: string;
};

/** Reads the proof out of a call, with the hashes that it takes. */
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
 * The sign-up that becomes an account when an email to its address is opened: never a stranger's. The email
 * proves the mailbox alone, and anybody may have had it sent; so its reader shows the password they chose, or
 * is in the browser that chose it. A client that knows neither gets the sign-up that the email was written
 * for, if it signed up from the same place and nobody has signed up since. In every other case there is none,
 * and the account begins without a password. Throws AuthError.
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
