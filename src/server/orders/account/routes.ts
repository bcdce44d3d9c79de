import { orderNotFound } from "#server/ledger/order-queries.ts";
import { isOwnedBy } from "#domain/people/relations.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { getOverview, getOwnOrder, listOwnOrders } from "#contract/account/orders.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import { cookieLanguage } from "#server/http/visitor-language.ts";
import { serve } from "#server/http/serve.ts";
import { setPageHeaders, usualPage } from "#server/http/pagination.ts";
import { findOrder } from "#server/orders/queries.ts";
import { attachOrders } from "#server/orders/attach-orders.ts";
import { findLicence } from "#server/papers/queries.ts";
import { findToReview } from "#server/reviews/queries.ts";
import { leastPayable } from "#server/provider-settings.ts";
import { type Services, today } from "#server/services.ts";
import { nextSteps } from "./next-steps.ts";
import { readOwnDetail } from "./own-detail.ts";
import { presentListed, presentOwnOrder } from "./present.ts";
import { carsToBringBack } from "./to-bring-back.ts";
import { countOrdersOf, findDueSteps, findOpenOrdersOf, findOrdersOf, type OwnCounts } from "./queries.ts";

/** How many of the latest events the specification shows. */
const mostRecent = 3;

/** The orders of the signed-in account. Orders made without signing in come to it by its confirmed address. */
export function orderAccountRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;
  const { db } = database;

  /**
   * Reads an account's orders, and at the same time attaches orders placed with its address. If that attaches any,
   * it reads once more.
   */
  async function readOwn<T>({ id, email }: AccountRow, read: () => Promise<T>): Promise<T> {
    const [isMore, answer] = await Promise.all([attachOrders(db, id, email), read()]);
    return isMore ? read() : answer;
  }

  serve(
    app,
    listOwnOrders,
    async ({ query, signedIn, reply }) => {
      const { id } = signedIn.account;
      const { limit = usualPage, filter = "all", cursor } = query;
      const [found, counts, licence] = await readOwn(signedIn.account, () =>
        Promise.all([
          findOrdersOf(db, id, today(services), { filter, limit, cursor }),
          countOrdersOf(db, id, today(services)),
          findLicence(db, id),
        ]),
      );
      setCountHeaders(reply, counts);
      const rows = found.map(({ order }) => order);
      setPageHeaders(reply, {
        path: listOwnOrders.path,
        total: counts[filter],
        limit,
        found: rows,
        filters: { filter: query.filter },
      });
      const owner = { email: signedIn.account.email, licence };
      const out = await carsToBringBack(
        db,
        rows.map(({ id: orderId }) => orderId),
      );
      return found.map((listed) => presentListed(services, listed, owner, out.get(listed.order.id)));
    },
    { isCompiled: true },
  );

  serve(app, getOwnOrder, async ({ params, signedIn, request }) => {
    const { id, email } = signedIn.account;
    await attachOrders(db, id, email);
    const found = await findOrder(db, params.id);
    if (!found || !isOwnedBy(found.order, id)) throw orderNotFound();
    const language = cookieLanguage(request) ?? found.order.language;
    return readOwnDetail(services, found, { account: signedIn.account, language });
  });

  serve(
    app,
    getOverview,
    async ({ signedIn }) => {
      const { id, email } = signedIn.account;
      const on = today(services);
      const least = leastPayable(services.config);
      const [counts, recent, found, licence, toReview, asked] = await readOwn(signedIn.account, () =>
        Promise.all([
          countOrdersOf(db, id, on),
          findOrdersOf(db, id, on, { filter: "all", limit: mostRecent }),
          findOpenOrdersOf(db, id),
          findLicence(db, id),
          findToReview(db, id, on),
          findDueSteps(services.database, id, { on, at: services.now(), least }),
        ]),
      );
      const shown = [...recent, ...found].map(({ order }) => order.id);
      const out = await carsToBringBack(db, shown);
      const owner = { email, licence };
      const open = found.map((placed) => presentOwnOrder(services, placed, owner, out.get(placed.order.id)));
      const isUnderWay = ({ stage }: (typeof open)[number]) => stage === "overdue" || stage === "in_progress";
      return {
        totalTrips: counts.all,
        upcomingTrips: counts.upcoming,
        current: open.find(isUnderWay) ?? open.find(({ stage }) => stage === "upcoming") ?? null,
        next: await nextSteps(db, { found, orders: open, licence, toReview, asked, on, least }),
        recent: recent.map((listed) => presentListed(services, listed, owner, out.get(listed.order.id))),
      };
    },
    { isCompiled: true },
  );
}

function setCountHeaders(reply: FastifyReply, { all, active, completed }: OwnCounts): void {
  reply.headers({
    "x-count-all": String(all),
    "x-count-active": String(active),
    "x-count-completed": String(completed),
  });
}
