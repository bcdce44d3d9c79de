import { and, asc, desc, eq, inArray, not, sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { answerHostChange, type HostChange, listHostChanges } from "#contract/host/changes.ts";
import { requestableChangeKinds, isRequestableChangeKind } from "#domain/changes/changes.ts";
import { later } from "#domain/dates.ts";
import { wireMoney } from "#domain/money.ts";
import { afterCreated } from "#server/db/list-cursor.ts";
import { orderChanges, type RentalState } from "#server/db/schema/changes.ts";
import { orders } from "#server/db/schema/orders.ts";
import { setPageHeaders, usualPage } from "#server/http/pagination.ts";
import { serve } from "#server/http/serve.ts";
import { presentRenter } from "#server/orders/host/present.ts";
import { findHostedOrder, type HostedOrderRow } from "#server/orders/host/queries.ts";
import type { Services } from "#server/services.ts";
import { type ChangeRow, isOpenRequest } from "#server/rentals/open-requests.ts";
import { answerAsHost, changeNotFound } from "./answer-request.ts";
import { requireReason } from "./require-reason.ts";
import { earnedAs } from "./to-host.ts";

/** What renters ask the hosts of their cars for, and the hosts' answers. */
export function hostChangeRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services.database;

  serve(app, listHostChanges, async ({ query, signedIn: { account }, reply }) => {
    const { limit = usualPage, cursor, state = "waiting" } = query;
    const isWaiting = state === "waiting";
    const where = and(
      inArray(orderChanges.kind, [...requestableChangeKinds]),
      // A change that was made at once needed no answer.
      sql`${orderChanges.answerUntil} is not null`,
      isWaiting ? isOpenRequest : not(isOpenRequest),
      inArray(
        orderChanges.orderId,
        db.select({ id: orders.id }).from(orders).where(eq(orders.hostId, account.id)),
      ),
    );
    const direction = isWaiting ? asc : desc;
    const found = await db
      .select()
      .from(orderChanges)
      .where(and(where, afterCreated(orderChanges, { cursor, isUp: isWaiting })))
      .orderBy(direction(orderChanges.createdAt), direction(orderChanges.id))
      .limit(limit);
    setPageHeaders(reply, {
      path: listHostChanges.path,
      total: await db.$count(orderChanges, where),
      limit,
      found,
      filters: { state },
    });
    const shown = await Promise.all(found.map((change) => present(change, account.id)));
    return shown.filter((change) => change !== undefined);
  });

  serve(app, answerHostChange, async ({ params: { changeId }, body, signedIn: { account } }) => {
    requireReason(body);
    const { decision, reason } = body;
    const { change } = await answerAsHost(services, changeId, { to: decision, by: account.id, reason });
    const shown = await present(change, account.id);
    if (!shown) throw changeNotFound();
    return shown;
  });

  async function present(change: ChangeRow, hostId: string): Promise<HostChange | undefined> {
    const found = await findHostedOrder(db, hostId, change.orderId);
    return found && isRequestableChangeKind(change.kind)
      ? presentHostChange(services, found, change, change.kind)
      : undefined;
  }
}

async function presentHostChange(
  services: Services,
  found: HostedOrderRow,
  change: ChangeRow,
  kind: HostChange["kind"],
): Promise<HostChange> {
  const { order } = found;
  const renter = presentRenter(services, found);
  const standing = async (state: RentalState): Promise<HostChange["before"]> => ({
    pickupDate: later(state.rental?.pickupDate ?? order.pickupDate, order.carSince ?? ""),
    returnDate: state.rental?.returnDate ?? order.returnDate,
    pickupLocation: renter.place === undefined ? "" : state.pickupLocation,
    pickupTime: state.pickupTime,
    returnTime: state.returnTime,
    earns: wireMoney(await earnedAs(services.database.db, order, state)),
  });
  return {
    id: change.id,
    kind,
    status: change.status,
    orderId: order.id,
    orderNumber: order.orderNumber,
    car: order.carName ?? "",
    renter,
    before: await standing(change.before),
    after: await standing(change.after),
    createdAt: change.createdAt.toISOString(),
    answerUntil: change.status === "requested" ? (change.answerUntil?.toISOString() ?? null) : null,
    reason: change.reason,
    isUnheld: change.status === "requested" && change.lacksHold,
  };
}
