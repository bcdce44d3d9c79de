import type { FastifyInstance } from "fastify";
import { beginConditionRecord, checkConditionRecords, putConditionImage } from "#contract/trips.ts";
import { Refusal } from "#contract/errors.ts";
import { hour, secondsIn } from "#domain/durations.ts";
import { isConditionSlot } from "#domain/trips/condition.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import { readContent } from "#server/media/sealed/content.ts";
import { openContent } from "#server/media/sealed/sealing.ts";
import { refuseOver } from "#server/http/limits.ts";
import { privateFile } from "#server/http/private-file.ts";
import { requireAccess, serve } from "#server/http/serve.ts";
import type { Services } from "#server/services.ts";
import { beginRecord } from "./begin-record.ts";
import { checkRecords } from "./check-records.ts";
import { keepImage, recordNotFound } from "./keep-image.ts";
import { orderFor } from "./own-order.ts";
import { conditionsPlace } from "./place.ts";
import { findRecord, type ImageRow, presentRecord } from "./queries.ts";

/** The most images that one account may send: four images of several records, each tried several times. */
const mostSentAnHour = 120;
const mostChecksAnHour = 120;

/** Condition records of cars' handover and return: for the order's renter, its car's host and administrators. */
export function conditionRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services.database;

  serve(app, beginConditionRecord, async ({ body, owned, signedIn }) => {
    const seen = await orderFor(services, owned);
    return presentRecord(await beginRecord(services, seen, signedIn.account.id, body));
  });

  serve(
    app,
    putConditionImage,
    async ({ params, owned, request, signedIn }) => {
      const by = signedIn.account.id;
      const { recordId, slot } = params;
      if (!isConditionSlot(slot)) throw recordNotFound();
      await refuseOver(
        services,
        [{ key: `condition images of ${by}`, most: mostSentAnHour, seconds: secondsIn(hour) }],
        "You have sent many pictures in the last hour. Please try again later.",
      );
      return presentRecord(await keepImage(services, request, { orderId: owned.id, recordId, slot, by }));
    },
    { isUpload: true },
  );

  serve(app, checkConditionRecords, async ({ owned, signedIn }) => {
    await orderFor(services, owned);
    await refuseOver(
      services,
      [
        {
          key: `condition checks of ${signedIn.account.id}`,
          most: mostChecksAnHour,
          seconds: secondsIn(hour),
        },
      ],
      "You have checked many records in the last hour. Please try again later.",
    );
    const { checked, findings } = await checkRecords(services, owned.id);
    return { isWhole: findings.length === 0, checked, findings };
  });

  app.get<{ Params: { id: string; recordId: string; slot: string } }>(
    "/api/orders/:id/condition-records/:recordId/images/:slot",
    { schema: { hide: true }, onRequest: requireAccess(app, { access: "account" }) },
    async (request, reply) => {
      const viewer = (await app.authorise(request, { access: "account" }))?.account;
      const owned = await app.own(request, checkConditionRecords.owns);
      const { id } = owned;
      const { recordId, slot } = request.params;
      if (!viewer || !isUuid(recordId)) throw recordNotFound();
      const found = await findRecord(db, id, recordId);
      const image = found?.images.find((each) => each.slot === slot);
      const { theirs } = await orderFor(services, owned);
      const isOwnStretch = theirs === undefined || theirs.includes(found?.record.stretch ?? 0);
      const isSeen = found && isOwnStretch && (found.record.finishedAt ?? found.record.madeBy === viewer.id);
      if (!image || !isSeen) throw recordNotFound();
      return reply
        .type("image/webp")
        .headers(privateFile)
        .send(await openImage(services, image));
    },
  );
}

async function openImage(services: Services, { contentId }: ImageRow): Promise<Buffer> {
  const sealed = await readContent(services, conditionsPlace, contentId);
  try {
    if (!sealed) throw new Error("It is not in the storage");
    return openContent(services, contentId, sealed);
  } catch (error) {
    services.log.error({ contentId, error: String(error) }, "an image of a condition record can't be opened");
    throw new Refusal("unavailable", "This photo can't be opened right now.");
  }
}
