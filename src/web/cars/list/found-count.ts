import { mostCountedCars } from "#domain/cars/cars.ts";
import { showNumber } from "#web/ui/format/show-number.ts";

/** The number of cars: "144", or "1,000+" at the limit of counting. */
export const foundCount = (total: number): string =>
  `${showNumber(total)}${total === mostCountedCars ? "+" : ""}`;
