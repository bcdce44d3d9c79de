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
 * Ends every hold of a suspended account. A provider's open page for a booking is ended next, and money that was
 * paid there goes back. Must hold the account's lock.
 */
export const endHoldsOfSuspended = (tx: Db, accountId: string): Promise<unknown> =>
  rowsIn(tx)(`${clearHolds} where account_id = $1 and ${isHeldDraft}`, [accountId]);
