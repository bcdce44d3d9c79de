import type { Car } from "#contract/catalogue.ts";
import type { ShownPicture } from "#web/ui/car-picture.tsx";

/** What a card says of a car: only this travels with a list. */
export type ShownCar = Pick<Car, "id" | "name" | "brand" | "model" | "year" | "category" | "colour" | "city" | "monthlyPrice" | "minRentDays" | "features"> & {
  pictures: ShownPicture[];
};

const featuresShown = 3;

export function shownCar({ id, name, brand, model, year, category, colour, city, monthlyPrice, minRentDays, features, pictures }: Car): ShownCar {
  return {
    id,
    name,
    brand,
    model,
    year,
    category,
    colour,
    city,
    monthlyPrice,
    minRentDays,
    features: features.slice(0, featuresShown),
    // Only the first picture is in view when the list appears: the others need no blur to stand in for them.
    pictures: pictures.map(({ placeholder, ...picture }, place) => (place === 0 && placeholder ? { ...picture, placeholder } : picture)),
  };
}
