import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import {
  addOrderNote,
  assignCar as assignCarEndpoint,
  getAdminOrder,
  listAdminOrders,
  listPlanCars,
  OrderFilters,
  setOrderStatus as setOrderStatusEndpoint,
  undoOrderStatus,
} from "#contract/admin/orders.ts";
import { Refusal } from "#contract/errors.ts";
import { later } from "#domain/dates.ts";
import { wireMoney } from "#domain/money.ts";
import { pick } from "#domain/pick.ts";
import { personName } from "#domain/people/person-name.ts";
import { planOf } from "#domain/pricing/plans.ts";
import { tableFile } from "#domain/saved-tables.ts";
import { rulingFor } from "#server/auth/refuse-own-affair.ts";
import { serveCsv } from "#server/http/csv-download.ts";
import { orderNotes } from "#server/db/schema/admin.ts";
import { writtenBefore } from "#server/db/sent-before.ts";
import { serve } from "#server/http/serve.ts";
import type { Db } from "#server/db/open-database.ts";
import { localTime, type Services, today } from "#server/services.ts";
import { readerLanguage } from "#server/http/visitor-language.ts";
import { setPageHeaders, usualPage } from "#server/http/pagination.ts";
import { assignCar, mayAskHost, mayChooseCar } from "#server/orders/moves/assign-car.ts";
import {
  countOrders,
  findFreeCars,
  loadListedOrder,
  listHistory,
  listNotes,
  listOrders,
  type ListedOrder,
} from "./queries.ts";
import { exportOrders } from "./export-orders.ts";
import { writeOrderCursor } from "./cursor.ts";
import { presentAdminDetail, presentAdminOrder } from "./present.ts";
import { setOrderStatus } from "#server/orders/moves/set-order-status.ts";
import { undoStatus } from "#server/orders/moves/undo-status.ts";

/** All orders for administrators, and what administrators do with them. */
export function orderAdminRoutes(app: FastifyInstance, services: Services): void {
  const { database, orderParts } = services;
  const present = (order: ListedOrder) => presentAdminOrder(order, today(services));

  serve(app, listAdminOrders, async ({ query, reply }) => {
    const { limit = usualPage, cursor, sort = "placed", direction = "desc", ...filters } = query;
    const now = localTime(services);
    const [found, total] = await Promise.all([
      listOrders(database, { filters, sort, direction, now, limit, after: cursor }),
      countOrders(database, filters, now),
    ]);
    const places = found.map((order) => ({ id: writeOrderCursor(sort, order) }));
    setPageHeaders(reply, {
      path: "/api/admin/orders",
      total,
      limit,
      found: places,
      filters: { ...filters, sort, direction },
    });
    return found.map(present);
  });

  serve(app, getAdminOrder, async ({ params, signedIn }) => {
    const order = await load(params.id);
    const affair = { by: signedIn.account.id, gate: "admin", renter: order } as const;
    const [ruling, canChooseCar, obstacle, history, notes] = await Promise.all([
      rulingFor(database.db, affair),
      mayChooseCar(database.db, order),
      orderParts.offerObstacle(database.db, order),
      listHistory(database, order.id, signedIn.account),
      listNotes(database, order.id),
    ]);
    return presentAdminDetail(order, today(services), {
      isDecidedByOthers: !ruling.mayDecide,
      canChooseCar: ruling.mayDecide && canChooseCar,
      canOfferCar: ruling.mayDecide && obstacle === undefined,
      history,
      notes,
    });
  });

  serve(app, setOrderStatusEndpoint, async ({ params, body, signedIn }) => {
    const { id } = await load(params.id);
    const { change } = await setOrderStatus(services, { id, ...body, by: signedIn.account.id });
    return { ...present(await load(id)), change };
  });

  serve(app, undoOrderStatus, async ({ params, body, signedIn }) => {
    const { id } = await load(params.id);
    await undoStatus(services, { id, change: body.change, by: signedIn.account.id });
    return present(await load(id));
  });

  serve(app, listPlanCars, async ({ params, query: { q }, reply }) => {
    const { found, total } = await findCarsForOrder(services, await load(params.id), q);
    if (total !== undefined) reply.header("x-total-count", String(total));
    return found.map(({ id, name, year, city, monthlyPrice, plateNumber }) => ({
      id,
      name,
      year,
      city,
      monthlyPrice: wireMoney(monthlyPrice),
      plateNumber,
    }));
  });

  serve(app, assignCarEndpoint, async ({ params, body, signedIn }) => {
    const { id } = await load(params.id);
    await assignCar(services, { id, ...body, by: signedIn.account.id });
    return present(await load(id));
  });

  serve(app, addOrderNote, async ({ params, body, signedIn }) => {
    const { id: orderId } = await load(params.id);
    const { account } = signedIn;
    const sent = { orderId, authorId: account.id, text: body.text };
    const { id = crypto.randomUUID() } = body;
    const note = await writeNote(database.db, { id, ...sent });
    return {
      id: note.id,
      text: note.text,
      by: personName(account),
      createdAt: note.createdAt.toISOString(),
    };
  });

  serveCsv(app, services, {
    url: "/api/admin/orders/export.csv",
    access: "admin",
    file: (on) => tableFile("orders", on),
    rows(request) {
      const filters = OrderFilters.safeParse(request.query);
      if (!filters.success) throw new Refusal("malformed", "These filters aren't valid for orders.");
      const language = readerLanguage(request);
      return exportOrders(database, filters.data, { now: localTime(services), language });
    },
  });

  const load = (id: string): Promise<ListedOrder> => loadListedOrder(database, id);
}

type NewNote = { id: string; orderId: string; authorId: string; text: string };

/** Writes a note once: sent again with its id, it is the same note. */
async function writeNote(db: Db, sent: NewNote) {
  const [written] = await db
    .insert(orderNotes)
    .values(sent)
    .onConflictDoNothing({ target: orderNotes.id })
    .returning();
  const note = written ?? (await db.select().from(orderNotes).where(eq(orderNotes.id, sent.id)))[0];
  if (!note) throw new Error("No note was written");
  return writtenBefore(note, (known) =>
    isDeepStrictEqual(pick(known, ["id", "orderId", "authorId", "text"]), sent),
  );
}

/** Free cars that may take the order; none, without a total, where no car can be chosen or offered. */
async function findCarsForOrder(services: Services, order: ListedOrder, q: string | undefined) {
  const { database, orderParts } = services;
  const mayChoose = await mayChooseCar(database.db, order);
  if (!mayChoose && (await orderParts.offerObstacle(database.db, order)))
    return { found: [], total: undefined };
  const plan = planOf(order.tier ?? "");
  // A car that takes the place of the ordered car costs no more than the agreed price.
  const { status, pickupDate, returnDate: until } = order;
  return findFreeCars(database, {
    from: status === "in_progress" ? later(today(services), pickupDate) : pickupDate,
    until,
    city: order.location ?? order.city ?? "",
    highestPrice: plan?.monthlyPrice ?? order.monthlyPrice,
    plan,
    search: q === undefined ? undefined : { q, vocabulary: await services.carFacts.words() },
    isOurs: !mayChoose || !mayAskHost(status),
  });
}
