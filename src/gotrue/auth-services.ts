import type { Services } from "#server/services.ts";
import type { SigningKeys } from "./sessions/signing-keys.ts";

/** What our own sign-in service works with. */
export type AuthServices = Pick<
  Services,
  "config" | "database" | "outbox" | "now" | "secret" | "log" | "personParts"
> & {
  keys: SigningKeys;
  /** The `iss` of the service's tokens: the address of the service. */
  issuer: string;
};
