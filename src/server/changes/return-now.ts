import { invalidField } from "#contract/errors.ts";
import type { ReturnQuote } from "#contract/changes.ts";
import { isFreeReturn } from "#domain/changes/price-of-change.ts";
import { addDays } from "#domain/dates.ts";
import { type Cents, wireMoney } from "#domain/money.ts";
import { orderChanges } from "#server/db/schema/changes.ts";
import type { Db } from "#server/db/open-database.ts";
import { requestHashOf } from "#server/db/sent-before.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { type Services, today } from "#server/services.ts";
import { openRequestOf } from "#server/rentals/open-requests.ts";
import { applyRental } from "./apply-rental.ts";
import { rentalChangedEmails } from "./emails.ts";
import { dropOpenRequest } from "./open-request.ts";
import { presentChange } from "./present.ts";
import { presentQuote, quoteDays } from "./quote.ts";
import { mayChange } from "./standing.ts";
import { tellHostOfChange } from "./to-host.ts";

/** An early return today; the rules move the end to the first day that the notice allows. */
const asked = (services: Services) => ({ kind: "early_return" as const, returnDate: today(services) });

/**
 * What a return of a running rental's car today costs and gives back, and which open request it would withdraw.
 * From the day before the return date on, no return is early; only the renter may shorten the rental.
 */
export async function quoteReturnNow(
  services: Services,
  db: Db,
  { order, isRenter }: { order: OrderRow; isRenter: boolean },
): Promise<ReturnQuote> {
  const isEarly = order.status === "in_progress" && today(services) < addDays(order.returnDate, -1);
  const waiting = await openRequestOf(db, order.id);
  const shown = {
    isEarly,
    isFree: isEarly && isFreeReturn(order, { returnDate: today(services), askedOn: today(services) }),
    waiting: order.status === "in_progress" && waiting ? presentChange(waiting, order) : null,
  };
  if (!isEarly || !isRenter) return { ...shown, quote: null, obstacle: null };
  const may = (await mayChange(services, db, order, { isRequestIgnored: true })).early_return;
  if (!may.allowed) return { ...shown, quote: null, obstacle: may.reason };
  const quoted = await quoteDays(services, db, order, asked(services), { isRequestIgnored: true });
  // Without a lower price the rental keeps its end: there is nothing to choose.
  if (quoted.after.total >= quoted.before.total) return { ...shown, quote: null, obstacle: "no_cheaper" };
  return { ...shown, quote: presentQuote(quoted, order), obstacle: null };
}

/**
 * Shortens a rental whose car comes back now, as quoted, and withdraws its open request. Must hold the locks of
 * order and car, in the transaction of the return. Throws a Refusal where it costs more by now or isn't possible.
 */
export async function returnEarly(
  services: Services,
  tx: Db,
  order: OrderRow,
  { expectedTotal, by }: { expectedTotal: Cents; by: string },
): Promise<OrderRow> {
  await dropOpenRequest(services, tx, order.id, by);
  const quoted = await quoteDays(services, tx, order, asked(services));
  const { priced, after } = quoted;
  if (after.total > expectedTotal)
    throw invalidField("expectedTotal", `is less than ${wireMoney(after.total)}`, "price_changed");
  if (!priced) throw new Error("An early return without a price");
  const id = crypto.randomUUID();
  const changed = await applyRental(services, tx, order, { priced, kind: "early_return", by });
  const requestHash = requestHashOf({ id, orderId: order.id });
  const createdAt = new Date(services.now());
  await tx.insert(orderChanges).values({ id, orderId: order.id, requestHash, createdAt, ...quoted });
  await services.outbox.post(
    tx,
    await rentalChangedEmails(services, tx, changed, { id, kind: "early_return" }),
  );
  await tellHostOfChange(services, tx, changed, { ...quoted, answerUntil: null, reason: null }, "made");
  return changed;
}
