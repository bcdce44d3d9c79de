/** Headers of a file that only some may see: it is kept nowhere, and is no page whatever its bytes are. */
export const privateFile = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; sandbox",
} as const;

/** Marks of `encodeURIComponent` that a header's value may not hold as they are. */
const unencoded = /['()*]/g;

/** The header by which a file is saved under a name in any letters, and never opened in its place. */
export const savedAs = (name: string) => ({
  "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(unencoded, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)}`,
});
