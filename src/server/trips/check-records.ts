import { and, asc, eq, sql } from "drizzle-orm";
import { checkChain, type ConditionFinding, type Witness } from "#domain/trips/chain.ts";
import type { ConditionSlot } from "#domain/trips/condition.ts";
import { auditEvents } from "#server/db/schema/audit.ts";
import { readContent } from "#server/media/sealed/content.ts";
import { openContent } from "#server/media/sealed/sealing.ts";
import type { Services } from "#server/services.ts";
import { conditionsPlace } from "./place.ts";
import { findRecords, type ImageRow } from "./queries.ts";
import { sha256Of } from "#server/media/sha256.ts";
import { sealedAction, sealOf, toSeal } from "./seal-record.ts";

/** Reads an order's records and all their files, and names those that differ from what was sealed. */
export async function checkRecords(
  services: Services,
  orderId: string,
): Promise<{ checked: number; findings: ConditionFinding[] }> {
  const { db } = services.database;
  const witnesses = await db
    .select({
      recordId: sql<string>`after->>'record'`,
      place: sql<number>`(after->>'place')::int`,
      seal: sql<string>`after->>'seal'`,
    })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.entity, "order"),
        eq(auditEvents.entityId, orderId),
        eq(auditEvents.action, sealedAction),
        sql`after is not null`,
      ),
    )
    .orderBy(asc(auditEvents.id));
  const kept = [];
  for (const found of await findRecords(db, orderId)) {
    const stored: Partial<Record<ConditionSlot, string | null>> = {};
    for (const image of found.images) stored[image.slot] = await storedHash(services, image);
    kept.push({ record: toSeal(found), seal: found.record.seal ?? "", sealNow: sealOf(found), stored });
  }
  return { checked: kept.length, findings: checkChain(kept, witnesses satisfies Witness[]) };
}

/** The SHA-256 of the stored content: undefined if there is none, null if it can't be opened. */
async function storedHash(services: Services, { contentId }: ImageRow): Promise<string | null | undefined> {
  const sealed = await readContent(services, conditionsPlace, contentId);
  if (!sealed) return undefined;
  try {
    return sha256Of(openContent(services, contentId, sealed));
  } catch {
    return null;
  }
}
