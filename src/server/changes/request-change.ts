import { requestableKindOf, type ChangeKind, requestEnds } from "#domain/changes/changes.ts";
import { addDays, earlier, type IsoDate, later } from "#domain/dates.ts";
import { audit } from "#server/db/audit.ts";
import { dayHolds } from "#server/db/schema/calendar.ts";
import { orderChanges, type RentalState } from "#server/db/schema/changes.ts";
import type { Db } from "#server/db/open-database.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { announceOrder } from "#server/orders/announce-order.ts";
import { mayHold } from "#server/rentals/unpaid-holds.ts";
import type { Services } from "#server/services.ts";
import type { ChangeMade } from "./make-change.ts";
import { requestEmails } from "./request-emails.ts";
import { tellHostOfChange } from "./to-host.ts";

type WrittenChange = Omit<typeof orderChanges.$inferInsert, "status">;

/**
 * Asks for a change that somebody has to agree to. Days beyond the rental's own are kept until the answer or the
 * end of the request. If the renter may have no further unpaid hold, the request waits without kept days.
 */
export async function requestChange(
  services: Services,
  tx: Db,
  order: OrderRow,
  written: WrittenChange,
): Promise<ChangeMade> {
  const answerUntil = new Date(requestEnds(order, written.after.rental ?? order, services.now()));
  const { id, accountId, carId, placedFrom } = order;
  const days = moreDays(order, written.after);
  const address = order.emailConfirmedAt ? order.customerEmail : null;
  const lacksHold =
    carId !== null &&
    days.length > 0 &&
    !(await mayHold(services, tx, { accountId, address, placedFrom, carId, id }));
  const [change] = await tx
    .insert(orderChanges)
    .values({ ...written, status: "requested", answerUntil, lacksHold })
    .returning();
  if (!change) throw new Error("No request was written");
  if (carId && !lacksHold && days.length > 0)
    await tx.insert(dayHolds).values(
      days.map((range) => ({
        carId,
        orderId: id,
        ...range,
        reason: "change" as const,
        endsAt: answerUntil,
      })),
    );
  await audit(tx, {
    actor: order.accountId ?? "renter",
    entity: "order",
    entityId: order.id,
    action: `${requestableKindOf(change)}_asked`,
    ...auditedParts(change.kind, order, change.after),
  });
  await announceOrder(tx, order);
  await services.outbox.post(tx, await requestEmails(services, tx, order, change));
  await tellHostOfChange(services, tx, order, change, "asked");
  return { change, order };
}

/** The days that a change adds to a rental, before it and after it. */
function moreDays(
  { pickupDate, returnDate }: OrderRow,
  { rental }: RentalState,
): { firstDate: IsoDate; lastDate: IsoDate }[] {
  if (!rental) return [];
  const before = {
    firstDate: rental.pickupDate,
    lastDate: earlier(rental.returnDate, addDays(pickupDate, -1)),
  };
  const after = { firstDate: later(rental.pickupDate, addDays(returnDate, 1)), lastDate: rental.returnDate };
  return [before, after].filter(({ firstDate, lastDate }) => firstDate <= lastDate);
}

/** The parts of an order that a request would change, before and after. */
function auditedParts(kind: ChangeKind, order: OrderRow, { rental, pickupLocation }: RentalState) {
  if (kind === "pickup")
    return { before: { pickupLocation: order.pickupLocation }, after: { pickupLocation } };
  const { pickupDate, returnDate } = order;
  if (kind === "extension") return { before: { returnDate }, after: { returnDate: rental?.returnDate } };
  return {
    before: { pickupDate, returnDate },
    after: { pickupDate: rental?.pickupDate, returnDate: rental?.returnDate },
  };
}
