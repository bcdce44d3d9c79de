import { m } from "#web/paraglide/messages.js";
import { CarPicture } from "#web/ui/car-image.tsx";
import type { PlanCars } from "./plan-cars.ts";

/** A car of the plan; nothing where there is none to show. */
export function PlanShot({ cars: { shown } }: { cars: PlanCars }) {
  if (!shown) return null;
  const alt = shown.picture.illustration ? m.plans_picture_drawn({ car: shown.name }) : shown.name;
  return <CarPicture picture={shown.picture} alt={alt} sizes="8rem" />;
}
