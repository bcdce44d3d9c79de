import { and, eq, lte } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import { priceOfChange } from "#domain/changes/price-of-change.ts";
import { audit } from "#server/db/audit.ts";
import { orderChanges } from "#server/db/changes-schema.ts";
import type { Db } from "#server/db/open-database.ts";
import { withRetries } from "#server/db/retries.ts";
import { lockOrder } from "#server/orders/moves/set-order-status.ts";
import { isOwner, orderNotFound } from "#server/orders/order-key.ts";
import { announceOrder, type OrderRow } from "#server/orders/queries.ts";
import { endHolds } from "#server/rentals/day-holds.ts";
import { refuseDoubleBooking } from "#server/rentals/held-by.ts";
import type { Services } from "#server/services.ts";
import { applyRental } from "./apply-rental.ts";
import { extensionEmails } from "./emails.ts";
import type { ChangeRow, Made } from "./make-change.ts";
import { returnDateOf } from "./quote-rental.ts";

type Answer = {
  to: "accepted" | "declined" | "withdrawn" | "lapsed";
  by: string;
  reason?: string | undefined;
};

/** An administrator's answer to a request. The same answer again is the same; another comes too late. */
export const answerExtension = (
  services: Services,
  changeId: string,
  answer: Answer & { to: "accepted" | "declined" },
): Promise<Made> => answered(services, changeId, answer, () => true);

/** Its owner takes a request back. Nobody else's is found. */
export const withdrawExtension = (
  services: Services,
  { orderId, changeId, accountId }: { orderId: string; changeId: string; accountId: string },
): Promise<Made> =>
  answered(
    services,
    changeId,
    { to: "withdrawn", by: accountId },
    (order) => order.id === orderId && isOwner(order, accountId),
  );

/** The minute's job: requests that nobody has answered in time have lapsed, and their renters are told. */
export async function lapseExtensions(services: Services): Promise<void> {
  const found = await services.database.db
    .select({ id: orderChanges.id })
    .from(orderChanges)
    .where(and(eq(orderChanges.status, "requested"), lte(orderChanges.answerUntil, new Date(services.now()))))
    .limit(100);
  for (const { id } of found) await answered(services, id, { to: "lapsed", by: "system" }, () => true);
}

function answered(
  services: Services,
  changeId: string,
  answer: Answer,
  isTheirs: (order: OrderRow) => boolean,
): Promise<Made> {
  return withRetries(() =>
    services.database.transaction(async (tx) => {
      const [seen] = await tx.select().from(orderChanges).where(eq(orderChanges.id, changeId));
      if (!seen) throw changeNotFound();
      const order = await lockOrder(tx, seen.orderId);
      if (!isTheirs(order)) throw orderNotFound();
      const [change] = await tx.select().from(orderChanges).where(eq(orderChanges.id, changeId));
      if (!change) throw changeNotFound();
      if (change.status === answer.to) return { change, order };
      if (change.status !== "requested" || isOver(services, change, answer))
        throw new Refusal("change_answered", "This request has been answered or has lapsed meanwhile.");
      await endHolds(tx, order.id, "change");
      const changed =
        answer.to === "accepted" ? await extend(services, tx, order, { change, answer }) : order;
      return settle(services, tx, changed, { change, answer });
    }),
  );
}

/** Whether the clock has ended a request that no job has written down yet. */
const isOver = ({ now }: Services, { answerUntil }: ChangeRow, { to }: Answer): boolean =>
  to !== "lapsed" && to !== "withdrawn" && answerUntil !== null && answerUntil.getTime() <= now();

async function extend(
  services: Services,
  tx: Db,
  order: OrderRow,
  { change, answer }: { change: ChangeRow; answer: Answer },
): Promise<OrderRow> {
  if (!order.tariff) throw new Error("An order without a tariff was to be extended");
  const kind = "extension";
  const priced = priceOfChange(
    { ...order, tariff: order.tariff },
    { kind, returnDate: returnDateOf(change) },
  );
  if (priced.price.total !== change.after.total || order.returnDate !== change.before.rental?.returnDate)
    throw new Refusal("stale", "The order has changed since this was asked. Please decline it.");
  await refuseDoubleBooking(tx, { ...order, returnDate: priced.returnDate });
  return applyRental(services, tx, order, { priced, kind, by: answer.by });
}

const historyWords = {
  accepted: "extension_accepted",
  declined: "extension_declined",
  withdrawn: "extension_withdrawn",
  lapsed: "extension_lapsed",
} as const satisfies Record<Answer["to"], string>;

async function settle(
  services: Services,
  tx: Db,
  order: OrderRow,
  { change, answer }: { change: ChangeRow; answer: Answer },
): Promise<Made> {
  const { to, by, reason } = answer;
  const [written] = await tx
    .update(orderChanges)
    .set({ status: to, answeredAt: new Date(services.now()), answeredBy: by, reason: reason || null })
    .where(eq(orderChanges.id, change.id))
    .returning();
  if (!written) throw new Error("No answer was written");
  if (to !== "accepted") {
    await audit(tx, { actor: by, entity: "order", entityId: order.id, action: historyWords[to], reason });
    await announceOrder(tx, order);
  }
  await services.outbox.post(tx, await extensionEmails(services, tx, order, written));
  return { change: written, order };
}

export const changeNotFound = (): Refusal => new Refusal("change_not_found", "There is no such request.");
