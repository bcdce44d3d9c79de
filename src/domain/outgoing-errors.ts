/** Why an address that somebody gave us was not read. `http_status` comes with the status. */
export const outgoingErrors = [
  "bad_address",
  "not_https",
  "private_address",
  "unreachable",
  "certificate",
  "too_slow",
  "too_large",
  "broken",
  "too_many_redirects",
  "http_status",
] as const;
export type OutgoingErrorCode = (typeof outgoingErrors)[number];
