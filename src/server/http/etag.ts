import { createHash } from "node:crypto";

/** The version of a thing by its text: another where anything of it differs. */
export const versionOf = (text: string): string =>
  createHash("sha256").update(text).digest("base64url").slice(0, 22);

/** A version as the header `etag` says it. */
export const etagOf = (version: string): string => `"${version}"`;
