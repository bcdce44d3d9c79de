import { carNotFound } from "#server/rentals/rental-errors.ts";
import type { CarSent } from "#contract/admin/cars.ts";
import { invalidField, Refusal } from "#contract/errors.ts";
import { bodyStyleFor } from "#domain/cars/body-styles.ts";
import { usualFacts } from "#domain/cars/fields.ts";
import { newestYear } from "#domain/cars/cars.ts";
import { ownImage } from "#domain/cars/image-addresses.ts";
import type { CarImageStore } from "#server/media/images/open-images.ts";
import { findShownNames } from "./image-queries.ts";
import { type Services, today } from "#server/services.ts";
import {
  type AdminCarRow,
  type AdminCarValues,
  findAdminCar,
  findSameCar,
  lockAdminCar,
} from "./admin-filters.ts";
import { pauseWithoutPhotos } from "./host/pause-cars.ts";
import { tellOfCars, type TellHost } from "./host/tell-host.ts";
import { auditCar, insertCar, refuseOffering, refuseOwnHosting, updateCar } from "./write-car.ts";
import { carVersionOf, presentAdminCar } from "./present-admin.ts";

type CarServices = Pick<Services, "database" | "imageStore" | "carFacts" | "now" | "log">;

/** Adds a car, and says who did. */
export async function addCar(services: CarServices, sent: CarSent, actor: string): Promise<AdminCarRow> {
  const values = valuesOf(services, sent, undefined);
  refuseStrangers(values.images, await renewImages(services.imageStore, values.images));
  const added = await services.database.transaction(async (tx) => {
    refuseTwin(values, await findSameCar(tx, values));
    const car = await insertCar(tx, values);
    await auditCar(tx, { actor, id: car.id, action: "added", after: values });
    return car;
  });
  await services.carFacts.changed();
  return added;
}

/**
 * Saves a whole car. A host's listed car that keeps too few photos is paused. `seen` is the version that the caller saw; without it, the history says that the car was
 * saved blindly.
 */
export async function editCar(
  services: CarServices & TellHost,
  id: string,
  sent: CarSent,
  actor: string,
  seen: string | undefined,
): Promise<AdminCarRow> {
  const { database, imageStore } = services;
  // Pictures are renewed before the car is locked, because the storage of pictures may be slow.
  const own = (await findAdminCar(database.db, id))?.images ?? [];
  const renewed = await renewImages(
    imageStore,
    (sent.images ?? []).filter((image) => !own.includes(image)),
  );
  const kept = await database.transaction(async (tx) => {
    const car = await lockAdminCar(tx, id);
    if (!car) throw carNotFound();
    await refuseOwnHosting(tx, actor, car);
    if (seen !== undefined && seen !== carVersionOf(car)) {
      throw new Refusal("stale", "Someone else has changed this car since you opened it.", {
        car: presentAdminCar(imageStore, car),
      });
    }
    const values = valuesOf(services, sent, car);
    if (!car.available) refuseOffering(car, values.available);
    refuseStrangers(values.images, new Set([...renewed, ...car.images]));
    refuseTwin(values, await findSameCar(tx, values, id));
    const { before, after } = differences(car, values);
    if (!Object.keys(after).length) return { car, dropped: [] };
    const saved = await updateCar(tx, id, values);
    await auditCar(tx, {
      actor,
      id,
      action: "updated",
      before,
      after,
      ...(seen === undefined && { reason: "saved without If-Match" }),
    });
    const dropped = car.images.filter((image) => !saved.images.includes(image));
    const paused = dropped.length ? await pauseWithoutPhotos(tx, [id], { by: actor }) : [];
    await tellOfCars(services, tx, "photos_removed", paused);
    const shown = paused.length ? ((await findAdminCar(tx, id)) ?? saved) : saved;
    return { car: shown, dropped };
  });
  await services.carFacts.changed();
  await dropImages(services, kept.dropped);
  return kept.car;
}

