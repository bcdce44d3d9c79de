import type { FastifyInstance } from "fastify";
import {
  answerCharge as answerEndpoint,
  decideDispute as decideEndpoint,
  listCharges,
  listDisputes,
  listHostCharges,
  proposeCharge as proposeEndpoint,
  withdrawCharge as withdrawEndpoint,
  withdrawHostCharge,
} from "#contract/charges.ts";
import { chargeCategories } from "#domain/charges/categories.ts";
import { isComputed, isOfEarlierCars, isProposable, proposableUntil } from "#domain/charges/charges.ts";
import { presentAttachment } from "#domain/conversations/attachments.ts";
import { wireMoney } from "#domain/money.ts";
import { isAdministrator } from "#domain/people/permissions.ts";
import { isHosting } from "#domain/people/relations.ts";
import { rulingFor } from "#server/auth/refuse-own-affair.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import type { Db } from "#server/db/open-database.ts";
import { setNextLink } from "#server/http/pagination.ts";
import { serve } from "#server/http/serve.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { loadOrder, orderNotFound } from "#server/ledger/order-queries.ts";
import { type Services, today } from "#server/services.ts";
import { answerCharge } from "./answer.ts";
import { asksFor, carOfHost, carsOf, type ChargedCar, isAboutCarOf } from "./charged-car.ts";
import { computedOf } from "./computed.ts";
import { decideDispute, withdrawCharge } from "./decide.ts";
import { findDisputes } from "./find-disputes.ts";
import { presentForAdmin } from "./present-admin.ts";
import { proposeCharge } from "./propose.ts";
import {
  type ChargeRow,
  findCharges,
  presentCharge,
  presentFacts,
  reportedFiles,
  shownWith,
} from "./queries.ts";

const pageLength = 25;

/** The routes where renters are charged beyond the price, and where both sides settle it. */
export function chargeRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services.database;

  serve(app, listCharges, async ({ params, signedIn: { account } }) => {
    const order = await loadOrder(db, params.id);
    const found = await findCharges(db, order.id);
    return {
      charges: await presentForAdmin(db, found, { reader: account, orderOf: () => order }),
      ...(await proposableCars(services, order, { by: account.id, found })),
      reported: (await reportedFiles(db, order.id)).map(presentAttachment),
    };
  });

  serve(app, listHostCharges, async ({ owned, signedIn: { account } }) => {
    const order = await loadOrder(db, owned.id);
    const car = await carOfHost(services, db, order, account.id);
    const isAbout = await isAboutCarOf(db, order, account.id);
    const found = (await findCharges(db, order.id)).filter(isAbout);
    const shown = await shownWith(db, found);
    return {
      charges: found.map((charge) => ({
        ...presentCharge(charge, shown, order),
        isOwn: charge.proposedBy === account.id,
      })),
      proposable: await proposableOf(services, db, order, { found, car }),
      reported: (await reportedFiles(db, order.id, car)).map(presentAttachment),
    };
  });

  serve(app, proposeEndpoint, async ({ params, body, signedIn: { account } }) => {
    const { id = crypto.randomUUID(), words = "", evidence = [] } = body;
    const order = await loadOrder(db, params.id);
    const isAdmin = isAdministrator(account);
    // Once a host no longer hosts, the back office takes over the orders of their cars.
    if (!isAdmin && !isHosting(account)) throw orderNotFound();
    // A host charges for their own car.
    const stretch = isAdmin ? body.stretch : (await carOfHost(services, db, order, account.id)).stretch;
    const sent = { ...body, stretch, id, words, evidence, orderId: order.id, by: account.id };
    const charge = await proposeCharge(services, sent);
    return isAdmin ? forAdmin(charge, account) : forHost(charge, order);
  });

  serve(app, answerEndpoint, async ({ params, body, signedIn: { account } }) => {
    const { answer, words = "", evidence = [] } = body;
    const charge = await answerCharge(services, { id: params.id, by: account.id, answer, words, evidence });
    // The renter waits on the page for the result.
    if (charge.status === "accepted") await services.outbox.soon("charge-due");
    const order = await loadOrder(db, charge.orderId);
    return presentCharge(charge, await shownWith(db, [charge]), order);
  });

  serve(app, withdrawEndpoint, async ({ params, body, signedIn: { account } }) =>
    forAdmin(await withdrawCharge(services, { ...body, id: params.id, by: account }), account),
  );

  serve(app, withdrawHostCharge, async ({ params, body, signedIn: { account } }) => {
    const charge = await withdrawCharge(services, { ...body, id: params.id, by: account, isHost: true });
    return presentCharge(charge, await shownWith(db, [charge]), await loadOrder(db, charge.orderId));
  });

  serve(app, listDisputes, async ({ query, signedIn: { account }, request, reply }) => {
    const { state = "open", limit = pageLength, cursor } = query;
    const { found, total, next } = await findDisputes(db, { state, limit, cursor });
    reply.header("x-total-count", String(total));
    setNextLink(request, reply, next);
    const renters = new Map(found.map(({ charge, order }) => [charge.id, order]));
    const shown = await presentForAdmin(
      db,
      found.map(({ charge }) => charge),
      { reader: account, orderOf: ({ id }) => renters.get(id) },
    );
    return found.flatMap(({ order }, index) => {
      const charge = shown[index];
      return charge ? [{ charge, order: presentOrder(order) }] : [];
    });
  });

  serve(app, decideEndpoint, async ({ params, body, signedIn: { account } }) =>
    forAdmin(await decideDispute(services, { ...body, id: params.id, by: account.id }), account),
  );

  async function forHost(charge: ChargeRow, order: OrderRow) {
    const shown = presentCharge(charge, await shownWith(db, [charge]), order);
    return { ...shown, proposedBy: charge.proposedBy, closedBy: null, mayWithdraw: false, mayDecide: false };
  }

  async function forAdmin(charge: ChargeRow, reader: AccountRow) {
    const order = await loadOrder(db, charge.orderId);
    const [shown] = await presentForAdmin(db, [charge], { reader, orderOf: () => order });
    if (!shown) throw new Error("A charge was not presented");
    return shown;
  }
}

