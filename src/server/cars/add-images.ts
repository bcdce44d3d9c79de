import { mostImages } from "#domain/cars/car-rules.ts";
import type { Database } from "#server/db/open-database.ts";
import { lockAdminCar } from "./admin-filters.ts";
import { auditCar, updateCar } from "./write-car.ts";

/**
 * What became of pictures for a car: `added` now, `known` because the car had them before, and `left` out because
 * the car has no room.
 */
export type ImagesAdded = { added: string[]; known: string[]; left: string[] };

/**
 * Adds pictures at the end of a car's own, each once, and says who did; undefined where the car is no longer
 * in the fleet.
 */
export const addImages = (
  { transaction }: Pick<Database, "transaction">,
  { id, images, ...event }: { id: string; images: readonly string[]; actor: string; reason: string },
): Promise<ImagesAdded | undefined> =>
  transaction(async (tx) => {
    const car = await lockAdminCar(tx, id);
    if (!car) return undefined;
    const given = [...new Set(images)];
    const known = given.filter((image) => car.images.includes(image));
    const fresh = given.filter((image) => !car.images.includes(image));
    const added = fresh.slice(0, Math.max(0, mostImages - car.images.length));
    if (added.length) {
      const after = [...car.images, ...added];
      await updateCar(tx, id, { images: after });
      await auditCar(tx, {
        ...event,
        id,
        action: "updated",
        before: { images: car.images },
        after: { images: after },
      });
    }
    return { added, known, left: fresh.slice(added.length) };
  });
