import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** A random token of 256 bits for a link in an email. Only its hash is kept. */
export const randomToken = (): string => randomBytes(32).toString("base64url");

/** SHA-256 of a token: so random a text needs no salt. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("base64url");

/** Whether a token is the one whose hash is kept. What is kept may be no hash at all, where none fits any more. */
export function isTokenOf(kept: string, token: string | undefined): boolean {
  const [ours, theirs] = [Buffer.from(kept), Buffer.from(hashToken(token ?? ""))];
  return token !== undefined && ours.length === theirs.length && timingSafeEqual(ours, theirs);
}
