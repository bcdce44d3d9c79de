import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** A random token of 256 bits for a link in an email. Only its hash is kept. */
export const randomToken = (): string => randomBytes(32).toString("base64url");

/** SHA-256 of a token: so random a text needs no salt. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("base64url");

/** What is kept of an order's keys: the newest, and the one before it while the email with the newest waits. */
type OrderKeys = { keyHash: string; formerKeyHash: string | null; formerKeyUntil: Date | null };

/** For an order whose link is to open nothing any more: a key that is in no email, and none before it. */
export const keyNobodyHas = (): OrderKeys => ({
  keyHash: hashToken(randomToken()),
  formerKeyHash: null,
  formerKeyUntil: null,
});

/** Whether a key is the one in an email to an order's renter, which shows and cancels the order. */
export function isKeyOfOrder(
  { keyHash, formerKeyHash, formerKeyUntil }: OrderKeys,
  key: string | undefined,
): boolean {
  const opensStill = formerKeyUntil !== null && formerKeyUntil > new Date();
  return isTokenOf(keyHash, key) || (opensStill && formerKeyHash !== null && isTokenOf(formerKeyHash, key));
}

/** Whether a token is the one whose hash is kept. What is kept may be no hash at all, where none fits any more. */
export function isTokenOf(kept: string, token: string | undefined): boolean {
  const [ours, theirs] = [Buffer.from(kept), Buffer.from(hashToken(token ?? ""))];
  return token !== undefined && ours.length === theirs.length && timingSafeEqual(ours, theirs);
}
