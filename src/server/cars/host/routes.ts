import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "#contract/errors.ts";
import {
  addHostCar as addHostCarEndpoint,
  addHostImages as addHostImagesEndpoint,
  addHostPaper as addHostPaperEndpoint,
  deleteHostCar as deleteHostCarEndpoint,
  deleteHostImage as deleteHostImageEndpoint,
  getHostCar,
  listHostCars,
  orderHostImages as orderHostImagesEndpoint,
  pauseHostCar,
  resumeHostCar,
  retireHostCar,
  saveHostCar as saveHostCarEndpoint,
  submitHostCar,
  suggestHostPrice,
  translateHostCar,
} from "#contract/host/cars.ts";
import type { HostCar } from "#contract/host-cars.ts";
import type { HostAction } from "#domain/cars/listing-states.ts";
import { hour, secondsIn } from "#domain/durations.ts";
import { can } from "#domain/people/permissions.ts";
import { etagOf } from "#server/http/etag.ts";
import { dropImages } from "#server/cars/save-car.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import { seenVersion } from "#server/http/if-match.ts";
import { refuseOver } from "#server/http/limits.ts";
import { setPageHeaders, usualPage } from "#server/http/pagination.ts";
import { privateFile } from "#server/http/private-file.ts";
import { requireAccess, serve } from "#server/http/serve.ts";
import { readerLanguage } from "#server/http/visitor-language.ts";
import { carNotFound } from "#server/rentals/rental-errors.ts";
import { type Services, today } from "#server/services.ts";
import { addHostImages, deleteHostImage, orderHostImages } from "./images.ts";
import { addHostPaper, dropContent, openPaper } from "./papers.ts";
import { presentHostCar } from "./present.ts";
import { publicHostRoutes } from "./public-routes.ts";
import { suggestPrice } from "./price.ts";
import { findCarsOfHost, findHostedCar, type HostedCar, imagesOf } from "./queries.ts";
import { addHostCar, deleteHostCar, saveHostCar, typedFieldsOf } from "./save.ts";
import { moveHostCar } from "./submit.ts";
import { translateWords } from "./translate.ts";

const mostPapersAnHour = 40;
const mostUploadsAnHour = 200;

