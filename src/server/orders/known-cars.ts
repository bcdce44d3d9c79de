import { LRUCache } from "lru-cache";
import type { Services } from "#server/services.ts";
import { findOrderableCar, type OrderableCar } from "./queries.ts";

/** Cars as this process last read them, forgotten with every change of the catalogue. Good for a first try: the write checks what it relied on. */
export type KnownCars = (id: string) => Promise<OrderableCar | undefined>;

const most = 5000;

export function rememberCars({ database, catalogue }: Pick<Services, "database" | "catalogue">): KnownCars {
  const known = new LRUCache<string, OrderableCar>({ max: most });
  catalogue.onChange(() => known.clear());
  return async (id) => {
    const version = catalogue.version();
    const remembered = known.get(id);
    if (remembered) return remembered;
    const car = await findOrderableCar(database, id);
    if (car && version !== undefined && version === catalogue.version()) known.set(id, car);
    return car;
  };
}
