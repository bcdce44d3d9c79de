import { mostCountedCars } from "#domain/cars/cars.ts";
import { showNumber } from "#web/ui/format/show-number.ts";

/** "144", and "1,000+" where cars are counted no further. */
export const foundCount = (total: number): string =>
  `${showNumber(total)}${total === mostCountedCars ? "+" : ""}`;