type ProposableCarsFor = { by: string; found: readonly ChargeRow[] };

/** What an administrator may charge of each car of an order, and of its last. */
async function proposableCars(services: Services, order: OrderRow, { by, found }: ProposableCarsFor) {
  const { db } = services.database;
  const { mayDecide } = await rulingFor(db, { by, gate: "admin", renter: order });
  if (!mayDecide) return { proposable: [], cars: [] };
  const cars = await Promise.all(
    (await carsOf(db, order)).map(async (car) => ({
      stretch: car.stretch,
      name: car.carName ?? "",
      proposable: await proposableOf(services, db, order, { found, car }),
    })),
  );
  return { proposable: cars.at(-1)?.proposable ?? [], cars };
}

type ProposableFor = { found: readonly ChargeRow[]; car: ChargedCar };

/** What may be charged for a car of an order now, and the results of the rules. */
async function proposableOf(services: Services, db: Db, order: OrderRow, { found, car }: ProposableFor) {
  const standing = found.filter(({ status }) => status !== "withdrawn");
  const open = chargeCategories.filter(
    (category) =>
      isProposable(category, car, today(services)) &&
      (!car.isEarlier || isOfEarlierCars(category)) &&
      !(isComputed(category) && standing.some(asksFor(category, car))),
  );
  const all = await Promise.all(
    open.map(async (category) => {
      const computed = await computedOf(db, order, category, car);
      return {
        category,
        until: proposableUntil(category, car.backOn) ?? null,
        amount: computed ? wireMoney(computed.amount) : null,
        facts: computed ? presentFacts(computed.facts) : null,
        isDisagreed: computed?.isDisagreed ?? false,
      };
    }),
  );
  return all.filter(({ category, amount }) => !isComputed(category) || amount !== null);
}

const presentOrder = (order: OrderRow) => ({
  id: order.id,
  orderNumber: order.orderNumber,
  carName: order.carName,
  renterName: order.customerName,
  renterEmail: order.customerEmail,
  pickupDate: order.pickupDate,
  returnDate: order.returnDate,
});
