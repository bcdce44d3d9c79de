import type { FastifyInstance } from "fastify";
import {
  answerHostRequest,
  getHostRequest,
  type HostRequestDetail,
  listHostRequests,
} from "#contract/host/requests.ts";
import { addDays } from "#domain/dates.ts";
import { getHostTrip, listHostTrips } from "#contract/host/trips.ts";
import { hostViewOf, tripStageOf } from "#domain/orders/host-requests.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import { setPageHeaders, usualPage } from "#server/http/pagination.ts";
import { serve } from "#server/http/serve.ts";
import { orderNotFound } from "#server/ledger/order-queries.ts";
import { type Services, today } from "#server/services.ts";
import { isPaidFirst } from "#server/orders/moves/await-payment.ts";
import { answerRequest } from "./answer.ts";
import { presentBeside, presentEnding, presentRequest, presentTrip } from "./present.ts";
import { asEarlierTrip } from "./earlier-trips.ts";
import {
  findEarlierHosted,
  findHostedOrder,
  findRequests,
  findTrips,
  type HostedOrderRow,
} from "./queries.ts";

/** How many days before and after a request are searched for what else takes the car. */
const daysBeside = 30;

/** The orders of a host's cars, as their host sees them. */
export function hostOrderRoutes(app: FastifyInstance, services: Services): void {
  const { database, orderParts } = services;

  serve(app, listHostRequests, async ({ query, signedIn: { account }, reply }) => {
    const { limit = usualPage, cursor, state = "waiting" } = query;
    const page = { limit, cursor };
    const { found, total } = await findRequests(database.db, account.id, state === "waiting", page);
    setPageHeaders(reply, {
      path: listHostRequests.path,
      total,
      limit,
      found: found.map(({ order }) => order),
      filters: { state },
    });
    return Promise.all(found.map((one) => presentRequest(services, one, account)));
  });

  serve(app, getHostRequest, ({ owned, signedIn }) => showRequest(owned.id, signedIn.account));

  serve(app, answerHostRequest, async ({ owned, body, signedIn: { account } }) => {
    await answerRequest(services, { id: owned.id, hostId: account.id, ...body });
    return showRequest(owned.id, account);
  });

  serve(app, listHostTrips, async ({ query, signedIn: { account }, reply }) => {
    const { limit = usualPage, cursor, stage = "upcoming" } = query;
    const { found, total } = await findTrips(database.db, account.id, {
      stage,
      today: today(services),
      limit,
      cursor,
    });
    setPageHeaders(reply, {
      path: listHostTrips.path,
      total,
      limit,
      found: found.map(({ order }) => order),
      filters: { stage },
    });
    return Promise.all(
      found.map(async (one) => {
        const own = one.order.hostId === account.id ? one : await asEarlierTrip(database.db, one, account.id);
        return presentTrip(services, own ?? one, stage);
      }),
    );
  });

  serve(app, getHostTrip, async ({ owned, signedIn: { account } }) => {
    const found =
      owned.relation === "earlier_host"
        ? await loadEarlier(owned.id, account.id)
        : await load(owned.id, account.id);
    const stage = tripStageOf(found.order, today(services));
    if (!stage) throw orderNotFound();
    const ending = await orderParts.openEndingOf(database.db, owned.id);
    const trip = await presentTrip(services, found, stage);
    return { ...trip, ...(ending?.hostId === account.id && { ending: presentEnding(ending) }) };
  });

  /** Throws a Refusal where the rental had no earlier car of this host. */
  async function loadEarlier(id: string, hostId: string) {
    const found = await findEarlierHosted(database.db, hostId, id);
    const earlier = found && (await asEarlierTrip(database.db, found, hostId));
    if (!earlier) throw orderNotFound();
    return earlier;
  }

  /** Throws a Refusal for an order that has not reached its host, or was never asked of them. */
  async function load(id: string, hostId: string): Promise<HostedOrderRow> {
    const found = await findHostedOrder(database.db, hostId, id);
    if (!found || hostViewOf(found.order, services.now()) === "nothing") throw orderNotFound();
    return found;
  }

  async function showRequest(
    id: string,
    account: Pick<AccountRow, "id" | "email">,
  ): Promise<HostRequestDetail> {
    const found = await load(id, account.id);
    const { pickupDate, returnDate, carId, hostAskedAt } = found.order;
    if (hostAskedAt === null) throw orderNotFound();
    const span = { from: addDays(pickupDate, -daysBeside), until: addDays(returnDate, daysBeside) };
    const calendar = await orderParts.findHostCalendar(database, account.id, span, today(services));
    const own = calendar.find((car) => car.id === carId);
    return {
      ...(await presentRequest(services, found, account)),
      isPaidFirst: await isPaidFirst(services, database.db, found.order),
      beside: presentBeside(own, id),
    };
  }
}
