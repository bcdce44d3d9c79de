import { m } from "#web/paraglide/messages.js";
import type { ShownImage } from "#web/ui/car-image.tsx";
import type { ShownCar } from "./shown-car.ts";
import { colourWord, viewWord } from "./vocabulary.ts";

/** A description of a picture: "Forest green Ford Escape Titanium, side view (illustration)". */
export function imageWords(
  car: Pick<ShownCar, "name" | "colour">,
  { view, illustration, text }: ShownImage & { text?: string },
): string {
  if (text) return text;
  const colour = colourWord(car.colour).text;
  const words = m.cars_image_alt({ colour, name: car.name, view: viewWord(view) });
  return illustration ? m.cars_image_drawn({ words }) : words;
}
