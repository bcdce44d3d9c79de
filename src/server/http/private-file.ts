/** Headers of a file that only some may see: no cache keeps it, and browsers never show its bytes as a page. */
export const privateFile = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; sandbox",
} as const;

/** Characters that `encodeURIComponent` leaves, but a header's value may not hold. */
const unencoded = /['()*]/g;

/** The header that makes a browser save a file under a name in any script, and never open it. */
export const savedAs = (name: string) => ({
  "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(unencoded, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)}`,
});
