import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  type AdminHostCar,
  decideHostCar as decideHostCarEndpoint,
  getAdminHostCar,
  getHost,
  listAdminHostCars,
  listHosts,
  lookAtHostCarChanges,
  setCarOwner,
} from "#contract/admin/host-cars.ts";
import { Refusal } from "#contract/errors.ts";
import { can } from "#domain/people/permissions.ts";
import { findAccount } from "#server/auth/accounts.ts";
import { readsOwnMoney } from "#server/auth/reads-own-money.ts";
import { decideHostCar, lookAtChanges } from "#server/cars/host/decide.ts";
import { giveCar } from "#server/cars/host/give-car.ts";
import { presentHostCar } from "#server/cars/host/present.ts";
import { findCarsOfHost, findHostCars, findHostedCar, type HostedCar } from "#server/cars/host/queries.ts";
import { etagOf } from "#server/http/etag.ts";
import { seenVersion } from "#server/http/if-match.ts";
import { setPageHeaders, usualPage } from "#server/http/pagination.ts";
import { serve } from "#server/http/serve.ts";
import { carNotFound } from "#server/rentals/rental-errors.ts";
import { type Services, today } from "#server/services.ts";
import { applicationOf, findHosts, presentCarHost, presentForAdmins, presentHosts } from "./host-cars.ts";

const mostListed = 200;

/** Hosts and their cars, for the back office. A draft is its host's alone until it is submitted. */
export function hostCarAdminRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;
  const { db } = database;

  const answer = async (reply: FastifyReply, hosted: HostedCar): Promise<AdminHostCar> => {
    const [shown] = await presentForAdmins(services, [hosted]);
    if (!shown) throw carNotFound();
    reply.header("etag", etagOf(shown.car.version));
    return shown;
  };

  serve(app, listAdminHostCars, async ({ query, reply }) => {
    const { state = "submitted", limit = usualPage, cursor } = query;
    const { found, total } = await findHostCars(db, state, { limit, cursor });
    const rows = found.map(({ own }) => own);
    setPageHeaders(reply, { path: listAdminHostCars.path, total, limit, found: rows, filters: { state } });
    return presentForAdmins(services, found);
  });

  serve(app, getAdminHostCar, async ({ params, reply }) => {
    const hosted = await findHostedCar(db, params.id);
    if (!hosted?.car) throw carNotFound();
    return answer(reply, hosted);
  });

  serve(app, decideHostCarEndpoint, async (call) => {
    const { decision } = call.body;
    return answer(call.reply, await decideHostCar(services, { ...whoDecides(call), decision }));
  });

  serve(app, lookAtHostCarChanges, async (call) => {
    const { takeBack } = call.body;
    return answer(call.reply, await lookAtChanges(services, { ...whoDecides(call), takeBack }));
  });

  serve(app, setCarOwner, async ({ params, body, signedIn }) => {
    const { hostId, reason = "" } = body;
    await giveCar(services, { id: params.id, hostId, by: signedIn.account.id, reason });
    const host = hostId === null ? undefined : await findAccount(db, hostId);
    return { id: params.id, host: host ? presentCarHost(host) : null };
  });

  serve(app, listHosts, async ({ query, signedIn: { account }, reply }) => {
    const { limit = usualPage, cursor, search } = query;
    const seesMoney = can(account, "manage_payments");
    const state = seesMoney ? query.state : undefined;
    const { found, total } = await findHosts(db, { limit, cursor, search, state });
    setPageHeaders(reply, { path: listHosts.path, total, limit, found, filters: { search, state } });
    return presentHosts(services, found, seesMoney);
  });

  serve(app, getHost, async ({ params }) => {
    const account = await findAccount(db, params.id);
    const [host] = account ? await presentHosts(services, [account], false) : [];
    if (!host) throw notFound();
    const { found } = await findCarsOfHost(db, host.id, { limit: mostListed });
    if (!(await readsOwnMoney(database, host.id))) throw notFound();
    const list = found
      .filter(({ car }) => car !== null)
      .map((hosted) => presentHostCar(services, hosted, today(services)));
    return { ...host, application: await applicationOf(db, host.id), list };
  });
}

type DecisionCall = {
  params: { id: string };
  body: { reason?: string | undefined };
  signedIn: { account: { id: string } };
  request: FastifyRequest;
};

/** Which administrator decides about which version of a car, and why. */
const whoDecides = ({ params, body, signedIn, request }: DecisionCall) => ({
  id: params.id,
  by: signedIn.account.id,
  reason: body.reason ?? "",
  seen: seenVersion(request),
});

const notFound = (): Refusal => new Refusal("account_not_found", "There is no such host.");
