import { desc, eq } from "drizzle-orm";
import type { IsoDate } from "#domain/dates.ts";
import type { Cover, RentalFacts } from "#domain/documents/parties.ts";
import { needsProof } from "#domain/papers/insurance-proofs.ts";
import { agreementAcceptances } from "#server/db/schema/documents.ts";
import { cars } from "#server/db/schema/cars.ts";
import type { Db } from "#server/db/open-database.ts";
import { verifiedDrivers } from "#server/drivers/queries.ts";
import type { OrderRow } from "#server/orders/queries.ts";

/** What documents name of an order's rental on a day of Los Angeles. */
export async function rentalFactsOf(db: Db, order: OrderRow, on: IsoDate): Promise<RentalFacts> {
  const [car] = order.carId
    ? await db.select({ plate: cars.plateNumber, vin: cars.vin }).from(cars).where(eq(cars.id, order.carId))
    : [];
  const [signed] = await db
    .select({ address: agreementAcceptances.address })
    .from(agreementAcceptances)
    .where(eq(agreementAcceptances.orderId, order.id))
    .orderBy(desc(agreementAcceptances.acceptedAt), desc(agreementAcceptances.id))
    .limit(1);
  const drivers = await verifiedDrivers(db, order.id, on);
  return {
    renterAddress: signed?.address ?? "",
    drivers: drivers.map(({ name }) => name),
    plate: car?.plate ?? "",
    vin: car?.vin ?? "",
    place: order.pickupLocation,
    pickupDate: order.pickupDate,
    returnDate: order.returnDate,
    cover: coverOf(order),
    dailyInsurance:
      order.insurance !== null && "dailyPrice" in order.insurance ? order.insurance.dailyPrice : null,
  };
}

function coverOf(order: OrderRow): Cover {
  const isIncluded = order.insurance !== null && !needsProof(order);
  const limits = order.insurance?.limits;
  return { isIncluded, ...(isIncluded && limits && { limits }) };
}
