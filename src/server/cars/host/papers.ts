import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { invalidField, Refusal } from "#contract/errors.ts";
import {
  hasExpired,
  type PaperKind,
  paperKinds,
  paperReminderDue,
  tellBefore,
} from "#domain/cars/host/papers.ts";
import { fleetStates } from "#domain/cars/listing-states.ts";
import { isDate } from "#domain/dates.ts";
import { largestPicture } from "#domain/file-limits.ts";
import { findAccount } from "#server/auth/accounts.ts";
import { audit } from "#server/db/audit.ts";
import { nothingWaiting } from "#server/cars/host/forget-host.ts";
import type { Db } from "#server/db/open-database.ts";
import { cars } from "#server/db/schema/cars.ts";
import { isOneOf } from "#server/db/schema/columns.ts";
import { carPapers, hostCars } from "#server/db/schema/host-cars.ts";
import { announce } from "#server/events/announce.ts";
import { forEachPart } from "#server/http/multipart-parts.ts";
import { readUpTo } from "#server/http/upload-files.ts";
import {
  type ContentFolder,
  keepContent,
  readContent,
  removeContent,
  tidyContent,
} from "#server/media/sealed/content.ts";
import { documentRefused, makePicture } from "#server/media/sealed/make-picture.ts";
import { openContent, sealContent } from "#server/media/sealed/sealing.ts";
import { hostLanguage } from "#server/mail/host-reader.ts";
import { eachAlone } from "#server/each-alone.ts";
import { type Services, today } from "#server/services.ts";
import { hostCarEmail } from "./emails.ts";
import { type HostedCar, type PaperRow, stateOf } from "./queries.ts";
import { lockOwnCar, notInState, noteWaiting, writeOwn } from "./save.ts";

/** Where the sealed content of cars' papers is kept. */
const place: ContentFolder = "car-papers";
const atOnce = 500;

type ReceivedPaper = { kind: PaperKind; lastDay: string; bytes: Buffer };

async function receive(request: FastifyRequest): Promise<ReceivedPaper> {
  const fields = new Map<string, unknown>();
  let bytes: Buffer | undefined;
  let isThere = false;
  await forEachPart(
    request,
    async (part) => {
      if (part.type === "field") return void fields.set(part.fieldname, part.value);
      if (part.fieldname !== "file" || isThere)
        throw new Refusal("file_refused", "Send one file in the file field.");
      isThere = true;
      bytes = await readUpTo(largestPicture, part.file);
    },
    { fileSize: largestPicture + 1, files: 1, parts: 5 },
  );
  const kind = paperKinds.find((known) => known === fields.get("kind"));
  if (!kind) throw invalidField("kind", `must be one of ${paperKinds.join(", ")}`);
  const lastDay = fields.get("lastDay");
  if (typeof lastDay !== "string" || !isDate(lastDay))
    throw invalidField("lastDay", "must be a valid date in the form YYYY-MM-DD");
  if (!isThere) throw new Refusal("file_refused", "Send one file in the file field.");
  if (!bytes) throw documentRefused("too_large");
  return { kind, lastDay, bytes };
}

type HostedCarKey = { id: string; hostId: string; seen?: string | undefined };

/** Takes a paper of a car in. Throws a Refusal. */
export const addHostPaper = async (
  services: Services,
  request: FastifyRequest,
  which: HostedCarKey,
): Promise<HostedCar> => keepHostPaper(services, which, await receive(request));

/** Seals and stores a paper of a car; it replaces one that isn't accepted yet. Throws a Refusal. */
export async function keepHostPaper(
  services: Services,
  which: HostedCarKey,
  { kind, lastDay, bytes }: ReceivedPaper,
): Promise<HostedCar> {
  if (hasExpired(lastDay, today(services)))
    throw invalidField("lastDay", "must not have passed", "date_past");
  const { content } = await makePicture(services, {
    by: which.hostId,
    takesPdf: true,
    read: () => Promise.resolve(bytes),
  });
  const [id, contentId] = [crypto.randomUUID(), crypto.randomUUID()];
  await keepContent(services, place, contentId, sealContent(services, id, content));
  const gone: string[] = [];
  const hosted = await services.database.transaction(async (tx) => {
    const before = await lockOwnCar(services, tx, which);
    if (stateOf(before) === "retired") throw notInState("A car that has left can't be changed.");
    const isOlder = and(
      eq(carPapers.carId, which.id),
      eq(carPapers.kind, kind),
      isNull(carPapers.acceptedAt),
    );
    const replaced = await tx.delete(carPapers).where(isOlder).returning();
    gone.push(...replaced.map((paper) => paper.contentId));
    const createdAt = new Date(services.now());
    await tx
      .insert(carPapers)
      .values({ id, carId: which.id, kind, lastDay, contentId, bytes: content.length, createdAt });
    await writeOwn(services, tx, before, {});
    return noteWaiting(services, tx, which.id);
  });
  await dropContent(services, gone);
  return hosted;
}

/** Removes the content of papers. The hour's job removes what can't be removed now. */
export async function dropContent(services: Services, contentIds: readonly string[]): Promise<void> {
  for (const contentId of contentIds) await removeContent(services, place, contentId).catch(() => undefined);
}

