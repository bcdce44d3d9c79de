import { day } from "#domain/durations.ts";
import { conditionSlots } from "#domain/trips/condition.ts";
import { findAccount } from "#server/auth/accounts.ts";
import { beginRecord } from "#server/trips/begin-record.ts";
import { keepBytes } from "#server/trips/keep-image.ts";
import { orderFor } from "#server/trips/own-order.ts";
import { finishRecord } from "#server/trips/finish.ts";
import type { Services } from "#server/services.ts";
import { type DrawnCar, photoOf } from "./example-pictures.ts";
import type { RentalWalk } from "./rentals.ts";

/** Miles that a renter drives a day: fewer than a month includes, so that no extra miles are owed. */
const milesADay = 31;
/** The odometer of a demonstration car a year and a half ago. */
const firstReading = 6_240;
const firstDays = 540;

/** Walks round a car like an administrator at a handover or return: four pictures and a reading. */
export const walkAs =
  (adminId: string, today: number): RentalWalk =>
  async (services, orderId, kind) => {
    const { db } = services.database;
    const account = await findAccount(db, adminId);
    const car = await findDrawnCar(services, orderId);
    if (!account || !car) return;
    const days = Math.floor((services.now() - today) / day) + firstDays;
    const odometer = firstReading + days * milesADay;
    const remark = kind === "pickup" ? "Example. Clean, no marks." : "";
    const seen = await orderFor(services, { id: orderId, relation: "admin" });
    const fuelEighths = kind === "pickup" ? 8 : 7;
    const { record } = await beginRecord(services, seen, adminId, { kind, odometer, fuelEighths, remark });
    for (const slot of conditionSlots) {
      const picture = await photoOf(services, car, slot, odometer);
      await keepBytes(services, picture, { orderId, recordId: record.id, slot, by: adminId });
    }
    await finishRecord(services, {
      orderId,
      recordId: record.id,
      account,
      said: { overrideReason: "Example: shown and signed in person" },
    });
  };

export async function findDrawnCar({ database }: Services, orderId: string): Promise<DrawnCar | undefined> {
  const [car] = await database.rows<DrawnCar>(
    `select brand, body_style as "bodyStyle", colour from cars
     where id = (select car_id from orders where id = $1)`,
    [orderId],
  );
  return car;
}
