import type { Services } from "#server/services.ts";
import type { SigningKeys } from "./sessions/signing-keys.ts";

/** What the sign-in service inside works with. */
export type AuthServices = Pick<Services, "config" | "database" | "outbox" | "now" | "secret" | "log"> & {
  keys: SigningKeys;
  /** The `iss` of its tokens: the address it answers at. */
  issuer: string;
};
