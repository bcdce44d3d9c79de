import { m } from "#web/paraglide/messages.js";
import { CarPicture } from "#web/ui/car-picture.tsx";
import type { PlanCars } from "./plan-cars.ts";

/** A car of the plan; an empty well where there is none to show. */
export function PlanShot({ cars }: { cars: PlanCars }) {
  const { picture, pictured } = cars;
  if (!picture || !pictured) return null;
  const alt = picture.illustration ? m.plans_picture_drawn({ car: pictured }) : pictured;
  return <CarPicture picture={picture} alt={alt} sizes="8rem" />;
}
