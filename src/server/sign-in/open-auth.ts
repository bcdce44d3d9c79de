import { sql } from "drizzle-orm";
import { mailedTokens, signUps, usernameReservations } from "#server/db/schema/accounts.ts";
import type { AuthServices } from "#gotrue/auth-services.ts";
import { forgetOldNetworks } from "#gotrue/known-networks.ts";
import { endOldSessions } from "#gotrue/sessions/session-end.ts";
import { openSigningKeys } from "#gotrue/sessions/signing-keys.ts";

/** The built-in sign-in service, with its keys. */
export async function openAuth(services: Omit<AuthServices, "keys" | "issuer">): Promise<AuthServices> {
  const { config, database, now } = services;
  const issuer = `${config.publicUrl.origin}/auth/v1`;
  return { ...services, issuer, keys: await openSigningKeys(database, issuer, config.auth.signingKey, now) };
}

/** Forgets sessions, networks, links, codes, sign-ups, promises and challenges that are past their time. */
export async function forgetExpired(
  services: Pick<AuthServices, "database" | "config" | "now">,
): Promise<void> {
  const { db, rows } = services.database;
  await endOldSessions(services);
  await forgetOldNetworks(services.database);
  await db.delete(mailedTokens).where(sql`expires_at <= now()`);
  await db.delete(signUps).where(sql`expires_at <= now()`);
  await db.delete(usernameReservations).where(sql`expires_at <= now()`);
  await rows("delete from exchange_codes where expires_at <= now()");
  await rows("delete from factor_challenges where expires_at <= now() - interval '1 day'");
}
