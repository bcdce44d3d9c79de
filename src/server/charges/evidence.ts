import { and, eq, inArray, isNull } from "drizzle-orm";
import { invalidField, Refusal } from "#contract/errors.ts";
import { attachments } from "#server/db/schema/conversations.ts";
import type { Db } from "#server/db/open-database.ts";
import { keepContent, readContent } from "#server/media/sealed/content.ts";
import { openContent, sealContent } from "#server/media/sealed/sealing.ts";
import type { Services } from "#server/services.ts";
import { type EvidenceRow, reportedFiles } from "./queries.ts";

type GivenEvidence = { chargeId: string; side: "proposer" | "renter"; by: string; ids: readonly string[] };

/** Makes files evidence of a charge: only files of this account that are not yet sent with anything else. */
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

type WantedEvidence = {
  orderId: string;
  by: string;
  ids: readonly string[];
  /** The proposing host's car; any car of the rental if none is named. */
  about?: { carId: string | null } | undefined;
};

/**
 * Copies each wanted file that the renter sent with a report of an accident or a breakdown on this order: the copy
 * is the proposer's, and the report keeps its own file. Returns the ids to give as evidence, in their order.
 */
export async function copyReported(
  services: Pick<Services, "config" | "imageStore" | "now" | "secret">,
  tx: Db,
  { orderId, by, ids, about }: WantedEvidence,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const reported = new Map((await reportedFiles(tx, orderId, about)).map((file) => [file.id, file]));
  const copies: string[] = [];
  for (const wanted of new Set(ids)) {
    const file = reported.get(wanted.toLowerCase());
    copies.push(file ? await copyFile(services, tx, file, by) : wanted);
  }
  return copies;
}

async function copyFile(
  services: Pick<Services, "config" | "imageStore" | "now" | "secret">,
  tx: Db,
  { kind, name, contentId, requestHash, bytes }: EvidenceRow,
  by: string,
): Promise<string> {
  const sealed = await readContent(services, "attachments", contentId);
  if (!sealed) throw new Refusal("unavailable", "This file can't be opened right now.");
  const [id, copyId] = [crypto.randomUUID(), crypto.randomUUID()];
  // If the transaction fails, the hourly tidying removes this content, which then has no row.
  const copy = sealContent(services, copyId, openContent(services, contentId, sealed));
  await keepContent(services, "attachments", copyId, copy);
  await tx.insert(attachments).values({
    id,
    accountId: by,
    kind,
    name,
    contentId: copyId,
    requestHash,
    bytes,
    createdAt: new Date(services.now()),
  });
  return id;
}
