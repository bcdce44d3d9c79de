import { countUse, giveBack, type Limit } from "#server/http/limits.ts";
import type { Services } from "#server/services.ts";

/**
 * How many wrong codes of administrators are tried from one network, a `clientKey`, wherever a code can be sent. A
 * try with a right code is given back.
 */
export const adminCodesOf = (network: string): Limit => ({
  key: `admin code ${network}`,
  most: 5,
  seconds: 900,
});

/** The wrong codes of all callers together. */
export const wrongAdminCodes: Limit = { key: "admin code all", most: 20, seconds: 3600 };

/**
 * The administrators' code of a sign-up, counted as a try. Undefined without one, and where no more may be tried:
 * the sign-up goes on as with a wrong code, because its answer must not tell.
 */
export async function countAdminCode(
  services: Pick<Services, "database" | "config">,
  code: unknown,
  network: string,
): Promise<string | undefined> {
  if (typeof code !== "string" || code === "") return undefined;
  return (await countUse(services, [adminCodesOf(network)])) === undefined ? code : undefined;
}

/** Takes back the counted try of a right code: several people of one office may sign up at once. */
export const giveBackAdminCode = (
  services: Pick<Services, "database" | "config">,
  network: string,
): Promise<void> => giveBack(services, [adminCodesOf(network).key]);
