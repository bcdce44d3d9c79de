import type { Database, Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import type { SessionRow } from "#gotrue/queries.ts";

const noteText = `
  insert into known_networks (user_id, network, seen_at)
  select $1::uuid, $2::text, $3::timestamptz where $2::text <> '' and ($4::text = 'aal2'
    or not exists (select from factors where user_id = $1::uuid and status = 'verified'))
  on conflict (user_id, network) do update set seen_at = excluded.seen_at
    where known_networks.seen_at < excluded.seen_at - interval '1 day'`;

/** Remembers the network of a session that has everything its account needs: a password alone may not do. */
export const noteNetwork = (
  tx: Db,
  { userId, network, aal, refreshedAt }: Pick<SessionRow, "userId" | "network" | "aal" | "refreshedAt">,
): Promise<unknown> => rowsIn(tx)(noteText, [userId, network, refreshedAt.toISOString(), aal]);

const isKnownText = `select exists (select from known_networks
  where user_id = $1 and network = $2 and seen_at > now() - interval '90 days') as known`;

/** Whether a network is one that somebody has signed in from in the last 90 days. */
export async function isKnownNetwork(
  { rows }: Pick<Database, "rows">,
  userId: string | undefined,
  network: string,
): Promise<boolean> {
  const [found] = await rows<{ known: boolean }>(
    isKnownText,
    [userId ?? crypto.randomUUID(), network],
    "is-known-network",
  );
  return found?.known ?? false;
}

const forgetText = `delete from known_networks known where user_id = $1 and network = coalesce($2, network) and not exists (
  select from sessions where sessions.user_id = known.user_id and sessions.network = known.network)`;

/** Forgets a user's networks, or one of them, except the networks of sessions that are left. */
export const forgetNetworks = (db: Db, userId: string, network?: string): Promise<unknown> =>
  rowsIn(db)(forgetText, [userId, network ?? null]);

export const forgetOldNetworks = ({ rows }: Pick<Database, "rows">): Promise<unknown> =>
  rows("delete from known_networks where seen_at <= now() - interval '90 days'");
