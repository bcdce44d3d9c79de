import { carNotFound } from "#server/rentals/rental-errors.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import {
  addCar as addCarEndpoint,
  countAdminCars,
  deleteCar as deleteCarEndpoint,
  type AdminCar,
  getAdminCar,
  listAdminCars,
  restoreCar,
  editCar as editCarEndpoint,
  setAvailability,
} from "#contract/admin/cars.ts";
import { Refusal } from "#contract/errors.ts";
import { isIdPart, notOfThisList, placeParts, writePlace } from "#server/db/list-cursor.ts";
import { cutPage, setNextLink } from "#server/http/pagination.ts";
import { seenVersion } from "#server/http/if-match.ts";
import { serve } from "#server/http/serve.ts";
import type { Services } from "#server/services.ts";
import { hostCarAdminRoutes } from "./admin/host-car-routes.ts";
import { carExists, findClaimant, waitForClaims } from "./host/claims.ts";
import { deleteCar } from "./delete-car.ts";
import {
  countCars,
  findAdminCars,
  findAdminCar,
  type AdminCarPlace,
  type AdminCarRow,
  lockAdminCar,
  lockRetiredCar,
} from "./admin-filters.ts";
import { auditCar, refuseOffering, refuseOwnHosting, updateCar } from "./write-car.ts";
import { pageLimit } from "./queries.ts";
import { presentAdminCar } from "./present-admin.ts";
import { etagOf } from "#server/http/etag.ts";
import { addCar, editCar } from "./save-car.ts";

/** The fleet, for administrators who manage cars. */
export function carAdminRoutes(app: FastifyInstance, services: Services): void {
  hostCarAdminRoutes(app, services);
  const { database, imageStore, carFacts } = services;

  const answer = (reply: FastifyReply, row: AdminCarRow): AdminCar => {
    const car = presentAdminCar(imageStore, row);
    reply.header("etag", etagOf(car.version));
    return car;
  };

  serve(app, listAdminCars, async ({ query, request, reply }) => {
    const limit = query.limit ?? pageLimit;
    const { found, total } = await findAdminCars(
      services,
      query,
      limit,
      query.cursor === undefined ? undefined : readPlace(query.cursor),
    );
    const { page, last } = cutPage(found, limit);
    reply.header("x-total-count", String(total));
    setNextLink(request, reply, last && writePlace([last.name, last.id]));
    return page.map((car) => presentAdminCar(imageStore, car));
  });

  serve(app, countAdminCars, async () => {
    const { total, available, retired } = await countCars(database.db);
    return { total, available, unavailable: total - available, retired };
  });

  serve(app, addCarEndpoint, async ({ body, signedIn, reply }) =>
    answer(reply, await addCar(services, body, signedIn.account.id)),
  );

  serve(app, getAdminCar, async ({ params, reply }) => {
    const car = await findAdminCar(database.db, params.id);
    if (!car) throw carNotFound();
    return answer(reply, car);
  });

  serve(app, editCarEndpoint, async ({ params, body, signedIn, request, reply }) =>
    answer(reply, await editCar(services, params.id, body, signedIn.account.id, seenVersion(request))),
  );

  serve(app, setAvailability, async ({ params, body, signedIn, reply }) => {
    const changed = await database.transaction(async (tx) => {
      const car = await lockAdminCar(tx, params.id);
      if (!car) throw carNotFound();
      await refuseOwnHosting(tx, signedIn.account.id, car);
      if (car.available === body.available) return car;
      refuseOffering(car, body.available);
      await auditCar(tx, {
        actor: signedIn.account.id,
        id: car.id,
        action: "availability",
        before: { available: car.available },
        after: body,
      });
      return updateCar(tx, car.id, body);
    });
    await carFacts.changed();
    return answer(reply, changed);
  });

  serve(app, restoreCar, async ({ params, signedIn, reply }) => {
    const restored = await database.transaction(async (tx) => {
      const car = await lockRetiredCar(tx, params.id);
      if (!car) throw new Refusal("car_not_found", "There is no such retired car.");
      await refuseOwnHosting(tx, signedIn.account.id, car);
      if (car.hostId !== null) {
        if (car.listedAt === null)
          throw new Refusal("car_not_in_state", "This car was never listed: its host can only add it again.");
        // A host's retired car no longer claims its plate: another car may have it by now.
        await waitForClaims(tx);
        const claimant = await findClaimant(tx, car.id, car);
        if (claimant) throw carExists(claimant.name);
      }
      await auditCar(tx, { actor: signedIn.account.id, id: car.id, action: "restored" });
      return updateCar(tx, car.id, { retiredAt: null, available: false, isContested: false });
    });
    await carFacts.changed();
    return answer(reply, restored);
  });

  serve(app, deleteCarEndpoint, ({ params, signedIn }) =>
    deleteCar(services, params.id, signedIn.account.id),
  );
}

function readPlace(text: string): AdminCarPlace {
  const [name, id] = placeParts(text);
  if (typeof name !== "string" || name.includes("\u0000") || !isIdPart(id)) throw notOfThisList();
  return { name, id };
}
