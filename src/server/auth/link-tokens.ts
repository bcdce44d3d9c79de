import { createHash, randomBytes } from "node:crypto";

/** A random token of 256 bits for a link in an email. Only its hash is kept. */
export const randomToken = (): string => randomBytes(32).toString("base64url");

/** SHA-256 of a token: so random a text needs no salt. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("base64url");
