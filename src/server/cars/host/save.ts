import { eq, sql } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import type { HostCar } from "#contract/host-cars.ts";
import { type HostField, hostFieldNames, type TypedFields } from "#domain/cars/host/fields.ts";
import { typedOfCar } from "#domain/cars/host/columns.ts";
import { columnsOfFields, planSave } from "#domain/cars/host/save.ts";
import { unseenAfter } from "#domain/cars/host/live-content.ts";
import { isDeletable, isInFleet } from "#domain/cars/listing-states.ts";
import type { Language } from "#domain/languages.ts";
import { audit } from "#server/db/audit.ts";
import { forgetHandover } from "#server/cars/host/forget-host.ts";
import type { Db } from "#server/db/open-database.ts";
import { auditEvents } from "#server/db/schema/audit.ts";
import { cars } from "#server/db/schema/cars.ts";
import { hostCars } from "#server/db/schema/host-cars.ts";
import { recordIdUsed } from "#server/db/sent-before.ts";
import { announce } from "#server/events/announce.ts";
import { carNotFound } from "#server/rentals/rental-errors.ts";
import { type Services, today } from "#server/services.ts";
import { writeClaimed } from "./claims.ts";
import { presentHostCar } from "./present.ts";
import {
  contentOf,
  findHostedCar,
  type HostedCar,
  imagesOf,
  lockOwnHostedCar,
  standingOf,
  stateOf,
} from "./queries.ts";

/** The most cars and drafts of a host. A draft costs nothing, but a program could make any number of them. */
const mostCars = 200;

export type TypedSave = { typed: TypedFields; language: Language };

/** Begins a car. The same id again returns the same car. Throws a Refusal for the id of another host's car. */
export async function addHostCar(
  services: Services,
  { id, hostId, typed, language }: TypedSave & { id: string; hostId: string },
): Promise<HostedCar> {
  return services.database.transaction(async (tx) => {
    // The lock makes a host's calls run one after the other, so that two devices at once stay within the limit.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`host cars ${hostId}`}, 0))`);
    const held = await tx.$count(hostCars, eq(hostCars.hostId, hostId));
    const at = new Date(services.now());
    const [made] =
      held < mostCars
        ? await tx
            .insert(hostCars)
            .values({ id, hostId, typed, language, createdAt: at, updatedAt: at })
            .onConflictDoNothing()
            .returning()
        : [];
    const found = await findHostedCar(tx, id);
    if (made && (await isTakenId(tx, id))) throw recordIdUsed();
    if (!found && held >= mostCars)
      throw new Refusal(
        "too_many_requests",
        `You can have ${mostCars} cars here. Please contact us for more.`,
      );
    if (!found || found.own.hostId !== hostId) throw recordIdUsed();
    return found;
  });
}

/** Whether the id belongs to a car of the platform: no host may use it. */
const isTakenId = async (tx: Db, id: string): Promise<boolean> =>
  (await tx.$count(cars, sql`${cars.id} = ${id}`)) > 0;
/** Throws a Refusal with the present car if somebody else has changed it since the version `seen`. */
export function refuseStale(services: Services, hosted: HostedCar, seen: string | undefined): void {
  const car = presentHostCar(services, hosted, today(services));
  if (seen !== undefined && seen !== car.version)
    throw new Refusal("stale", "This car has changed since you opened it.", { car });
}

/** Locks a host's car. Throws a Refusal, also if the car is no longer at the version `seen`. */
export async function lockOwnCar(
  services: Services,
  tx: Db,
  { id, hostId, seen }: { id: string; hostId: string; seen?: string | undefined },
): Promise<HostedCar> {
  const hosted = await lockOwnHostedCar(tx, id, hostId);
  refuseStale(services, hosted, seen);
  return hosted;
}

type SaveResult = { hosted: HostedCar; isPublicChanged: boolean };

/** Saves what a host types about a car, also if it isn't valid yet. Throws a Refusal. */
export async function saveHostCar(
  services: Services,
  which: { id: string; hostId: string; seen: string | undefined },
  { typed, language }: { typed: TypedFields; language: Language | undefined },
): Promise<HostedCar> {
  const { hosted, isPublicChanged } = await services.database.transaction(async (tx): Promise<SaveResult> => {
    const before = await lockOwnCar(services, tx, which);
    if (stateOf(before) === "retired") throw notInState("A car that has left can't be changed.");
    const date = today(services);
    const { state, standing } = standingOf(before, date);
    const plan = planSave({ state, standing, typed: before.own.typed, patch: typed, today: date });
    const fields = { ...standing, ...before.own.typed, ...typed };
    if (before.car && plan.applied.length)
      await applyFields(services, tx, before, { fields, names: plan.applied, by: which.hostId });
    await writeOwn(services, tx, before, { typed: plan.typed, ...(language && { language }) });
    await noteUnseen(services, tx, before);
    return {
      hosted: await noteWaiting(services, tx, which.id),
      isPublicChanged: before.car?.available === true && plan.applied.length > 0,
    };
  });
  if (isPublicChanged) await services.carFacts.changed();
  return hosted;
}

