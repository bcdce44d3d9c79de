import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** A random token of 256 bits for a link in an email. Only its hash is kept. */
export const randomToken = (): string => randomBytes(32).toString("base64url");

/** SHA-256 of a token: so random a text needs no salt. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("base64url");

/** The kept hashes of an order's keys: the newest, and the one before it while the email with the newest waits. */
type OrderKeys = { keyHash: string; formerKeyHash: string | null; formerKeyUntil: Date | null };

/** For an order whose links must no longer open it: a key that no email has, and no former key. */
export const keyNobodyHas = (): OrderKeys => ({
  keyHash: hashToken(randomToken()),
  formerKeyHash: null,
  formerKeyUntil: null,
});

/** Whether the key is from an email to the order's renter, at a time: the key shows and cancels the order. */
export function isKeyOfOrder(
  { keyHash, formerKeyHash, formerKeyUntil }: OrderKeys,
  key: string | undefined,
  at: number,
): boolean {
  const opensStill = formerKeyUntil !== null && formerKeyUntil.getTime() > at;
  return isTokenOf(keyHash, key) || (opensStill && formerKeyHash !== null && isTokenOf(formerKeyHash, key));
}

/** Whether the kept hash is this token's. The kept text may be no hash at all: then no token fits. */
export function isTokenOf(kept: string, token: string | undefined): boolean {
  const [ours, theirs] = [Buffer.from(kept), Buffer.from(hashToken(token ?? ""))];
  return token !== undefined && ours.length === theirs.length && timingSafeEqual(ours, theirs);
}
