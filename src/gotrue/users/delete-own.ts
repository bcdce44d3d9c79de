import { eq, or, and, sql } from "drizzle-orm";
import type { AuthServices } from "#gotrue/auth-services.ts";
import type { Bearer } from "#gotrue/queries.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import type { Db } from "#server/db/open-database.ts";
import { deleteUser } from "./admin.ts";
import { load, type Proof, requireProof } from "./change-user.ts";

/**
 * Deletes the caller's own account, with a proof of who they are. Throws AuthError without that proof, and a
 * Refusal while something between us is still open.
 */
export async function deleteOwnUser(services: AuthServices, bearer: Bearer, proof: Proof): Promise<void> {
  const user = await load(services, bearer);
  await services.personParts.refuseWhileOpen(services, services.database.db, user);
  await requireProof(services, bearer, user, proof);
  await deleteUser(services, user.id, {
    actor: user.id,
    // An order that is being made for this account waits for the lock, and then finds no account.
    before: async (tx) => {
      await lockPerson(tx, user.id);
      await services.personParts.refuseWhileOpen(services, tx, user);
    },
  });
}

/** Locks an account; an administrator's together with all others, so that of the last two one always stays. */
const lockPerson = (tx: Db, id: string): Promise<unknown> =>
  tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      or(
        eq(accounts.id, id),
        and(eq(accounts.role, "admin"), sql`(select role from accounts own where own.id = ${id}) = 'admin'`),
      ),
    )
    .orderBy(accounts.id)
    .for("update");
