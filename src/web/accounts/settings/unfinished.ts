import type { SignInClient } from "#web/session/auth-client.ts";
import type { Factor } from "#web/accounts/queries.ts";

/** Removes factors that were begun and never finished, so that their names are free again. */
export async function dropUnfinished({ mfa }: SignInClient, factors: Factor[]): Promise<void> {
  for (const { id } of factors.filter(({ isVerified }) => !isVerified)) await mfa.unenroll({ factorId: id });
}
