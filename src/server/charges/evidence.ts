import { and, eq, inArray, isNull } from "drizzle-orm";
import { invalidField, Refusal } from "#contract/errors.ts";
import { hour, secondsIn } from "#domain/durations.ts";
import { attachments } from "#server/db/schema/conversations.ts";
import type { Db } from "#server/db/open-database.ts";
import { keepContent, readContent } from "#server/media/sealed/content.ts";
import { refuseOver } from "#server/http/limits.ts";
import { queuePicture } from "#server/media/sealed/make-picture.ts";
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
  ids: readonly string[];
  /** The proposing host's car; any car of the rental if none is named. */
  about?: { carId: string | null } | undefined;
};
type ContentServices = Pick<Services, "config" | "database" | "imageStore" | "now" | "secret">;
/** The most files that one account has copied within an hour: each is stored before its charge is written. */
const mostCopiedAnHour = 60;
/** The ids of copied contents, by the ids of the files that they copy. */
export type CopiedContents = ReadonlyMap<string, string>;

/**
 * Copies the content of each wanted file that the renter sent with a report of an accident or a breakdown on this
 * order. Throws a Refusal if the account has copied too many. Must be called before the order is locked: files are large, and a store may be slow. The hourly tidying
 * removes a copy that becomes nobody's file.
 */
export async function copyReported(
  services: ContentServices,
  { by, ...which }: WantedEvidence & { by: string },
): Promise<CopiedContents> {
  const copies = new Map<string, string>();
  const reported = await reportedAmong(services.database.db, which);
  if (reported.length === 0) return copies;
  await refuseOver(
    services,
    [{ key: `copied files ${by}`, most: mostCopiedAnHour, seconds: secondsIn(hour), by: reported.length }],
    "Many reported files were shown in charges in the last hour. Please try again later.",
  );
  for (const { id, contentId } of reported)
    copies.set(id, await queuePicture(by, () => copyContent(services, contentId)));
  return copies;
}

async function copyContent(services: ContentServices, contentId: string): Promise<string> {
  const sealed = await readContent(services, "attachments", contentId);
  if (!sealed) throw cannotOpen();
  const copyId = crypto.randomUUID();
  const copy = sealContent(services, copyId, openContent(services, contentId, sealed));
  await keepContent(services, "attachments", copyId, copy);
  return copyId;
}

/**
 * Makes copied contents files of the proposer, who keeps them if the report's own file goes. Returns the ids to give
 * as evidence, in their order: a wanted file that belongs to no report is the proposer's already.
 */
export async function ownCopies(
  services: Pick<Services, "now">,
  tx: Db,
  { by, copies, ...which }: WantedEvidence & { by: string; copies: CopiedContents },
): Promise<string[]> {
  const reported = new Map((await reportedAmong(tx, which)).map((file) => [file.id, file]));
  const own: string[] = [];
  for (const named of new Set(which.ids)) {
    const file = reported.get(named.toLowerCase());
    const contentId = file && copies.get(file.id);
    // The file was reported after the copies were made.
    if (file && !contentId) throw cannotOpen();
    own.push(contentId && file ? await ownCopy(services, tx, { ...file, contentId }, by) : named);
  }
  return own;
}

async function reportedAmong(db: Db, { orderId, ids, about }: WantedEvidence): Promise<EvidenceRow[]> {
  if (ids.length === 0) return [];
  const named = new Set(ids.map((id) => id.toLowerCase()));
  return (await reportedFiles(db, orderId, about)).filter(({ id }) => named.has(id));
}

const cannotOpen = (): Refusal => new Refusal("unavailable", "This file can't be opened right now.");

async function ownCopy(
  services: Pick<Services, "now">,
  tx: Db,
  { kind, name, contentId, requestHash, bytes }: EvidenceRow,
  by: string,
): Promise<string> {
  const id = crypto.randomUUID();
  await tx.insert(attachments).values({
    id,
    accountId: by,
    kind,
    name,
    contentId,
    requestHash,
    bytes,
    createdAt: new Date(services.now()),
  });
  return id;
}
