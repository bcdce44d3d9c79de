import { m } from "#web/paraglide/messages.js";
import { failureCode } from "#web/session/failure-words.ts";

/** Why a host's car can't be changed at all, whatever the change is; undefined for any other failure. */
export const carErrorWords = (error: unknown): string | undefined =>
  failureCode(error) === "car_not_in_state" ? m.host_save_state() : undefined;
