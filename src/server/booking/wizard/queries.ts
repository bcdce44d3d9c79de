import { eq } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { wizardDrafts } from "#server/db/schema/wizard.ts";

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
