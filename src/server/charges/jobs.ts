import { and, asc, eq, gt, gte, isNotNull, isNull, lte, sql } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import {
  computedCategories,
  isProposable,
  isChargeReminderDue,
  remindAfterHours,
  computedProposalDays,
} from "#domain/charges/charges.ts";
import { addDays } from "#domain/dates.ts";
import { day, hour } from "#domain/durations.ts";
import { charges } from "#server/db/schema/money/charges.ts";
import { conditionRecords } from "#server/db/schema/condition.ts";
import { orders } from "#server/db/schema/orders.ts";
import { isOfLastCar } from "#server/rentals/recorded.ts";
import { eachAlone } from "#server/each-alone.ts";
import { type Services, today } from "#server/services.ts";
import { endWindow } from "./answer.ts";
import { asksFor, carOfStretch } from "./charged-car.ts";
import { computedOf } from "./computed.ts";
import { chargeEmail } from "./emails.ts";
import { findCharges, findEarlierCarOf, silenceOf } from "./queries.ts";
import { proposeCharge } from "./propose.ts";

type ChargeJobServices = Pick<
  Services,
  "config" | "database" | "imageStore" | "log" | "outbox" | "now" | "secret"
>;
const atOnce = 200;
/** Days: no rule decides about a car that was kept longer. */
const longestLate = 60;

/** The minute's job: a charge whose time is over is accepted by silence, or becomes a dispute. */
export async function endChargeWindows(services: ChargeJobServices): Promise<void> {
  const found = await services.database.db
    .select({ id: charges.id })
    .from(charges)
    .where(and(eq(charges.status, "proposed"), lte(charges.answerUntil, new Date(services.now()))))
    .orderBy(asc(charges.answerUntil))
    .limit(atOnce);
  await eachAlone(services, found, { idOf: ({ id }) => id, work: ({ id }) => endWindow(services, id) });
}

/** The minute's job: reminds renters who haven't answered once, a day before their time is over. */
export async function remindOfCharges({ config, database, outbox, now }: ChargeJobServices): Promise<void> {
  await database.transaction(async (tx) => {
    const found = await tx
      .select({ charge: charges, order: orders })
      .from(charges)
      .innerJoin(orders, eq(orders.id, charges.orderId))
      .where(
        and(
          eq(charges.status, "proposed"),
          isNull(charges.remindedAt),
          lte(charges.proposedAt, new Date(now() - remindAfterHours * hour)),
          gt(charges.answerUntil, new Date(now())),
        ),
      )
      .limit(atOnce)
      .for("update", { of: charges, skipLocked: true });
    for (const { charge, order } of found) {
      if (!isChargeReminderDue(charge.proposedAt.getTime(), now())) continue;
      await tx
        .update(charges)
        .set({ remindedAt: new Date(now()) })
        .where(eq(charges.id, charge.id));
      await outbox.post(tx, [
        chargeEmail(config, order, charge, "reminder", {
          earlierCar: await findEarlierCarOf(tx, charge),
          bySilence: await silenceOf(tx, charge, order),
        }),
      ]);
    }
  });
}

/**
 * The hour's job: once a rental's last car is back and its return was recorded, proposes what the rules compute.
 * If the two sides read different miles, a person proposes the charge.
 */
export async function proposeComputed(services: ChargeJobServices): Promise<void> {
  const { db } = services.database;
  const found = await db
    .select({ order: orders })
    .from(orders)
    .where(
      and(
        eq(orders.status, "completed"),
        gte(orders.returnDate, addDays(today(services), -longestLate)),
        gte(orders.carBackAt, new Date(services.now() - (computedProposalDays + 1) * day)),
        sql`exists (${db
          .select({ one: sql`1` })
          .from(conditionRecords)
          .where(
            and(
              eq(conditionRecords.orderId, orders.id),
              eq(conditionRecords.kind, "return"),
              isOfLastCar(orders.id),
              isNotNull(conditionRecords.finishedAt),
            ),
          )})`,
      ),
    )
    .orderBy(asc(orders.carBackAt));
  await eachAlone(services, found, {
    idOf: ({ order }) => order.id,
    work: ({ order }) => proposeOf(services, order),
  });
}

async function proposeOf(services: ChargeJobServices, order: typeof orders.$inferSelect): Promise<void> {
  const { db } = services.database;
  const before = await findCharges(db, order.id);
  const car = await carOfStretch(db, order);
  for (const category of computedCategories) {
    // If a charge was withdrawn, people decide about a new one.
    if (before.some(asksFor(category, car))) continue;
    if (!isProposable(category, car, today(services))) continue;
    const computed = await computedOf(db, order, category, car);
    if (!computed || computed.isDisagreed) continue;
    const proposed = { category, amount: computed.amount, words: "", evidence: [], by: "system" };
    await proposeCharge(services, { ...proposed, id: crypto.randomUUID(), orderId: order.id }).catch(
      (error: unknown) => {
        // Somebody else has proposed it first, or the order has moved on.
        if (!(error instanceof Refusal)) throw error;
      },
    );
  }
}
