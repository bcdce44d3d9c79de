import { and, count, desc, eq, getTableColumns, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { HostCar } from "#contract/host-cars.ts";
import { featuresOf, typedOfCar } from "#domain/cars/host/columns.ts";
import type { LiveContent } from "#domain/cars/host/live-content.ts";
import type { HostFieldError } from "#domain/cars/host/fields.ts";
import {
  type HostField,
  readHostFields,
  type SubmissionPart,
  type TypedFields,
  type WaitingField,
} from "#domain/cars/host/fields.ts";
import { afterCreated } from "#server/db/list-cursor.ts";
import type { PaperKind } from "#domain/cars/host/papers.ts";
import { lackingParts, waitingOf } from "#domain/cars/host/save.ts";
import { type CarState, isInFleet, type ListingState } from "#domain/cars/listing-states.ts";
import type { IsoDate } from "#domain/dates.ts";
import type { Db } from "#server/db/open-database.ts";
import { prepared } from "#server/db/prepared.ts";
import { cars } from "#server/db/schema/cars.ts";
import { carNotFound } from "#server/rentals/rental-errors.ts";
import { type carPapers, hostCars } from "#server/db/schema/host-cars.ts";

export type CarRow = Omit<typeof cars.$inferSelect, "searchText">;
export type PaperRow = typeof carPapers.$inferSelect;
/**
 * What a host types of a car, the car once there is one, its papers, those that are accepted first, and the trouble
 * with the calendars that it follows.
 */
export type HostedCar = {
  own: typeof hostCars.$inferSelect;
  car: CarRow | null;
  papers: PaperRow[];
  calendars: HostCar["calendars"];
};

const { searchText: _searchText, ...carColumns } = getTableColumns(cars);

export const stateOf = ({ car }: Pick<HostedCar, "car">): ListingState => car?.listingState ?? "draft";
export const imagesOf = ({ own, car }: Pick<HostedCar, "own" | "car">): string[] => car?.images ?? own.images;

/** The parts of a car that renters see and that its host can change without an approval. */
export function contentOf(car: CarRow): LiveContent {
  const { images, description, descriptionZh } = car;
  return { images, description, descriptionZh: descriptionZh ?? "", features: featuresOf(car) };
}

/** A paper in the form that JSON gives it. */
type PaperSent = Omit<PaperRow, "acceptedAt" | "createdAt"> & {
  acceptedAt: string | null;
  createdAt: string;
};

const papersColumn = sql`coalesce((
  select json_agg(json_build_object('id', id, 'carId', car_id, 'kind', kind, 'lastDay', last_day, 'contentId', content_id,
      'bytes', bytes, 'acceptedAt', accepted_at, 'remindedDays', reminded_days, 'createdAt', created_at)
    order by kind, accepted_at nulls last)
  from car_papers where car_id = ${hostCars.id}), '[]')`.mapWith((papers: PaperSent[]): PaperRow[] =>
  papers.map(({ acceptedAt, createdAt, ...paper }) => ({
    ...paper,
    acceptedAt: acceptedAt === null ? null : new Date(acceptedAt),
    createdAt: new Date(createdAt),
  })),
);

const calendarsColumn = sql<HostCar["calendars"]>`(
  select json_build_object('failing', count(error), 'clashing', count(*) filter (where clashes <> '[]'))
  from car_feeds where car_id = ${hostCars.id})`;

/** Reads all parts of a car in one query, which saves a query for each of a host's calls. */
const joined = (db: Db) =>
  db
    .select({ own: hostCars, car: carColumns, papers: papersColumn, calendars: calendarsColumn })
    .from(hostCars)
    .leftJoin(cars, eq(cars.id, hostCars.id));

const hostedCarById = prepared("find-hosted-car", (db) =>
  joined(db).where(eq(hostCars.id, sql.placeholder("id"))),
);

export async function findHostedCar(db: Db, id: string): Promise<HostedCar | undefined> {
  const [found] = await hostedCarById(db).execute({ id });
  return found;
}

/** Finds and locks a host's car until this transaction has ended: the host's row first, then the car's. */
export async function lockHostedCar(tx: Db, id: string): Promise<HostedCar | undefined> {
  const [own] = await tx.select({ id: hostCars.id }).from(hostCars).where(eq(hostCars.id, id)).for("update");
  if (!own) return undefined;
  await tx.select({ id: cars.id }).from(cars).where(eq(cars.id, id)).for("no key update");
  return findHostedCar(tx, id);
}

/** Locks a host's own car or draft. Throws a Refusal for one that isn't theirs, as if there were none. */
export async function lockOwnHostedCar(tx: Db, id: string, hostId: string): Promise<HostedCar> {
  const hosted = await lockHostedCar(tx, id);
  if (!hosted || hosted.own.hostId !== hostId) throw carNotFound();
  return hosted;
}

type Page = { state?: ListingState | undefined; limit: number; cursor?: string | undefined };

const ofState = (state: ListingState | undefined): SQL | undefined =>
  state === undefined ? undefined : state === "draft" ? isNull(cars.id) : eq(cars.listingState, state);

/** The page that every visit of a host begins with. */
const firstPageOfHost = prepared("find-cars-of-host", (db) =>
  joined(db)
    .where(eq(hostCars.hostId, sql.placeholder("hostId")))
    .orderBy(desc(hostCars.createdAt), desc(hostCars.id))
    .limit(sql.placeholder("limit")),
);

/** A host's own cars and drafts, newest first. */
export async function findCarsOfHost(
  db: Db,
  hostId: string,
  { state, limit, cursor }: Page,
): Promise<{ found: HostedCar[]; total: number }> {
  const where = and(eq(hostCars.hostId, hostId), ofState(state));
  const found =
    state === undefined && cursor === undefined
      ? await firstPageOfHost(db).execute({ hostId, limit })
      : await joined(db)
          .where(and(where, afterCreated(hostCars, { cursor })))
          .orderBy(desc(hostCars.createdAt), desc(hostCars.id))
          .limit(limit);
  return { found, total: await countAll(db, where, found, { limit, cursor }) };
}

/** How many cars there are in all; a first page that isn't full has all of them. */
async function countAll(
  db: Db,
  where: SQL | undefined,
  found: readonly unknown[],
  { limit, cursor }: Omit<Page, "state">,
): Promise<number> {
  if (cursor === undefined && found.length < limit) return found.length;
  const [counted] = await db
    .select({ total: count() })
    .from(hostCars)
    .leftJoin(cars, eq(cars.id, hostCars.id))
    .where(where);
  return counted?.total ?? 0;
}

/**
 * The cars that administrators look at: cars in a state, cars whose changes wait for a decision, or cars with live
 * changes that nobody has seen; the longest wait first.
 */
export async function findHostCars(
  db: Db,
  what: CarState | "waiting" | "unseen",
  { limit, cursor }: Omit<Page, "state">,
): Promise<{ found: HostedCar[]; total: number }> {
  const since =
    what === "waiting"
      ? hostCars.waitingSince
      : what === "unseen"
        ? hostCars.unseenSince
        : hostCars.submittedAt;
  const where = what === "waiting" || what === "unseen" ? isNotNull(since) : eq(cars.listingState, what);
  const after =
    cursor === undefined
      ? undefined
      : sql`(coalesce(${since}, ${hostCars.createdAt}), ${hostCars.id}) > (select coalesce(${sql.identifier(since.name)}, created_at), id from host_cars last where last.id = ${cursor})`;
  const found = await joined(db)
    .where(and(where, after))
    .orderBy(sql`coalesce(${since}, ${hostCars.createdAt})`, hostCars.id)
    .limit(limit);
  return { found, total: await countAll(db, where, found, { limit, cursor }) };
}

/** A car's state by the rules: what is typed, what of it is wrong, what is missing, and what waits. */
export type ListingStanding = {
  state: ListingState;
  /** The car's own columns as typed fields; undefined for a draft. */
  standing: Required<TypedFields> | undefined;
  /** All fields as the host sees them. */
  fields: TypedFields;
  errors: Partial<Record<HostField, HostFieldError>>;
  lacks: SubmissionPart[];
  waiting: WaitingField[];
  waitingPapers: PaperKind[];
};

export function standingOf(hosted: HostedCar, today: IsoDate): ListingStanding {
  const { own, car, papers } = hosted;
  const state = stateOf(hosted);
  const standing = car ? typedOfCar(car) : undefined;
  const fields = { ...standing, ...own.typed };
  const read = readHostFields(fields, today);
  const isLetIn = car !== null && isInFleet(car.listingState);
  // A paper that isn't accepted yet counts for a submission, but not for a car that is already in the fleet.
  const newest = (kind: PaperKind) =>
    papers.findLast((paper) => paper.kind === kind && (!isLetIn || paper.acceptedAt !== null))?.lastDay;
  const days = { registration: newest("registration"), insurance: newest("insurance") };
  return {
    state,
    standing,
    fields,
    errors: read.errors,
    lacks: lackingParts(read, imagesOf(hosted).length, days, today),
    waiting: waitingOf(state, standing, own.typed, today),
    waitingPapers: isLetIn
      ? papers.filter(({ acceptedAt }) => acceptedAt === null).map(({ kind }) => kind)
      : [],
  };
}

/** What we keep of a host's cars and drafts, newest first: fields, addresses of pictures, last days of papers. */
export async function findHostedCarsToExport(db: Db, hostId: string, today: IsoDate) {
  const rows = await joined(db).where(eq(hostCars.hostId, hostId)).orderBy(desc(hostCars.createdAt));
  return rows.map((hosted) => ({
    id: hosted.own.id,
    state: stateOf(hosted),
    ...standingOf(hosted, today).fields,
    images: imagesOf(hosted),
    papers: hosted.papers.map(({ kind, lastDay, createdAt }) => ({ kind, lastDay, createdAt })),
    reason: hosted.own.reason,
    createdAt: hosted.own.createdAt,
    submittedAt: hosted.own.submittedAt,
  }));
}