/** Accepts a car's newest papers in place of the earlier ones. Returns the content ids of the removed papers. */
export async function acceptPapers(services: Services, tx: Db, carId: string): Promise<string[]> {
  const waiting = await tx
    .select({ kind: carPapers.kind })
    .from(carPapers)
    .where(and(eq(carPapers.carId, carId), isNull(carPapers.acceptedAt)));
  const kinds = waiting.map(({ kind }) => kind);
  if (!kinds.length) return [];
  const gone = await tx
    .delete(carPapers)
    .where(and(eq(carPapers.carId, carId), isNotNull(carPapers.acceptedAt), inArray(carPapers.kind, kinds)))
    .returning();
  await tx
    .update(carPapers)
    .set({ acceptedAt: new Date(services.now()) })
    .where(and(eq(carPapers.carId, carId), isNull(carPapers.acceptedAt)));
  return gone.map(({ contentId }) => contentId);
}

/** Removes papers that were declined, or all papers of a car with a new owner. Returns their content ids. */
export async function forgetPapers(tx: Db, carId: string, which: "waiting" | "all"): Promise<string[]> {
  const gone = await tx
    .delete(carPapers)
    .where(and(eq(carPapers.carId, carId), which === "waiting" ? isNull(carPapers.acceptedAt) : undefined))
    .returning();
  return gone.map(({ contentId }) => contentId);
}

/**
 * What waits of a car that is retired goes: what its host typed, what nobody has looked at, and papers that nobody
 * has accepted. Returns their content.
 */
export async function forgetWaiting(services: Services, tx: Db, { own }: HostedCar): Promise<string[]> {
  await writeOwn(services, tx, { own }, nothingWaiting);
  if (own.waitingSince || own.unseenSince) await announce(tx, { kind: "alert", admins: "manage_cars" });
  return forgetPapers(tx, own.id, "waiting");
}

/** A paper's picture, opened; who opened it is written down. Throws a Refusal. */
export async function openPaper(
  services: Services,
  paper: PaperRow | undefined,
  by: string,
): Promise<Buffer> {
  const sealed = paper && (await readContent(services, place, paper.contentId));
  if (!paper || !sealed) throw new Refusal("document_not_found", "There is no such document.");
  const content = openContent(services, paper.id, sealed);
  await audit(services.database.db, {
    actor: by,
    entity: "car",
    entityId: paper.carId,
    action: "paper_opened",
    after: { paper: paper.id, kind: paper.kind },
  });
  return content;
}

/** The hour's job: content without a row is removed. */
export const tidyCarPapers = (services: Services): Promise<void> =>
  tidyContent(services, place, async (ids) => {
    const known = await services.database.db
      .select({ id: carPapers.contentId })
      .from(carPapers)
      .where(inArray(carPapers.contentId, ids));
    return known.map(({ id }) => id);
  });

const reminderDue = tellBefore
  .map((days) => `(reminded_days is null or reminded_days > ${days}) and last_day <= $1::date + ${days}`)
  .join(" or ");

/**
 * The hour's job: tells hosts some days (`tellBefore`) before a paper of a listed or paused car ends, and pauses a listed car
 * whose paper has ended. Each in a transaction of its own, under the car's lock.
 */
export async function followCarPapers(services: Services): Promise<void> {
  const ending = await services.database.rows<{ id: string }>(
    `select distinct car_id as id from car_papers join cars on cars.id = car_id
     where accepted_at is not null and last_day <= $1::date + ${tellBefore[0]} and (
       listing_state = 'listed' and last_day < $1::date
       or ${isOneOf("listing_state", fleetStates)} and last_day >= $1::date and (${reminderDue}))
     limit ${atOnce}`,
    [today(services)],
  );
  try {
    await eachAlone(services, ending, {
      idOf: ({ id }) => id,
      work: ({ id }) => services.database.transaction((tx) => followPapersOf(services, tx, id)),
    });
  } finally {
    if (ending.length) await services.carFacts.changed();
  }
}

async function followPapersOf(services: Services, tx: Db, id: string): Promise<void> {
  const date = today(services);
  const [own] = await tx.select().from(hostCars).where(eq(hostCars.id, id)).for("update");
  if (!own) return;
  const [car] = await tx.select().from(cars).where(eq(cars.id, id)).for("no key update");
  const host = await findAccount(tx, own.hostId);
  if (!car || !host) return;
  const papers = await tx
    .select()
    .from(carPapers)
    .where(and(eq(carPapers.carId, id), isNotNull(carPapers.acceptedAt)));
  const { config, outbox } = services;
  const language = await hostLanguage(tx, own.hostId, id);
  const ended = papers.filter(({ lastDay }) => hasExpired(lastDay, date));
  if (ended.length && car.listingState === "listed") {
    await tx.update(cars).set({ listingState: "paused", updatedAt: new Date() }).where(eq(cars.id, id));
    await writeOwn(services, tx, { own }, {});
    await audit(tx, {
      actor: "system",
      entity: "car",
      entityId: id,
      action: "paused",
      reason: "papers expired",
    });
    await outbox.post(tx, hostCarEmail(config, "papers_ended", host, language, { ...car, papers: ended }));
  }
  const due = papers.filter(({ lastDay, remindedDays }) => {
    const days = hasExpired(lastDay, date) ? undefined : paperReminderDue(lastDay, date);
    return days !== undefined && (remindedDays === null || remindedDays > days);
  });
  if (!due.length) return;
  await outbox.post(tx, hostCarEmail(config, "papers_end", host, language, { ...car, papers: due }));
  for (const { id: paperId, lastDay } of due)
    await tx
      .update(carPapers)
      .set({ remindedDays: paperReminderDue(lastDay, date) })
      .where(eq(carPapers.id, paperId));
}
