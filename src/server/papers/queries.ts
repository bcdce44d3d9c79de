import { and, eq, inArray } from "drizzle-orm";
import type { IsoDate } from "#domain/dates.ts";
import { neededKinds } from "#domain/papers/documents.ts";
import { statusOn, type VerificationStatus } from "#domain/papers/verification.ts";
import type { Db } from "#server/db/open-database.ts";
import { documents, licences } from "#server/db/papers-schema.ts";

export type LicenceRow = typeof licences.$inferSelect;
export type DocumentRow = typeof documents.$inferSelect;

export type LicenceOf = {
  status: VerificationStatus;
  /** Whether front and back have been uploaded. */
  hasImages: boolean;
  /** What was typed, where anything was. */
  licence: LicenceRow | undefined;
};

/** How far somebody's driver licence is, on Los Angeles's date. */
export async function licenceOf(db: Db, accountId: string, today: IsoDate): Promise<LicenceOf> {
  const [licence] = await db.select().from(licences).where(eq(licences.accountId, accountId));
  const images = await db
    .select({ kind: documents.kind })
    .from(documents)
    .where(and(eq(documents.accountId, accountId), inArray(documents.kind, [...neededKinds])));
  return {
    status: statusOn(today, licence && { state: licence.state, validUntil: licence.expiresOn }),
    hasImages: images.length === neededKinds.length,
    licence,
  };
}
