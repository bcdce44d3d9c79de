import { and, count, desc, eq, inArray, or, sql, type SQL } from "drizzle-orm";
import type { AdminHostCar, CarHost, Host } from "#contract/admin/host-cars.ts";
import { addedImages, wordParts } from "#domain/cars/host/live-content.ts";
import { columnsOfFields } from "#domain/cars/host/save.ts";
import { listingStates } from "#domain/cars/listing-states.ts";
import type { IsoDate } from "#domain/dates.ts";
import { wireMoney } from "#domain/money.ts";
import { type AccountRow, findNewestApplication } from "#server/auth/accounts.ts";
import { hasHosted } from "#server/auth/reads-own-money.ts";
import { findClaimant } from "#server/cars/host/claims.ts";
import { presentHostCar } from "#server/cars/host/present.ts";
import { type HostedCar, standingOf } from "#server/cars/host/queries.ts";
import type { Db } from "#server/db/open-database.ts";
import { owes } from "#server/payouts/adjustments/queries.ts";
import { balancesOf, type HostBalance, isHeldHost } from "#server/payouts/queries.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import { cars } from "#server/db/schema/cars.ts";
import { hostCars } from "#server/db/schema/host-cars.ts";
import { searchPatterns, searchWords } from "#server/db/search-text.ts";
import { endingsBy } from "#server/rentals/endings-by-host.ts";
import { type Services, today } from "#server/services.ts";

export const presentCarHost = ({ id, fullName, email, username, hostingSince }: AccountRow): CarHost => ({
  id,
  fullName,
  email,
  username,
  hostingSince: hostingSince?.toISOString() ?? null,
});

/** Cars with their hosts, for administrators who decide about them. */
export async function presentForAdmins(
  services: Services,
  found: readonly HostedCar[],
): Promise<AdminHostCar[]> {
  const { db } = services.database;
  const ids = [...new Set(found.map(({ own }) => own.hostId))];
  const hosts = ids.length ? await db.select().from(accounts).where(inArray(accounts.id, ids)) : [];
  const shown: AdminHostCar[] = [];
  for (const hosted of found) {
    const host = hosts.find(({ id }) => id === hosted.own.hostId);
    if (!host) continue;
    shown.push({
      car: presentHostCar(services, hosted, today(services)),
      host: presentCarHost(host),
      application: await applicationOf(db, host.id),
      claimedBy: await claimantOf(db, hosted, today(services)),
      endings: await endingsBy(db, host.id, services.now()),
      unseen: unseenOf(hosted),
    });
  }
  return shown;
}

function unseenOf({ own: { unseen, unseenSince }, car }: HostedCar): AdminHostCar["unseen"] {
  if (unseenSince === null || car === null) return null;
  return {
    since: unseenSince.toISOString(),
    added: unseen.images ? addedImages(unseen.images, car.images) : [],
    words: wordParts.flatMap((part) => {
      const from = unseen[part];
      return from === undefined ? [] : [{ part, from: typeof from === "string" ? from : from.join(", ") }];
    }),
  };
}

export async function applicationOf(db: Db, accountId: string): Promise<AdminHostCar["application"]> {
  const newest = await findNewestApplication(db, accountId);
  return newest
    ? {
        id: newest.id,
        status: newest.status,
        createdAt: newest.createdAt.toISOString(),
        decidedAt: newest.decidedAt?.toISOString() ?? null,
      }
    : null;
}

/** The other car with the plate or VIN that a car has, or would have once its waiting changes are accepted. */
async function claimantOf(db: Db, hosted: HostedCar, date: IsoDate): Promise<AdminHostCar["claimedBy"]> {
  const { car } = hosted;
  if (!car) return null;
  const { fields, standing, waiting } = standingOf(hosted, date);
  const columns = columnsOfFields({ fields, standing }, waiting, date);
  const { vin = car.vin, plateNumber = car.plateNumber } = columns;
  const other = await findClaimant(db, car.id, { vin, plateNumber });
  return other ? { id: other.id, name: other.name } : null;
}

type Page = {
  search?: string | undefined;
  state?: "held" | "owing" | undefined;
  limit: number;
  cursor?: string | undefined;
};

/** SQL for accounts that host, or have cars or earnings from the time when they hosted. */
const hostsBy = ({ search, state }: Pick<Page, "search" | "state">): SQL | undefined =>
  and(
    state && sql.raw(state === "held" ? isHeldHost : owes("accounts.id")),
    sql.raw(hasHosted("accounts.id")),
    ...(search ? searchWords(search) : []).map((word) =>
      or(...searchPatterns(word).map((pattern) => sql`${accounts.searchText} like ${pattern}`)),
    ),
  );

export async function findHosts(db: Db, page: Page): Promise<{ found: AccountRow[]; total: number }> {
  const { limit, cursor } = page;
  const since = sql`coalesce(${accounts.hostingSince}, ${accounts.createdAt})`;
  const after =
    cursor === undefined
      ? undefined
      : sql`(${since}, ${accounts.id}) < (select coalesce(hosting_since, created_at), id from accounts last where last.id = ${cursor})`;
  const found = await db
    .select()
    .from(accounts)
    .where(and(hostsBy(page), after))
    .orderBy(desc(since), desc(accounts.id))
    .limit(limit);
  const [counted] = await db.select({ total: count() }).from(accounts).where(hostsBy(page));
  return { found, total: counted?.total ?? 0 };
}

/** Hosts with the number of their cars in each state and, if the reader may see it, their money. */
export async function presentHosts(
  services: Services,
  found: readonly AccountRow[],
  seesMoney: boolean,
): Promise<Host[]> {
  const { db } = services.database;
  const ids = found.map(({ id }) => id);
  const counts = ids.length
    ? await db
        .select({
          hostId: hostCars.hostId,
          state: sql<string>`coalesce(${cars.listingState}, 'draft')`,
          count: sql<number>`count(*)::int`,
        })
        .from(hostCars)
        .leftJoin(cars, eq(cars.id, hostCars.id))
        .where(inArray(hostCars.hostId, ids))
        .groupBy(hostCars.hostId, sql`coalesce(${cars.listingState}, 'draft')`)
    : [];
  const countOf = (id: string, state: string) =>
    counts.find((one) => one.hostId === id && one.state === state)?.count ?? 0;
  const money = seesMoney ? await balancesOf(services, ids) : undefined;
  return found.map((host) => ({
    ...presentCarHost(host),
    money: money ? presentMoneyOf(money(host.id)) : null,
    phone: host.phone,
    suspendedAt: host.suspendedAt?.toISOString() ?? null,
    cars: Object.fromEntries(listingStates.map((state) => [state, countOf(host.id, state)])) as Host["cars"],
  }));
}

const presentMoneyOf = ({ open, next }: HostBalance): NonNullable<Host["money"]> => ({
  balance: wireMoney(open),
  nextPayout: { ...next, amount: wireMoney(next.amount) },
  isHeld: next.waitsFor === "held",
});
