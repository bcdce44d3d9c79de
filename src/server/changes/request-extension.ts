import { addDays } from "#domain/dates.ts";
import { extensionAnswerHours } from "#domain/changes/may-change.ts";
import { audit } from "#server/db/audit.ts";
import { dayHolds } from "#server/db/schema/calendar.ts";
import { orderChanges } from "#server/db/schema/changes.ts";
import type { Db } from "#server/db/open-database.ts";
import { announceOrder, type OrderRow } from "#server/orders/queries.ts";
import { mayHold } from "#server/rentals/unpaid-holds.ts";
import type { Services } from "#server/services.ts";
import { extensionEmails } from "./emails.ts";
import type { ChangeMade } from "./make-change.ts";
import { returnDateOf } from "./quote-rental.ts";

/**
 * Asks for more days, which nobody else gets until the answer, or until the clock ends the request; where there is no
 * room for one more unpaid hold it waits without them.
 */
export async function requestExtension(
  services: Services,
  tx: Db,
  order: OrderRow,
  written: Omit<typeof orderChanges.$inferInsert, "status">,
): Promise<ChangeMade> {
  const answerUntil = new Date(services.now() + extensionAnswerHours * 3_600_000);
  const { id, accountId, carId, placedFrom } = order;
  const address = order.emailConfirmedAt ? order.customerEmail : null;
  const lacksHold =
    carId !== null && !(await mayHold(services, tx, { accountId, address, placedFrom, carId, id }));
  const [change] = await tx
    .insert(orderChanges)
    .values({ ...written, status: "requested", answerUntil, lacksHold })
    .returning();
  if (!change) throw new Error("No request was written");
  const until = returnDateOf(change);
  if (carId && !lacksHold)
    await tx.insert(dayHolds).values({
      carId,
      orderId: order.id,
      firstDate: addDays(order.returnDate, 1),
      lastDate: until,
      reason: "change",
      endsAt: answerUntil,
    });
  await audit(tx, {
    actor: order.accountId ?? "renter",
    entity: "order",
    entityId: order.id,
    action: "extension_asked",
    before: { returnDate: order.returnDate },
    after: { returnDate: until },
  });
  await announceOrder(tx, order);
  await services.outbox.post(tx, await extensionEmails(services, tx, order, change));
  return { change, order };
}
