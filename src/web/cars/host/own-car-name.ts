import type { HostCar } from "#contract/host-cars.ts";
import { carNameIn } from "#domain/cars/brand-names.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";

type CarNameParts = Pick<HostCar, "brand" | "model" | "trim" | "year">;

/** The name of a car on its host's pages, even while few of its fields are filled in. */
export function ownCarName({ brand, model, trim, year }: CarNameParts): string {
  const name = [brand, model, trim]
    .map((word) => word.trim())
    .filter(Boolean)
    .join(" ");
  if (!name) return m.host_car_unnamed();
  return [carNameIn(name, currentLanguage()), year.trim()].filter(Boolean).join(" ");
}
