import { m } from "#web/paraglide/messages.js";
import { CarImage } from "#web/ui/car-image.tsx";
import type { PlanCars } from "./plan-cars.ts";

/** A picture of a car of the plan; nothing if there is none. */
export function PlanShot({ cars: { shown } }: { cars: PlanCars }) {
  if (!shown) return null;
  const alt = shown.image.illustration ? m.plans_image_drawn({ car: shown.name }) : shown.name;
  return <CarImage image={shown.image} alt={alt} sizes="8rem" />;
}
