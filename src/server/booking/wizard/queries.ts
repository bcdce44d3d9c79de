import { eq } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { wizardDrafts } from "#server/db/schema/wizard.ts";
import { clearHolds, isHeldDraft } from "#server/rentals/availability.ts";

/** What an account has typed of bookings that are not complete, for the copy of its data. */
export const findDraftsToExport = (db: Db, accountId: string) =>
  db
    .select({
      carId: wizardDrafts.carId,
      pickupDate: wizardDrafts.pickupDate,
      returnDate: wizardDrafts.returnDate,
      phone: wizardDrafts.customerPhone,
      pickupLocation: wizardDrafts.pickupLocation,
      insurance: wizardDrafts.insurance,
      paymentMethod: wizardDrafts.paymentMethod,
      card: wizardDrafts.paymentCard,
      promo: wizardDrafts.promo,
      createdAt: wizardDrafts.createdAt,
    })
    .from(wizardDrafts)
    .where(eq(wizardDrafts.accountId, accountId));

/**
 * Ends every hold of an account that is suspended. A provider's page on which one may be paid ends next, and what was
 * paid there already goes back. Under the account's lock.
 */
export const endHoldsOfSuspended = (tx: Db, accountId: string): Promise<unknown> =>
  rowsIn(tx)(`${clearHolds} where account_id = $1 and ${isHeldDraft}`, [accountId]);
