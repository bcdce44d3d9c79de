import { eq } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import { notFound } from "#contract/params.ts";
import { hostApplications } from "#server/db/schema/accounts.ts";
import { refuseOwnAffair } from "#server/auth/refuse-own-affair.ts";
import { announce } from "#server/events/announce.ts";
import type { Services } from "#server/services.ts";
import { note, write } from "./change-rights.ts";
import { changeRights } from "./write-rights.ts";
import { type AccountRow, findAccount } from "#server/auth/accounts.ts";

type Decision = { id: string; by: AccountRow; decision: "approved" | "declined"; reason?: string };

/**
 * Approves an application, which makes a customer's account a host's, or declines it. Throws a Refusal for an
 * application that was decided meanwhile, for the administrator's own, and for declining without a reason.
 */
export async function decideApplication(
  services: Services,
  { id, by, decision, reason }: Decision,
): Promise<void> {
  if (decision === "declined" && !reason)
    throw new Refusal("reason_needed", "Please say why, so that the applicant knows what to do.");
  await services.database.transaction(async (tx) => {
    const [application] = await tx
      .select()
      .from(hostApplications)
      .where(eq(hostApplications.id, id))
      .for("update");
    const account = application && (await findAccount(tx, application.accountId));
    if (!application || !account) throw applicationNotFound();
    await refuseOwnAffair(tx, {
      by: by.id,
      gate: "manage_users",
      renter: { accountId: account.id },
      of: { entity: "user", entityId: account.id },
    });
    if (application.status !== "pending")
      throw new Refusal("application_decided", "This application has already been decided.");
    await tx
      .update(hostApplications)
      .set({ status: decision, decidedAt: new Date(services.now()), decidedBy: by.id })
      .where(eq(hostApplications.id, id));
    const makesHost = decision === "approved" && account.hostingSince === null;
    // Hosting is a mark beside the role: an administrator who hosts stays one.
    const role = account.role === "customer" ? "host" : account.role;
    const rights = makesHost ? { before: { role: account.role }, after: { role } } : {};
    await note(tx, { id: account.id, by, reason }, { entity: "user", action: `host_${decision}`, ...rights });
    if (makesHost) await changeRights(tx, account.id, { role, hostingSince: new Date(services.now()) });
    await announce(tx, { kind: "alert", admins: "manage_users" });
    await write(services, tx, account, decision, { reason });
  });
}

export const applicationNotFound = (): Refusal => notFound("application_not_found");
