import type { BookingRequest } from "#contract/booking.ts";
import { addDays, dateInLosAngeles, daysBetween, type IsoDate } from "#domain/dates.ts";
import { hour, minute } from "#domain/durations.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import type { ConditionKind } from "#domain/trips/condition.ts";
import type { OrderStatus } from "#domain/orders/lifecycle.ts";
import { carServesPlan, planOf } from "#domain/pricing/plans.ts";
import { carPrice, planPrice } from "#domain/pricing/taxed-price.ts";
import { type Rental, returnDateFor } from "#domain/pricing/rental-length.ts";
import { standingInstalments } from "#server/ledger/queries.ts";
import { assignCar } from "#server/orders/moves/assign-car.ts";
import { setOrderStatus } from "#server/orders/moves/set-order-status.ts";
import { placeBooking, placePlanOrder, type OrderPlacer } from "#server/booking/place-order.ts";
import { recordPayment } from "#server/payments/record-payment.ts";
import { type Services, today } from "#server/services.ts";
import { bookInSteps, type InSteps } from "./book-in-steps.ts";
import type { Chance } from "./chance.ts";
import type { Renter } from "./people.ts";

export type DemoCar = { id: string; monthlyPrice: number; category: string; brand: string; city: string };
type WantedRental = {
  car: DemoCar;
  renter: Renter;
  rental: Rental;
  placer: OrderPlacer;
  isPlan: boolean;
  /**
   * If given, the rental is booked in steps, which confirms it at once; otherwise an administrator answers the order.
   */
  inSteps?: InSteps | undefined;
  /** A walk round the car with a camera, which begins or ends the rental; most rentals have none. */
  walk?: RentalWalk | undefined;
};
export type RentalWalk = (services: Services, orderId: string, kind: ConditionKind) => Promise<void>;

const yearBefore = 360;
/** The percentage of renters who have not paid an amount that fell due in the last days. */
const lateInHundred = 15;
const mostDaysLate = 6;
/** The beginning of the payments' references: nobody takes them for real. */
const example = "EXAMPLE";
/** The most days ahead that people of the demonstration order. */
const furthestAhead = 45;

