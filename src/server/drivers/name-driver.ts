import { and, eq } from "drizzle-orm";
import { invalidField, Refusal } from "#contract/errors.ts";
import { notFound } from "#contract/params.ts";
import { mostDrivers } from "#domain/drivers/drivers.ts";
import { isOpen } from "#domain/orders/lifecycle.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { orderDrivers } from "#server/db/schema/drivers.ts";
import { recordIdUsed } from "#server/db/sent-before.ts";
import { pauseOf } from "#server/http/email-budget.ts";
import { within } from "#server/http/limits.ts";
import { announce } from "#server/events/announce.ts";
import { lockOrder } from "#server/ledger/order-queries.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import type { Services } from "#server/services.ts";
import { driverEmail } from "./emails.ts";
import { isNamed } from "./queries.ts";

type NewDriver = { id: string; orderId: string; name: string; email: string; by: string };

/**
 * Names another driver of an order, and emails them what to do. The same id sent again changes nothing. Throws a
 * Refusal for a third driver, for the renter's own address, and after the rental's end.
 */
export const nameDriver = (services: Services, driver: NewDriver): Promise<void> =>
  services.database.transaction(async (tx) => {
    const { id, orderId, name, email, by } = driver;
    const order = await lockOrder(tx, orderId);
    const [known] = await tx.select().from(orderDrivers).where(eq(orderDrivers.id, id));
    if (known) {
      if (known.orderId === orderId && known.email === email && known.name === name) return;
      throw recordIdUsed();
    }
    refuseEnded(order);
    const isRenters = email.toLowerCase() === order.customerEmail.toLowerCase();
    if (isRenters) throw invalidField("email", "is the renter's own address", "unchanged");
    const named = await tx.select().from(orderDrivers).where(eq(orderDrivers.orderId, orderId));
    if (named.some((one) => one.email.toLowerCase() === email.toLowerCase()))
      throw invalidField("email", "is named already", "unchanged");
    if (named.length >= mostDrivers)
      throw new Refusal("drivers_full", `An order may name ${mostDrivers} more drivers.`);
    await tx.insert(orderDrivers).values({ id, orderId, name, email, createdAt: new Date(services.now()) });
    await audit(tx, { actor: by, entity: "order", entityId: orderId, action: "driver_named" });
    await announceDrivers(tx, order);
    // A person who was just mailed finds all orders that name them on the page that the email links to.
    const pause = await pauseOf(within(services, tx), { purpose: "driver named", recipient: email });
    if (pause !== undefined)
      await services.outbox.post(tx, [driverEmail(services.config, order, email)], pause);
  });

/** Takes a driver off an order. Throws a Refusal where there is none. */
export const removeDriver = (
  { database }: Services,
  { orderId, driverId, by }: { orderId: string; driverId: string; by: string },
): Promise<void> =>
  database.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    refuseEnded(order);
    const isTheirs = and(eq(orderDrivers.id, driverId), eq(orderDrivers.orderId, orderId));
    const removed = await tx.delete(orderDrivers).where(isTheirs).returning();
    if (removed.length === 0) throw driverNotFound();
    await audit(tx, { actor: by, entity: "order", entityId: orderId, action: "driver_removed" });
    await announceDrivers(tx, order);
  });

type Answer = { driverId: string; account: { id: string; email: string }; agrees: boolean };

/**
 * Takes a named person's answer: first from the account with the named, confirmed address, then from that account
 * alone, so that nobody answers for a stranger. Throws a Refusal for anybody else, as if no driver were named.
 */
export const answerDrive = (services: Services, { driverId, account, agrees }: Answer): Promise<void> =>
  services.database.transaction(async (tx) => {
    const [driver] = await tx
      .select()
      .from(orderDrivers)
      .where(and(eq(orderDrivers.id, driverId), isNamed(account)));
    if (!driver) throw driverNotFound();
    const order = await lockOrder(tx, driver.orderId);
    refuseEnded(order);
    if (driver.hasAgreed === agrees) return;
    await tx
      .update(orderDrivers)
      .set({ accountId: account.id, hasAgreed: agrees, answeredAt: new Date(services.now()) })
      .where(eq(orderDrivers.id, driverId));
    const action = agrees ? "driver_agreed" : "driver_refused";
    await audit(tx, { actor: account.id, entity: "order", entityId: order.id, action });
    await announceDrivers(tx, order);
  });

/** Refreshes the pages of an order's owner and of administrators: its drivers have changed. */
const announceDrivers = (tx: Db, { id, accountId }: OrderRow): Promise<void> =>
  announce(tx, { kind: "order", orderId: id, to: [accountId], admins: "administrator" });

function refuseEnded({ status }: OrderRow): void {
  if (!isOpen(status)) throw new Refusal("driver_not_possible", "This rental has ended.");
}

export const driverNotFound = (): Refusal => notFound("driver_not_found");
