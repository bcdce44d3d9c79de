import { ApiError } from "#web/api.ts";

/** The server's own sentence of a refusal, which names the order that is in the way. */
const saidBy = (error: unknown): string => (error instanceof ApiError && error.body?.message) || "";

/** The number of the order that a refusal names; undefined where it names none. */
export const conflictingOrderOf = (error: unknown): string | undefined =>
  /LB-[\w-]+/.exec(saidBy(error))?.[0];

/** The number of the order that has a car on the wanted days; undefined where something else keeps it. */
export const promisedOrderOf = (error: unknown): string | undefined =>
  /promised to order (LB-[\w-]+)/.exec(saidBy(error))?.[1];