/** The services with their clock at an instant, and without emails about the past. */
export const asOf = (services: Services, at: number): Services => ({
  ...services,
  now: () => at,
  outbox: {
    ...services.outbox,
    post: () => Promise.resolve([]),
    postBehind: () => Promise.resolve(),
    withdraw: () => Promise.resolve(false),
    withdrawWaiting: () => Promise.resolve(0),
  },
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

/** The reasons for rentals without a record. */
const reasons: Partial<Record<OrderStatus, { reason: string }>> = {
  in_progress: { reason: "Handed over in person" },
  completed: { reason: "Returned in person" },
};

const pickedUpAt = ({ pickupDate }: Rental): number => instantInLosAngeles(pickupDate, "10:20");
/** The instant when a rental's keys come back. */
export const returnedAt = ({ returnDate }: Pick<Rental, "returnDate">): number =>
  instantInLosAngeles(returnDate, "10:40");

/** Orders a rental as it would have been ordered, and takes it as far as it would be today. */
export async function liveRental(
  services: Services,
  wanted: WantedRental,
  { chance, adminId, isWaiting }: { chance: Chance; adminId: string; isWaiting: boolean },
): Promise<void> {
  const on = today(services);
  const now = services.now();
  const { car, rental, isPlan, inSteps } = wanted;
  const placed = isWaiting ? now - chance.between(1, 18) * hour : placedAt(rental, on, chance);
  const id = await order(asOf(services, Math.min(placed, now)), wanted);
  const answerTime = chance.between(1, 20) * hour;
  const answered = inSteps ? placed : Math.min(placed + answerTime, now);
  const move = (status: OrderStatus, at: number) =>
    setOrderStatus(asOf(services, at), { id, status, by: adminId, ...reasons[status] });
  const moveBy = (kind: ConditionKind, status: OrderStatus, at: number): Promise<unknown> =>
    wanted.walk ? wanted.walk(asOf(services, at), id, kind) : move(status, at);

  if (!isWaiting && chance.in100(9)) await move("cancelled", answered);
  else if (!isWaiting) {
    if (isPlan) await assignCar(asOf(services, answered), { id, carId: car.id, by: adminId });
    if (!inSteps) await move("confirmed", answered);
    const steps = await payments(services, { id, answered, adminId, isLate: chance.in100(lateInHundred) });
    const add = (kind: ConditionKind, status: OrderStatus, at: number) =>
      steps.push({ at, take: () => moveBy(kind, status, at) });
    if (rental.pickupDate <= on) add("pickup", "in_progress", pickedUpAt(rental));
    if (rental.returnDate < on) add("return", "completed", returnedAt(rental));
    for (const { take } of steps.toSorted((a, b) => a.at - b.at)) await take();
  }
  await dateHistory(services, id, { placed, answered, rental });
}

type Step = { at: number; take: () => Promise<unknown> };

/** Records an order's payments month by month, each on its day; a late renter's newest payment is missing. */
async function payments(
  services: Services,
  { id, answered, adminId, isLate }: { id: string; answered: number; adminId: string; isLate: boolean },
): Promise<Step[]> {
  const on = today(services);
  const due = (await standingInstalments(services.database.db, id)).filter(({ dueOn }) => dueOn < on);
  const newest = due.at(-1);
  const isNew = newest !== undefined && newest.dueOn >= addDays(on, -mostDaysLate);
  return due.slice(0, isLate && isNew ? -1 : undefined).map(({ amount, dueOn, number }) => {
    const at = Math.max(instantInLosAngeles(dueOn, "12:00"), answered + hour);
    const reference = `${example} ${number}`;
    const paidOn = dateInLosAngeles(at);
    return {
      at,
      take: async () => {
        const received = { id: crypto.randomUUID(), orderId: id, amount, reference, paidOn, by: adminId };
        await recordPayment(asOf(services, at), { ...received, method: "transfer" });
        await dateEvent(services, id, { action: "payment", part: "reference", is: reference, at });
      },
    };
  });
}

/** Some days before the pickup, in the daytime; before today, which is still going on. */
function placedAt({ pickupDate }: Rental, on: IsoDate, chance: Chance): number {
  const before = addDays(pickupDate, -chance.between(3, 18));
  const yesterday = addDays(on, -1);
  return (
    instantInLosAngeles(before < yesterday ? before : yesterday, "09:30") + chance.between(0, 9 * 60) * minute
  );
}

async function order(services: Services, wanted: WantedRental): Promise<string> {
  const { car, renter, rental, placer, isPlan, inSteps } = wanted;
  if (inSteps) return bookInSteps(services, { carId: car.id, renter, rental, ...inSteps });
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
/** The first of the demonstration's plans that this car serves. */
export const planServedBy = (car: DemoCar) =>
  demoPlans.map((tier) => planOf(tier)).find((plan) => plan && carServesPlan(car, plan));

/** The audit trail was written with today's time: this dates its events to when they would have happened. */
async function dateHistory(
  { database }: Services,
  id: string,
  { placed, answered, rental }: { placed: number; answered: number; rental: Rental },
): Promise<void> {
  const at: [action: string, status: string | undefined, instant: number][] = [
    ["placed", undefined, placed],
    ["status", "confirmed", answered],
    ["status", "cancelled", answered],
    ["car", undefined, answered],
    ["status", "in_progress", pickedUpAt(rental)],
    ["status", "completed", returnedAt(rental)],
    ["handover_override", undefined, pickedUpAt(rental)],
  ];
  for (const [action, is, instant] of at)
    await dateEvent({ database }, id, { action, part: "status", is, at: instant });
  for (const [is, instant] of [
    ["pickup", pickedUpAt(rental)],
    ["return", returnedAt(rental)],
  ] as const)
    await dateEvent({ database }, id, { action: "condition_record", part: "kind", is, at: instant });
}

type DatedEvent = {
  action: string;
  part: "status" | "reference" | "kind";
  is: string | undefined;
  at: number;
};

/** Dates the audit trail's events of an order's action; with `part`, only the event with these values. */
export const dateEvent = (
  { database }: Pick<Services, "database">,
  id: string,
  { action, part, is, at }: DatedEvent,
): Promise<unknown> =>
  database.rows(
    `update audit_events set at = $5 where entity = 'order' and entity_id = $1 and action = $2
       and ($4::text is null or after->>$3 = $4)`,
    [id, action, part, is ?? null, new Date(at).toISOString()],
  );
