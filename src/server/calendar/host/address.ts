import { and, eq, sql } from "drizzle-orm";
import { isHosting } from "#domain/people/relations.ts";
import type { Db } from "#server/db/open-database.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import { hostCars } from "#server/db/schema/host-cars.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import { keyedHash } from "#server/http/client-key.ts";
import { isSameText } from "#server/http/constant-time.ts";
import type { Services } from "#server/services.ts";

type AddressServices = Pick<Services, "config" | "secret">;
type CarKey = { id: string; hostId: string; calendarVersion: number };
type HostKey = { id: string; calendarVersion: number };

/** The key names the host too, so a car's former host can no longer read its calendar. */
const keyOfCar = (services: AddressServices, { id, hostId, calendarVersion }: CarKey): string =>
  keyedHash(services, `calendar of car ${id} of ${hostId}: ${calendarVersion}`);
const keyOfHost = (services: AddressServices, { id, calendarVersion }: HostKey): string =>
  `${id}.${keyedHash(services, `calendar of host ${id}: ${calendarVersion}`)}`;

const addressOf = ({ config }: AddressServices, path: string, key: string): string => {
  const url = new URL(path, config.publicUrl.origin);
  url.searchParams.set("key", key);
  return url.href;
};

/** The address where other services read the taken days of a car. */
export const carCalendarAddress = (services: AddressServices, car: CarKey): string =>
  addressOf(services, `/api/cars/${car.id}/calendar.ics`, keyOfCar(services, car));

/** The address where other services read the taken days of all of a host's cars. */
export const hostCalendarAddress = (services: AddressServices, host: HostKey): string =>
  addressOf(services, "/api/host/calendar.ics", keyOfHost(services, host));

/** Makes the address of a host's car's calendar invalid, and returns the new one; undefined for another's car. */
export async function replaceCarAddress(
  services: AddressServices,
  db: Db,
  { id, hostId }: Pick<CarKey, "id" | "hostId">,
): Promise<string | undefined> {
  const [car] = await db
    .update(hostCars)
    .set({ calendarVersion: sql`${hostCars.calendarVersion} + 1` })
    .where(and(eq(hostCars.id, id), eq(hostCars.hostId, hostId)))
    .returning();
  return car && carCalendarAddress(services, car);
}

/** Makes the address of the calendar of all of a host's cars invalid, and returns the new one. */
export async function replaceHostAddress(
  services: AddressServices,
  db: Db,
  hostId: string,
): Promise<string | undefined> {
  const [host] = await db
    .update(accounts)
    .set({ calendarVersion: sql`${accounts.calendarVersion} + 1` })
    .where(eq(accounts.id, hostId))
    .returning();
  return host && hostCalendarAddress(services, host);
}

/** The car whose calendar a key opens; undefined for an invalid key, and while the car's host doesn't host. */
export async function carOfKey(
  services: AddressServices,
  db: Db,
  carId: string,
  key: string,
): Promise<CarKey | undefined> {
  if (!isUuid(carId)) return undefined;
  const [found] = await db
    .select({ car: hostCars, host: accounts })
    .from(hostCars)
    .innerJoin(accounts, eq(accounts.id, hostCars.hostId))
    .where(eq(hostCars.id, carId));
  return found && isHosting(found.host) && isSameText(keyOfCar(services, found.car), key)
    ? found.car
    : undefined;
}

/** The host whose calendar a key opens; undefined for an invalid key, and while the host doesn't host. */
export async function hostOfKey(
  services: AddressServices,
  db: Db,
  key: string,
): Promise<HostKey | undefined> {
  const [id = ""] = key.split(".");
  if (!isUuid(id)) return undefined;
  const [host] = await db.select().from(accounts).where(eq(accounts.id, id));
  return host && isHosting(host) && isSameText(keyOfHost(services, host), key) ? host : undefined;
}
