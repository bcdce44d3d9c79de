import { day, secondsIn } from "#domain/durations.ts";
import type { HostApplicationState } from "#contract/hosting.ts";
import { Refusal } from "#contract/errors.ts";
import { findNewestApplication } from "#server/auth/accounts.ts";
import { hasEarned } from "#server/auth/reads-own-money.ts";
import { hostApplications } from "#server/db/schema/accounts.ts";
import { announce } from "#server/events/announce.ts";
import { refuseOver } from "#server/http/limits.ts";
import type { Services } from "#server/services.ts";
import type { SignedIn } from "#server/auth/authorise.ts";

const mostADay = 5;

/** The state of an account's application to host. */
export async function hostApplicationOf(
  { database }: Services,
  { account }: SignedIn,
): Promise<HostApplicationState> {
  const newest = await findNewestApplication(database.db, account.id);
  // A former host may apply like anybody else.
  const isHost = account.hostingSince !== null;
  const isOver = newest?.status === "approved" && !isHost;
  const status = isHost ? "approved" : isOver ? "none" : (newest?.status ?? "none");
  const wasHost = !isHost && (isOver || (await hasEarned(database, account.id)));
  return { status, wasHost, since: newest ? (newest.decidedAt ?? newest.createdAt).toISOString() : null };
}

/**
 * Applies to host, for the first time or again after a "no". Throws a Refusal for a host, and while an
 * application waits.
 */
export async function applyToHost(services: Services, signedIn: SignedIn): Promise<HostApplicationState> {
  const { account } = signedIn;
  if (account.hostingSince !== null)
    throw new Refusal("application_decided", "This account is already a host account.");
  await refuseOver(
    services,
    [{ key: `host application ${account.id}`, most: mostADay, seconds: secondsIn(day) }],
    "Please wait a day before you apply again.",
  );
  await services.database.transaction(async (tx) => {
    const [made] = await tx
      .insert(hostApplications)
      .values({ accountId: account.id })
      .onConflictDoNothing()
      .returning();
    if (!made) throw new Refusal("application_pending", "We have your application and will get back to you.");
    await announce(tx, { kind: "alert", admins: "manage_users" });
  });
  return hostApplicationOf(services, signedIn);
}
