import type { BodyStyle } from "#domain/cars/body-styles.ts";
import { m } from "#web/paraglide/messages.js";

// Kept apart from the other words about cars: only the back office names body styles.
const words: Record<BodyStyle, () => string> = {
  hatch: m.cars_body_hatch,
  compact: m.cars_body_compact,
  sedan: m.cars_body_sedan,
  coupe: m.cars_body_coupe,
  wagon: m.cars_body_wagon,
  electric: m.cars_body_electric,
  luxury: m.cars_body_luxury,
  suv: m.cars_body_suv,
  "suv-small": m.cars_body_suv_small,
  "suv-large": m.cars_body_suv_large,
  "luxury-suv": m.cars_body_luxury_suv,
  pickup: m.cars_body_pickup,
  "pickup-mid": m.cars_body_pickup_mid,
  "pickup-electric": m.cars_body_pickup_electric,
  minivan: m.cars_body_minivan,
  "electric-hatch": m.cars_body_electric_hatch,
  "electric-crossover": m.cars_body_electric_crossover,
  "electric-large": m.cars_body_electric_large,
  "electric-suv": m.cars_body_electric_suv,
};

export const bodyStyleWord = (style: BodyStyle): string => words[style]();
