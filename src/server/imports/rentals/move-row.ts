import { randomBytes } from "node:crypto";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import type { MovedInRental } from "#contract/admin/imports.ts";
import { plainPlate } from "#domain/cars/car-rules.ts";
import { isInFleet } from "#domain/cars/listing-states.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { wireMoney } from "#domain/money.ts";
import type { MovedRental, RentalError } from "#domain/moving-in/plan.ts";
import type { FormerRental } from "#domain/moving-in/rental-csv.ts";
import { orderNumber } from "#domain/orders/order-numbers.ts";
import { sumOf } from "#domain/pricing/instalments.ts";
import { hashToken, randomToken } from "#server/auth/link-tokens.ts";
import { refuseOwnOrder } from "#server/auth/refuse-own-affair.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { withRetries } from "#server/db/retries.ts";
import { orderNotes } from "#server/db/schema/admin.ts";
import { cars, claims, plainPlateNumber } from "#server/db/schema/cars.ts";
import { rentalImports } from "#server/db/schema/imports.ts";
import { orders } from "#server/db/schema/orders.ts";
import { addFormerInstalments } from "#server/ledger/instalments.ts";
import { writePayment } from "#server/ledger/write-payment.ts";
import { lockCar, type NewOrder } from "#server/orders/queries.ts";
import { announceOrder } from "#server/orders/announce-order.ts";
import { carColumns } from "#server/rentals/car-columns.ts";
import { refuseHeld } from "#server/rentals/held-by.ts";
import { type Services, today } from "#server/services.ts";

type RentalImportServices = Pick<Services, "database" | "now">;
export type PlannedRow = { row: number; booked: FormerRental; rental: MovedRental };

type Outcome = "unchanged" | { rental: MovedInRental } | { error: RentalError };

/** Thrown in a dry run to roll back its writes. */
class TakenBack extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super("A dry run writes nothing");
    this.outcome = outcome;
  }
}

/** Moves one rental in, whole or not at all. A dry run writes it and rolls it back, to learn what would happen. */
export async function moveRow(
  services: RentalImportServices,
  row: PlannedRow,
  { actor, batchId }: { actor: string; batchId: string | undefined },
): Promise<Outcome> {
  try {
    return await withRetries(() =>
      services.database.transaction(async (tx) => {
        const batch =
          batchId ?? (await writeBatch(tx, { actor, fileName: "", at: new Date(services.now()) }));
        const outcome = await moveInRow(services, tx, row, { actor, batchId: batch });
        if (batchId === undefined || (outcome !== "unchanged" && "error" in outcome))
          throw new TakenBack(outcome);
        return outcome;
      }),
    );
  } catch (error) {
    if (error instanceof TakenBack) return error.outcome;
    throw error;
  }
}

async function moveInRow(
  services: RentalImportServices,
  tx: Db,
  { row, booked, rental }: PlannedRow,
  { actor, batchId }: { actor: string; batchId: string },
): Promise<Outcome> {
  const [found] = await tx
    .select({ id: cars.id })
    .from(cars)
    .where(sql`${sql.raw(plainPlateNumber)} = ${plainPlate(booked.plateNumber)} and ${claims}`);
  const car = found && (await lockCar(tx, found.id));
  if (!car || !isInFleet(car.listingState)) return { error: { column: "plateNumber", code: "no_such_car" } };
  if (car.hostId !== null) return { error: { column: "plateNumber", code: "hosted_car" } };
  const [same] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.carId, car.id),
        eq(orders.pickupDate, booked.pickupDate),
        sql`lower(${orders.customerEmail}) = lower(${booked.customerEmail})`,
        isNotNull(orders.movedInBy),
      ),
    );
  if (same) return "unchanged";
  const at = new Date(services.now());
  const written = {
    ...rental.price,
    id: crypto.randomUUID(),
    orderNumber: orderNumber(randomBytes(8)),
    source: "request",
    status: rental.isRunning ? "in_progress" : "confirmed",
    ...carColumns(car),
    pickupDate: booked.pickupDate,
    returnDate: booked.returnDate,
    pickupTime: booked.pickupTime,
    returnTime: booked.returnTime,
    pickupLocation: booked.pickupLocation,
    customerName: booked.customerName,
    customerEmail: booked.customerEmail,
    customerPhone: booked.customerPhone,
    language: booked.language,
    monthlyPrice: booked.monthlyPrice,
    tariff: rental.tariff,
    // The rental's own agreement says what covers the car.
    collisionIncluded: false,
    requestHash: hashToken(randomToken()),
    keyHash: hashToken(randomToken()),
    emailConfirmedAt: at,
    tripStartedAt: rental.isRunning
      ? new Date(instantInLosAngeles(booked.pickupDate, booked.pickupTime))
      : null,
    movedInBy: batchId,
    movedInOn: today(services),
    createdAt: at,
  } as const satisfies NewOrder;
  try {
    await refuseOwnOrder(tx, {
      order: { id: written.id, accountId: null, customerEmail: written.customerEmail, hostId: null },
      by: actor,
      gate: "manage_payments",
    });
    await refuseHeld(tx, { carId: car.id, from: written.pickupDate, until: written.returnDate });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.code === "own_affair"
      ? { error: { column: "customerEmail", code: "own_rental" } }
      : { error: { column: "pickupDate", code: "car_taken" } };
  }
  await writeMoved(services, tx, { written, booked, rental, actor });
  return { rental: present({ row, booked, rental }, car.name, written.orderNumber) };
}

type NewRental = {
  written: NewOrder & { id: string };
  booked: FormerRental;
  rental: MovedRental;
  actor: string;
};

/** Writes the order with its history, instalments and payments. */
async function writeMoved(
  services: RentalImportServices,
  tx: Db,
  { written, booked, rental, actor }: NewRental,
): Promise<void> {
  const [order] = await tx.insert(orders).values(written).returning();
  if (!order) throw new Error("No order was written");
  await audit(tx, {
    actor,
    entity: "order",
    entityId: order.id,
    action: "moved_in",
    after: { status: order.status, total: order.total },
  });
  if (booked.note)
    await tx
      .insert(orderNotes)
      .values({ orderId: order.id, authorId: actor, text: booked.note, createdAt: order.createdAt });
  await addFormerInstalments(services, tx, order.id, { rows: rental.instalments, actor });
  for (const { day: paidOn, amount, note: reference } of booked.payments)
    await writePayment(services, tx, order.id, {
      id: crypto.randomUUID(),
      amount,
      method: "transfer",
      reference,
      paidOn,
      by: actor,
      isFromOtherBooks: true,
    });
  await announceOrder(tx, order);
}

const present = ({ row, booked, rental }: PlannedRow, carName: string, number: string): MovedInRental => ({
  row,
  orderNumber: number,
  customerName: booked.customerName,
  carName,
  pickupDate: booked.pickupDate,
  returnDate: booked.returnDate,
  status: rental.isRunning ? "in_progress" : "confirmed",
  total: wireMoney(rental.price.total),
  paid: wireMoney(sumOf(booked.payments)),
  balance: wireMoney(rental.balance),
  next: rental.next ? { dueOn: rental.next.dueOn, amount: wireMoney(rental.next.amount) } : null,
});

/** Begins an import of rentals, and answers its id. */
export async function writeBatch(
  tx: Db,
  { actor, fileName, at }: { actor: string; fileName: string; at: Date },
): Promise<string> {
  const [batch] = await tx.insert(rentalImports).values({ actor, fileName, createdAt: at }).returning();
  if (!batch) throw new Error("No import was written");
  return batch.id;
}
