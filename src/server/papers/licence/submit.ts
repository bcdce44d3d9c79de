import { eq, sql } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { findAccount } from "#server/auth/accounts.ts";
import { licences } from "#server/db/schema/papers.ts";
import { announce } from "#server/events/announce.ts";
import { findLicence, findLicenceDocuments, hasBothSides } from "#server/papers/queries.ts";
import { verificationEmail } from "#server/papers/emails.ts";
import type { Services } from "#server/services.ts";

/** Hands a changed licence in for a check, and emails its holder; an incomplete licence stays a draft. */
export async function resubmitLicence(
  { config, now, outbox }: Pick<Services, "config" | "now" | "outbox">,
  tx: Db,
  accountId: string,
): Promise<void> {
  const licence = await findLicence(tx, accountId);
  if (!licence) return;
  const isWhole = hasBothSides(await findLicenceDocuments(tx, [accountId]));
  const at = new Date(now());
  await tx
    .update(licences)
    .set({
      state: isWhole ? "submitted" : "draft",
      version: sql`version + 1`,
      submittedAt: isWhole ? at : null,
      decidedAt: null,
      decidedBy: null,
      reasonCode: null,
      reason: "",
      updatedAt: at,
    })
    .where(eq(licences.id, licence.id));
  await announce(tx, { kind: "verification", to: [accountId], ...(isWhole && { admins: "manage_users" }) });
  const account = await findAccount(tx, accountId);
  if (!isWhole || licence.state === "submitted" || !account?.email) return;
  await outbox.post(tx, [
    verificationEmail(config, { subject: "licence", what: "received", to: { ...account, ...licence } }),
  ]);
}
