import type { Services } from "#server/services.ts";
import type { MasterFound } from "#server/media/storage/storage-backends.ts";
import { findShownNames } from "#server/cars/image-queries.ts";
import { isOld } from "#server/media/storage/store.ts";

/** The number of masters that are looked for among the cars at once. */
const batch = 5000;

type SweepServices = Pick<Services, "database" | "imageStore" | "now" | "log">;

/**
 * Removes uploaded pictures that no car shows: never saved, or removed from their car. Pictures uploaded or
 * renewed within the last day stay. A save of a car first renews the pictures that are new to the car. So a
 * picture is either shown when the cars are read, or young when it would be removed, or the save is refused
 * because the picture is gone.
 */
export async function sweepImages(services: SweepServices): Promise<number> {
  const { imageStore, now } = services;
  let removed = 0;
  for (const home of imageStore.homes) {
    if (!home) continue;
    let old: MasterFound[] = [];
    for await (const found of home.list()) {
      if (isOld(found, now())) old.push(found);
      if (old.length < batch) continue;
      removed += await removeUnshown(services, old);
      old = [];
    }
    removed += await removeUnshown(services, old);
  }
  return removed;
}

async function removeUnshown(
  { database, imageStore, log }: SweepServices,
  old: readonly MasterFound[],
): Promise<number> {
  const shown = await findShownNames(
    database,
    old.map(({ name }) => name),
  );
  let removed = 0;
  for (const { name } of old) {
    if (!shown.has(name) && (await imageStore.removeOld(name))) removed++;
  }
  if (removed) log.info({ removed }, "pictures that no car shows were removed");
  return removed;
}
