import type { BookingRequest } from "#contract/orders.ts";
import { addDays, daysBetween, type IsoDate } from "#domain/dates.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import type { OrderStatus } from "#domain/orders/lifecycle.ts";
import { carServesPlan, planOf } from "#domain/pricing/plans.ts";
import { carPrice, planPrice } from "#domain/pricing/pricing.ts";
import { type Rental, returnDateFor } from "#domain/pricing/rental-length.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { assignCar } from "#server/orders/moves/assign-car.ts";
import { setOrderStatus } from "#server/orders/moves/set-order-status.ts";
import { placeBooking, placePlanOrder, type Placer } from "#server/orders/place-order.ts";
import { type Services, today } from "#server/services.ts";
import type { Chance } from "./chance.ts";
import type { Renter } from "./people.ts";

export type DemoCar = { id: string; monthlyPrice: number; category: string; brand: string; city: string };
type Wanted = { car: DemoCar; renter: Renter; rental: Rental; placer: Placer; isPlan: boolean };

const minute = 60_000;
const hour = 60 * minute;
const yearBefore = 360;
/** How far ahead people of the demonstration plan, in days. */
const furthestAhead = 45;

/** The product as it was at an instant: its clock stands there, and no email is sent of what is long over. */
export const asOf = (services: Services, at: number): Services => ({
  ...services,
  now: () => at,
  outbox: { ...services.outbox, post: () => Promise.resolve([]), withdraw: () => Promise.resolve(false) },
});

/** A car's rentals over a year, one after the other, and on into the days to come. */
export function plannedRentals(on: IsoDate, chance: Chance): Rental[] {
  const planned: Rental[] = [];
  let from = addDays(on, -chance.between(150, yearBefore));
  while (from < addDays(on, furthestAhead)) {
    const returnDate = returnDateFor(from, chance.of([1, 1, 1, 2, 2, 3, 4, 6]));
    planned.push({ pickupDate: from, returnDate });
    from = addDays(returnDate, chance.between(4, 40));
  }
  return planned;
}

/** Orders a rental as it would have been ordered, and takes it as far as it would be today. */
export async function liveRental(
  services: Services,
  wanted: Wanted,
  { chance, adminId, isWaiting }: { chance: Chance; adminId: string; isWaiting: boolean },
): Promise<void> {
  const on = today(services);
  const now = services.now();
  const { car, rental, isPlan } = wanted;
  const placed = isWaiting ? now - chance.between(1, 18) * hour : placedAt(rental, on, chance);
  const id = await order(asOf(services, Math.min(placed, now)), wanted);
  const answered = Math.min(placed + chance.between(1, 20) * hour, now);
  const move = (status: OrderStatus, at: number) =>
    setOrderStatus(asOf(services, at), { id, status, by: adminId });

  if (!isWaiting && chance.in100(9)) await move("cancelled", answered);
  else if (!isWaiting) {
    if (isPlan) await assignCar(asOf(services, answered), { id, carId: car.id, by: adminId });
    await move("confirmed", answered);
    if (rental.pickupDate <= on) await move("in_progress", instantInLosAngeles(rental.pickupDate, "10:20"));
    if (rental.returnDate < on) await move("completed", instantInLosAngeles(rental.returnDate, "10:40"));
  }
  await dateHistory(services, id, { placed, answered, rental });
}

/** Some days before the pickup, in the daytime; before today, which is still going on. */
function placedAt({ pickupDate }: Rental, on: IsoDate, chance: Chance): number {
  const before = addDays(pickupDate, -chance.between(3, 18));
  const yesterday = addDays(on, -1);
  return (
    instantInLosAngeles(before < yesterday ? before : yesterday, "09:30") + chance.between(0, 9 * 60) * minute
  );
}

async function order(services: Services, { car, renter, rental, placer, isPlan }: Wanted): Promise<string> {
  const who = {
    customerName: renter.name,
    customerEmail: renter.email,
    customerPhone: renter.phone,
    pickupLocation: renter.place,
    language: renter.language,
  };
  const plan = isPlan ? planServedBy(car) : undefined;
  if (plan) {
    const insurance = daysBetween(rental.pickupDate, rental.returnDate) > 60 ? "protection" : "ultimate";
    const { total } = planPrice(plan, rental, insurance);
    const body = {
      ...who,
      ...rental,
      tier: plan.tier,
      location: car.city,
      insurance,
      totalPrice: total,
    } as const;
    const placed = await placePlanOrder(
      services,
      { ...body, location: body.location as Parameters<typeof placePlanOrder>[1]["location"] },
      placer,
    );
    return placed.order.id;
  }
  const body: BookingRequest = {
    ...who,
    ...rental,
    carId: car.id,
    totalPrice: carPrice(car.monthlyPrice, rental).total,
  };
  return (await placeBooking(services, body, placer)).order.id;
}

const demoPlans = ["basic", "standard", "premium", "tesla", "tesla-premium"] as const;
/** The plan that somebody would have ordered who was given this car. */
export const planServedBy = (car: DemoCar) =>
  demoPlans.map((tier) => planOf(tier)).find((plan) => plan && carServesPlan(car, plan));

/** The trail is written with the hour of today: it tells when things would have happened. */
async function dateHistory(
  { database }: Services,
  id: string,
  { placed, answered, rental }: { placed: number; answered: number; rental: Rental },
): Promise<void> {
  const at: [action: string, to: string | null, instant: number][] = [
    ["placed", null, placed],
    ["status", "confirmed", answered],
    ["status", "cancelled", answered],
    ["car", null, answered],
    ["status", "in_progress", instantInLosAngeles(rental.pickupDate, "10:20")],
    ["status", "completed", instantInLosAngeles(rental.returnDate, "10:40")],
  ];
  await database.transaction(async (tx) => {
    for (const [action, to, instant] of at)
      await rowsIn(tx)(
        `update audit_events set at = $4 where entity = 'order' and entity_id = $1 and action = $2 and ($3::text is null or after->>'status' = $3)`,
        [id, action, to, new Date(instant).toISOString()],
      );
  });
}
