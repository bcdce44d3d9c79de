import { createHash } from "node:crypto";

/** A thing's version by its text: it changes with any part of the text. */
export const versionOf = (text: string): string =>
  createHash("sha256").update(text).digest("base64url").slice(0, 22);

/** A version in the form of the header `etag`. */
export const etagOf = (version: string): string => `"${version}"`;