/** A host's own cars, from the first typed word on. */
// oxlint-disable-next-line max-lines-per-function -- the routes of one feature, one after the other
export function hostCarRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;

  const present = (hosted: HostedCar): HostCar => presentHostCar(services, hosted, today(services));
  const answer = (reply: FastifyReply, hosted: HostedCar): HostCar => {
    const car = present(hosted);
    reply.header("etag", etagOf(car.version));
    return car;
  };
  type Call = { owned: { id: string }; signedIn: { account: { id: string } }; request: FastifyRequest };
  const which = ({ owned, signedIn, request }: Call) => ({
    id: owned.id,
    hostId: signedIn.account.id,
    seen: seenVersion(request),
  });

  serve(
    app,
    listHostCars,
    async ({ query, signedIn, reply }) => {
      const { limit = usualPage, cursor, state } = query;
      const { found, total } = await findCarsOfHost(database.db, signedIn.account.id, {
        limit,
        cursor,
        state,
      });
      const rows = found.map(({ own }) => own);
      setPageHeaders(reply, { path: listHostCars.path, total, limit, found: rows, filters: { state } });
      return found.map(present);
    },
    { isCompiled: true },
  );

  serve(app, addHostCarEndpoint, async ({ body, signedIn, request, reply }) => {
    const { id = crypto.randomUUID(), language = readerLanguage(request), ...fields } = body;
    const typed = typedFieldsOf(fields);
    return answer(reply, await addHostCar(services, { id, hostId: signedIn.account.id, typed, language }));
  });

  serve(
    app,
    getHostCar,
    async ({ owned, reply }) => {
      const hosted = await findHostedCar(database.db, owned.id);
      if (!hosted) throw carNotFound();
      return answer(reply, hosted);
    },
    { isCompiled: true },
  );

  serve(app, saveHostCarEndpoint, async ({ body, reply, ...call }) => {
    const { language, ...fields } = body;
    return answer(
      reply,
      await saveHostCar(services, which(call), { typed: typedFieldsOf(fields), language }),
    );
  });

  serve(app, deleteHostCarEndpoint, async (call) => {
    const { images, contentIds } = await deleteHostCar(services, which(call));
    await services.carFacts.changed();
    await dropImages(services, images);
    await dropContent(services, contentIds);
    return { deleted: true };
  });

  const refuseFlood = (what: string, accountId: string, most: number) =>
    refuseOver(
      services,
      [{ key: `${what} of host ${accountId}`, most, seconds: secondsIn(hour) }],
      "You have sent many files lately. Please try again later.",
    );

  serve(
    app,
    addHostImagesEndpoint,
    async ({ reply, ...call }) => {
      await refuseFlood("pictures", call.signedIn.account.id, mostUploadsAnHour);
      const { hosted, refused } = await addHostImages(services, call.request, which(call));
      return { car: answer(reply, hosted), refused };
    },
    { isUpload: true },
  );
  serve(app, orderHostImagesEndpoint, async ({ body, reply, ...call }) =>
    answer(reply, await orderHostImages(services, which(call), body.images)),
  );
  serve(app, deleteHostImageEndpoint, async ({ params, reply, ...call }) =>
    answer(reply, await deleteHostImage(services, which(call), params.name)),
  );
  serve(
    app,
    addHostPaperEndpoint,
    async ({ reply, ...call }) => {
      await refuseFlood("papers", call.signedIn.account.id, mostPapersAnHour);
      return answer(reply, await addHostPaper(services, call.request, which(call)));
    },
    { isUpload: true },
  );

  serve(app, suggestHostPrice, async ({ owned, query }) => {
    const hosted = await findHostedCar(database.db, owned.id);
    if (!hosted) throw carNotFound();
    return suggestPrice(services, hosted, query.monthlyPrice);
  });

  serve(app, translateHostCar, async ({ body, signedIn }) => {
    return translateWords(services, signedIn.account.id, body);
  });

  const move = (action: HostAction) => async (call: Call & { reply: FastifyReply }) =>
    answer(call.reply, await moveHostCar(services, action, which(call)));
  serve(app, submitHostCar, move("submit"));
  serve(app, pauseHostCar, move("pause"));
  serve(app, resumeHostCar, move("resume"));
  serve(app, retireHostCar, move("retire"));

  privateFiles(app, services);
  publicHostRoutes(app, services);
}

/** Private files, for a car's host and administrators: pictures of a car that isn't public yet, and papers. */
function privateFiles(app: FastifyInstance, services: Services): void {
  const { database, imageStore } = services;
  const visibleTo = async (request: FastifyRequest, id: string) => {
    const viewer = (await app.authorise(request, { access: "account" }))?.account;
    const hosted = isUuid(id) ? await findHostedCar(database.db, id) : undefined;
    const isTheirs = hosted?.own.hostId === viewer?.id;
    if (!viewer || !hosted || !(isTheirs || can(viewer, "manage_cars"))) throw carNotFound();
    // Only its host sees a draft, because it has not been submitted.
    if (!isTheirs && !hosted.car) throw carNotFound();
    return { viewer, hosted };
  };

  app.get<{ Params: { id: string; name: string } }>(
    "/api/host/cars/:id/images/:name",
    { schema: { hide: true }, onRequest: requireAccess(app, { access: "account" }) },
    async (request, reply) => {
      const { hosted } = await visibleTo(request, request.params.id);
      const file = await imageStore.openFile(request.params.name);
      const content = file && imagesOf(hosted).includes(file.address) ? await file.read() : undefined;
      if (!file || !content) throw new Refusal("not_found", "There is no such picture.");
      return reply.headers(privateFile).type(file.type).send(content);
    },
  );

  app.get<{ Params: { id: string; paperId: string } }>(
    "/api/host/cars/:id/papers/:paperId",
    { schema: { hide: true }, onRequest: requireAccess(app, { access: "account" }) },
    async (request, reply) => {
      const { viewer, hosted } = await visibleTo(request, request.params.id);
      const paper = hosted.papers.find(({ id }) => id === request.params.paperId);
      const content = await openPaper(services, paper, viewer.id);
      return reply
        .type("image/webp")
        .headers({
          ...privateFile,
          "content-disposition": `attachment; filename="${paper?.kind ?? "paper"}.webp"`,
        })
        .send(content);
    },
  );
}
