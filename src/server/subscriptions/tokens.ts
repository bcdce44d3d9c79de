import { createHash, randomBytes } from "node:crypto";
import { Refusal } from "#contract/errors.ts";

/** The 256-bit token of a link in a letter. Only its hash is kept. */
export const makeToken = (): string => randomBytes(32).toString("base64url");

export const hashToken = (token: string): string => createHash("sha256").update(token).digest("base64url");

export const linkNotFound = (): Refusal => new Refusal("link_not_found", "This link is not valid any more. Please subscribe again to get a new one.");