/** Writes typed fields into the car's columns, and records the earlier values. */
export async function applyFields(
  services: Services,
  tx: Db,
  { own, car }: HostedCar,
  { fields, names, by }: { fields: TypedFields; names: readonly HostField[]; by: string },
): Promise<void> {
  if (!car) return;
  const columns = columnsOfFields({ fields, standing: typedOfCar(car) }, names, today(services));
  const changed = Object.fromEntries(
    Object.entries(columns).filter(
      ([name, value]) => JSON.stringify(Reflect.get(car, name)) !== JSON.stringify(value),
    ),
  );
  if (!Object.keys(changed).length) return;
  await writeClaimed(tx, own.id, changed, car.listingState);
  await audit(tx, {
    actor: by,
    entity: "car",
    entityId: own.id,
    action: "updated",
    before: Object.fromEntries(Object.keys(changed).map((name) => [name, Reflect.get(car, name)])),
    after: changed,
  });
}

/** Writes the host's own row, with a new version. */
export async function writeOwn(
  services: Pick<Services, "now">,
  tx: Db,
  { own }: Pick<HostedCar, "own">,
  change: Partial<typeof hostCars.$inferInsert>,
): Promise<void> {
  await tx
    .update(hostCars)
    .set({ ...change, version: own.version + 1, updatedAt: new Date(services.now()) })
    .where(eq(hostCars.id, own.id));
}

/**
 * Keeps a listed car's pictures and words from before its host changed them, and alerts the back office at the first
 * change. Call it after the change, with the car from before the change.
 */
export async function noteUnseen(services: Services, tx: Db, { own, car }: HostedCar): Promise<void> {
  if (!car || !isInFleet(car.listingState)) return;
  const changed = await reread(tx, own.id);
  if (!changed.car) return;
  const unseen = unseenAfter({ seen: own.unseen, was: contentOf(car), is: contentOf(changed.car) });
  const isUnseen = Object.keys(unseen).length > 0;
  if (!isUnseen && own.unseenSince === null) return;
  const unseenSince = isUnseen ? (own.unseenSince ?? new Date(services.now())) : null;
  await tx.update(hostCars).set({ unseen, unseenSince }).where(eq(hostCars.id, own.id));
  if (own.unseenSince === null) await announce(tx, { kind: "alert", admins: "manage_cars" });
}

/** Records since when a car's changes wait, and alerts administrators of the first change. Returns the car. */
export async function noteWaiting(services: Pick<Services, "now">, tx: Db, id: string): Promise<HostedCar> {
  const hosted = await reread(tx, id);
  const { waiting, waitingPapers } = standingOf(hosted, today(services));
  const isWaiting = waiting.length + waitingPapers.length > 0;
  const isNoted = hosted.own.waitingSince !== null;
  if (isWaiting === isNoted) return hosted;
  const waitingSince = isWaiting ? new Date(services.now()) : null;
  await tx.update(hostCars).set({ waitingSince }).where(eq(hostCars.id, id));
  if (isWaiting) await announce(tx, { kind: "alert", admins: "manage_cars" });
  return { ...hosted, own: { ...hosted.own, waitingSince } };
}

export async function reread(tx: Db, id: string): Promise<HostedCar> {
  const hosted = await findHostedCar(tx, id);
  if (!hosted) throw carNotFound();
  return hosted;
}

export const notInState = (message: string): Refusal => new Refusal("car_not_in_state", message);

/** Deletes a draft or a car that was never listed. Returns its pictures and its papers' ids. Throws a Refusal. */
export async function deleteHostCar(
  services: Services,
  which: { id: string; hostId: string; seen: string | undefined },
): Promise<{ images: string[]; contentIds: string[] }> {
  return services.database.transaction(async (tx) => {
    const hosted = await lockOwnCar(services, tx, which);
    if (!isDeletable(stateOf(hosted)))
      throw notInState("A car that was listed is kept for its orders. You can retire it.");
    if (hosted.car) await tx.delete(cars).where(eq(cars.id, which.id));
    await forgetHandover(tx, eq(auditEvents.entityId, which.id));
    await tx.delete(hostCars).where(eq(hostCars.id, which.id));
    await audit(tx, {
      actor: which.hostId,
      entity: "car",
      entityId: which.id,
      action: "deleted",
      before: { state: stateOf(hosted) },
    });
    return { images: imagesOf(hosted), contentIds: hosted.papers.map(({ contentId }) => contentId) };
  });
}

/** The typed fields of a request's body, without its other properties. */
export const typedFieldsOf = (body: Partial<HostCar>): TypedFields =>
  Object.fromEntries(
    hostFieldNames.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])),
  );
