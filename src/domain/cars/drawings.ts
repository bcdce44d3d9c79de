import type { BodyStyle } from "./body-styles.ts";
import { makerFor, type Maker } from "./makers.ts";
import { paintFor } from "./paints.ts";

/** What the drawings of one car show, in the order of its gallery. */
export const views = ["hero", "side", "rear", "cabin", "bench"] as const;
export type View = (typeof views)[number];

export type Drawing = { readonly view: View; readonly name: string };

/** The choices that make a drawing. The maker decides the face; without a maker the body has a face of its own. */
export type CarLook = {
  readonly bodyStyle: BodyStyle;
  readonly maker: Maker | undefined;
  /** A paint's slug. */
  readonly paint: string;
};

/** The look of a car, for any maker and any colour. */
export function lookOf(car: { brand: string; bodyStyle: BodyStyle; colour: string }): CarLook {
  return { bodyStyle: car.bodyStyle, maker: makerFor(car), paint: paintFor(car.colour).slug };
}

/** The drawings that show a car with this look. */
export function drawingsFor(look: CarLook): Drawing[] {
  return views.map((view) => ({ view, name: drawingName(look, view) }));
}

/**
 * The maker shows from the front and the side; inside, every car of one body looks the same whatever its paint.
 */
export function drawingName({ bodyStyle, maker, paint }: CarLook, view: View): string {
  if (view === "cabin" || view === "bench") return `${bodyStyle}-${view}`;
  return [bodyStyle, ...(view !== "rear" && maker ? [maker] : []), paint, view].join("-");
}
