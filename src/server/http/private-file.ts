/** Headers of a file that only some may see: it is kept nowhere, and is no page whatever its bytes are. */
export const privateFile = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; sandbox",
} as const;
