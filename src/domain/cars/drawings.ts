import type { BodyStyle } from "./body-styles.ts";
import { paintFor } from "./paints.ts";

/** What the drawings of one car show, in the order of its gallery. */
export const views = ["hero", "side", "rear", "cabin", "bench"] as const;
export type View = (typeof views)[number];

export type Drawing = { readonly view: View; readonly name: string };

/** Which drawings stand for a car; inside, every car of one body looks the same whatever its paint. */
export function drawingsFor(car: { bodyStyle: BodyStyle; colour: string }): Drawing[] {
  const paint = paintFor(car.colour).slug;
  return views.map((view) => ({ view, name: drawingName(car.bodyStyle, paint, view) }));
}

export function drawingName(bodyStyle: BodyStyle, paint: string, view: View): string {
  return view === "cabin" || view === "bench" ? `${bodyStyle}-${view}` : `${bodyStyle}-${paint}-${view}`;
}