/**
 * Removes uploaded pictures that no car shows anymore, but none that is younger than a day. The sweep removes
 * later what can't be removed now.
 */
export async function dropImages(
  { database, imageStore, log }: CarServices,
  addresses: readonly string[],
): Promise<void> {
  try {
    const names = addresses.flatMap((address) => ownImage(address)?.name ?? []);
    const shown = await findShownNames(database, names);
    for (const name of names) if (!shown.has(name)) await imageStore.removeOld(name);
  } catch (error) {
    log.warn({ err: error }, "pictures that no car shows could not be removed");
  }
}

function valuesOf(services: CarServices, sent: CarSent, before: AdminCarRow | undefined): AdminCarValues {
  const {
    image,
    images: sentImages = [],
    pictureTexts = {},
    bodyStyle,
    descriptionZh,
    plateNumber,
    ...rest
  } = sent;
  const newest = newestYear(today(services));
  if (rest.year > newest) throw invalidField("year", `must be at most ${newest}`);
  if (before && rest.minRentDays !== undefined && rest.minRentDays > before.maxRentDays)
    throw invalidField(
      "minRentDays",
      `must be at most ${before.maxRentDays}, the car's longest rental`,
      "above_longest",
    );
  const images = mainFirst([...new Set(sentImages)], image);
  return {
    colour: "",
    minRentDays: 30,
    ...usualFacts(),
    available: before?.available ?? true,
    zipCode: "",
    description: "",
    features: [],
    ...rest,
    bodyStyle: bodyStyle ?? before?.bodyStyle ?? bodyStyleFor(rest),
    plateNumber: plateNumber ? plateNumber.toUpperCase() : null,
    descriptionZh: descriptionZh || null,
    images,
    pictureTexts: Object.fromEntries(
      images.flatMap((address) => (pictureTexts[address] ? [[address, pictureTexts[address]]] : [])),
    ),
  };
}

const mainFirst = (images: string[], main: string | undefined): string[] =>
  main !== undefined && images.includes(main) ? [main, ...images.filter((image) => image !== main)] : images;

/**
 * Returns those of the pictures that were uploaded here. Their age starts again at zero, so that no sweep removes
 * them before the car is saved.
 */
async function renewImages(imageStore: CarImageStore, images: readonly string[]): Promise<Set<string>> {
  const found = await Promise.all(
    [...new Set(images)].map(async (image) => {
      const own = ownImage(image);
      return own && (await imageStore.renew(own.name)) === own.hash ? [image] : [];
    }),
  );
  return new Set(found.flat());
}

/**
 * Throws a Refusal for a picture that was neither uploaded here nor on the car before: we fetch and show nothing
 * from other addresses in a form.
 */
function refuseStrangers(images: readonly string[], known: ReadonlySet<string>): void {
  if (images.some((image) => !known.has(image)))
    throw invalidField("images", "must be pictures that were uploaded here");
}

function refuseTwin({ plateNumber }: AdminCarValues, twin: { isRetired: boolean } | undefined): void {
  if (!twin) return;
  const field = plateNumber ? "plateNumber" : "name";
  const message = plateNumber
    ? "belongs to another car"
    : "belongs to another car with the same brand, model, year and city, and neither has a plate";
  const details = { fields: { [field]: { code: "taken", message } } };
  throw new Refusal(
    "car_exists",
    twin.isRetired ? `${field} ${message}, which is retired.` : `${field} ${message}.`,
    details,
  );
}

/** The fields that a save changes, before and after. */
function differences(
  car: AdminCarRow,
  values: AdminCarValues,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const changed = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(car[name as keyof AdminCarValues]) !== JSON.stringify(value),
  );
  return {
    before: Object.fromEntries(changed.map(([name]) => [name, car[name as keyof AdminCarValues]])),
    after: Object.fromEntries(changed),
  };
}
