import { and, eq, inArray, isNull } from "drizzle-orm";
import { invalidField } from "#contract/errors.ts";
import { attachments } from "#server/db/schema/conversations.ts";
import type { Db } from "#server/db/open-database.ts";

type GivenEvidence = { chargeId: string; side: "proposer" | "renter"; by: string; ids: readonly string[] };

/** Files become evidence of a charge: those of whoever gives them, and that went with nothing else. */
export async function giveEvidence(tx: Db, { chargeId, side, by, ids }: GivenEvidence): Promise<void> {
  if (ids.length === 0) return;
  const taken = await tx
    .update(attachments)
    .set({ chargeId, chargeSide: side })
    .where(
      and(
        inArray(attachments.id, [...ids]),
        eq(attachments.accountId, by),
        isNull(attachments.messageId),
        isNull(attachments.chargeId),
      ),
    )
    .returning({ id: attachments.id });
  if (taken.length !== new Set(ids).size)
    throw invalidField("evidence", "are no files of yours, or went with something else");
}
