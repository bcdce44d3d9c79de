import { and, desc, eq, inArray } from "drizzle-orm";
import type { IsoDate } from "#domain/dates.ts";
import { licenceKinds, neededKinds } from "#domain/papers/documents.ts";
import { coveredUntil, isRenewalDue, needsProof } from "#domain/papers/insurance-proofs.ts";
import { statusOn, type VerificationStatus } from "#domain/papers/verification.ts";
import type { Db } from "#server/db/open-database.ts";
import { documents, insuranceProofs, licences } from "#server/db/schema/papers.ts";
import type { OrderRow } from "#server/orders/queries.ts";

export type LicenceRow = typeof licences.$inferSelect;
export type DocumentRow = typeof documents.$inferSelect;
export type ProofRow = typeof insuranceProofs.$inferSelect;

export async function findDocument(db: Db, id: string): Promise<DocumentRow | undefined> {
  const [found] = await db.select().from(documents).where(eq(documents.id, id));
  return found;
}

export const findLicenceDocuments = (db: Db, accountIds: readonly string[]): Promise<DocumentRow[]> =>
  db
    .select()
    .from(documents)
    .where(and(inArray(documents.accountId, [...accountIds]), inArray(documents.kind, [...licenceKinds])));

export async function findLicence(db: Db, accountId: string): Promise<LicenceRow | undefined> {
  const [found] = await db.select().from(licences).where(eq(licences.accountId, accountId));
  return found;
}

/** Whether there are pictures of both sides among a licence's documents. */
export const hasBothSides = (found: readonly Pick<DocumentRow, "kind">[]): boolean =>
  neededKinds.every((kind) => found.some((document) => document.kind === kind));

export const licenceStatus = (licence: LicenceRow | undefined, today: IsoDate): VerificationStatus =>
  statusOn(today, licence && { state: licence.state, validUntil: licence.expiresOn });

export type LicenceOf = {
  status: VerificationStatus;
  /** Whether front and back have been uploaded. */
  hasImages: boolean;
  /** The typed data, if there is any. */
  licence: LicenceRow | undefined;
};

/** The state of an account's driver licence, on Los Angeles's date. */
export async function licenceOf(db: Db, accountId: string, today: IsoDate): Promise<LicenceOf> {
  const licence = await findLicence(db, accountId);
  const hasImages = hasBothSides(await findLicenceDocuments(db, [accountId]));
  return { status: licenceStatus(licence, today), hasImages, licence };
}

type InsuredOrder = Pick<OrderRow, "id" | "source" | "insurance" | "pickupDate" | "returnDate">;

export type InsuranceOf = {
  /** Whether its renter has to show liability insurance of their own. */
  isNeeded: boolean;
  /** The status of the newest proof. */
  status: VerificationStatus;
  /** The last day up to which verified proofs cover the rental from its pickup on. */
  coveredUntil: IsoDate | undefined;
  isRenewalDue: boolean;
  /** The newest first. */
  proofs: ProofRow[];
};

/** How an order's renter is insured by their own proofs, on Los Angeles's date. */
export async function insuranceOf(db: Db, order: InsuredOrder, today: IsoDate): Promise<InsuranceOf> {
  const proofs = await db
    .select()
    .from(insuranceProofs)
    .where(eq(insuranceProofs.orderId, order.id))
    .orderBy(desc(insuranceProofs.version));
  const [newest] = proofs;
  const until = coveredUntil(
    proofs.filter(({ state }) => state === "verified"),
    order.pickupDate,
  );
  return {
    isNeeded: needsProof(order),
    status: statusOn(today, newest),
    coveredUntil: until,
    isRenewalDue: until !== undefined && isRenewalDue(until, order.returnDate, today),
    proofs,
  };
}
