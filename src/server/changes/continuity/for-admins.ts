import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { ContinuityCase } from "#contract/admin/endings.ts";
import { offeredUntil } from "#domain/changes/endings.ts";
import { wireMoney } from "#domain/money.ts";
import { refuseOwnOrder } from "#server/auth/refuse-own-affair.ts";
import { audit } from "#server/db/audit.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import { cars } from "#server/db/schema/cars.ts";
import { orderEndings, replacementOffers } from "#server/db/schema/endings.ts";
import { orders } from "#server/db/schema/orders.ts";
import { hadCar } from "#server/ledger/had-car.ts";
import { lockOrderWithCar } from "#server/orders/moves/lock-order-with-car.ts";
import type { Db } from "#server/db/open-database.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { announceOrder } from "#server/orders/announce-order.ts";
import { withRetries } from "#server/db/retries.ts";
import { type Services, today } from "#server/services.ts";
import { close } from "./close.ts";
import { offeredEmail } from "./emails.ts";
import { prolongOffered } from "./hold-offered.ts";
import { dismissedEmails } from "./host-emails.ts";
import { lastDayOf } from "./last-day.ts";
import { type EndingRow, lastEndingOf, openEndingOf, openOffersOf } from "./queries.ts";
import { isOver, noEnding, replacementGone } from "./take.ts";

/** The back office refuses a host's request to end a rental and emails the host. A second call changes nothing. */
export const dismissEnding = (
  services: Services,
  { orderId, by }: { orderId: string; by: string },
): Promise<EndingRow> =>
  withRetries(() =>
    services.database.transaction(async (tx) => {
      const order = await lockOrderWithCar(tx, orderId);
      await refuseOwnOrder(tx, { order, by, gate: "admin" });
      const ending = await lastEndingOf(tx, orderId);
      if (ending?.state === "dismissed") return ending;
      if (ending?.state !== "asked") throw noEnding();
      const action = "ending_dismissed";
      await audit(tx, { actor: by, entity: "order", entityId: orderId, action, reason: ending.reason });
      await announceOrder(tx, order);
      await services.outbox.post(tx, await dismissedEmails(services, tx, { order, ending }));
      return close(services, tx, ending, { state: "dismissed", by });
    }),
  );

/** An administrator of payments agrees to our share of a dearer car: from now on the renter may take it. */
export const agreeToReplacement = (
  services: Services,
  { orderId, carId, by }: { orderId: string; carId: string; by: string },
): Promise<EndingRow> =>
  withRetries(() =>
    services.database.transaction(async (tx) => {
      const order = await lockOrderWithCar(tx, orderId);
      await refuseOwnOrder(tx, { order, by, gate: "manage_payments" });
      const ending = await openEndingOf(tx, orderId);
      const offered = ending && (await openOffersOf(tx, ending.id)).find(({ car }) => car.id === carId);
      if (!ending || !offered || isOver(services, ending)) throw replacementGone();
      if (!offered.offer.needsAgreement) return ending;
      // The host of the offered car earns what we pay for the difference.
      const { hostId } = offered.car;
      await refuseOwnOrder(tx, { order: { ...order, hostId }, by, gate: "manage_payments" });
      await tx
        .update(replacementOffers)
        .set({ needsAgreement: false, agreedBy: by })
        .where(and(eq(replacementOffers.endingId, ending.id), eq(replacementOffers.carId, carId)));
      const prolonged = await prolong(services, tx, order, ending);
      await audit(tx, {
        actor: by,
        entity: "order",
        entityId: orderId,
        action: "replacement_agreed",
        after: { car: offered.car.name, difference: wireMoney(offered.offer.difference) },
      });
      await announceOrder(tx, order);
      await services.outbox.post(tx, await offeredEmail(services, tx, { order, ending: prolonged }));
      return prolonged;
    }),
  );

/** Gives the renter the whole time from now on to choose, and holds the offered cars as long. */
async function prolong(services: Services, tx: Db, order: OrderRow, ending: EndingRow): Promise<EndingRow> {
  const until = new Date(offeredUntil(order, { at: services.now(), today: today(services) }));
  if (ending.answerUntil && until <= ending.answerUntil) return ending;
  await tx.update(orderEndings).set({ answerUntil: until }).where(eq(orderEndings.id, ending.id));
  await prolongOffered(tx, order.id, until);
  return { ...ending, answerUntil: until };
}

const mostListed = 200;

/** Ended rentals that aren't settled: first those that wait for the back office, then by the nearest deadline. */
export async function listContinuity(services: Services): Promise<ContinuityCase[]> {
  const { db } = services.database;
  const open = await db
    .select({ ending: orderEndings, order: orders, hostName: accounts.fullName })
    .from(orderEndings)
    .innerJoin(orders, eq(orders.id, orderEndings.orderId))
    .leftJoin(accounts, eq(accounts.id, orderEndings.hostId))
    .where(isNull(orderEndings.closedAt))
    .orderBy(sql`${orderEndings.answerUntil} nulls first`, asc(orderEndings.createdAt))
    .limit(mostListed);
  const ids = open.map(({ ending }) => ending.id);
  const offered = ids.length
    ? await db
        .select({ offer: replacementOffers, name: cars.name })
        .from(replacementOffers)
        .innerJoin(cars, eq(cars.id, replacementOffers.carId))
        .where(and(inArray(replacementOffers.endingId, ids), replacementOffers.isOpen))
        .orderBy(asc(replacementOffers.place))
    : [];
  const byEnding = Map.groupBy(offered, ({ offer }) => offer.endingId);
  const cases: ContinuityCase[] = [];
  for (const { ending, order, hostName } of open)
    cases.push({
      orderId: order.id,
      orderNumber: order.orderNumber,
      status: order.status,
      state: ending.state,
      reason: ending.reason,
      side: ending.side,
      hostName,
      carName: ending.carName,
      endsOn: (await hadCar(db, order)) ? lastDayOf(services, order, ending) : null,
      createdAt: ending.createdAt.toISOString(),
      answerUntil: ending.answerUntil?.toISOString() ?? null,
      offers: (byEnding.get(ending.id) ?? []).map(({ offer, name }) => ({
        carId: offer.carId,
        name,
        monthlyPrice: wireMoney(offer.monthlyPrice),
        difference: wireMoney(offer.difference),
        isHeld: offer.isHeld,
        needsAgreement: offer.needsAgreement,
      })),
    });
  return cases;
}
