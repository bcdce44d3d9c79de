// Which pictures there are, and how each is drawn.
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { bodyStyleFor, bodyStyles, type BodyStyle } from "#domain/cars/body-styles.ts";
import { drawingName, views, type View } from "#domain/cars/drawings.ts";
import { paintFor, type Paint } from "#domain/cars/paints.ts";
import { drawCar } from "./car/car.ts";
import { drawBench } from "./interior/bench.ts";
import { drawCabin } from "./interior/cabin.ts";
import { styleOf } from "./styles/bodies.ts";

export type Order = { name: string; body: BodyStyle; view: View; paint: Paint };
export type FleetCar = { brand: string; model: string; category: string; colour: string };

const SILVER = paintFor("Silver");

export function readFleet(file: string): FleetCar[] {
  const rows: Record<string, string>[] = parse(readFileSync(file), { columns: true, bom: true });
  return rows.map(({ brand = "", model = "", category = "", colour = "" }) => ({
    brand,
    model,
    category,
    colour,
  }));
}

/**
 * Every body in each paint that some car of the fleet has, and in silver, so that any other car has a picture
 * too; the inside once for each body.
 */
export function ordersFor(fleet: readonly FleetCar[]): Order[] {
  const wanted = [
    ...fleet.map((car) => ({ body: bodyStyleFor(car), paint: paintFor(car.colour) })),
    ...bodyStyles.map((body) => ({ body, paint: SILVER })),
  ];
  const orders = wanted.flatMap(({ body, paint }) =>
    views.map((view): Order => {
      const isInside = view === "cabin" || view === "bench";
      return {
        name: drawingName(body, paint.slug, view),
        body,
        view,
        paint: isInside ? SILVER : paint,
      };
    }),
  );
  return [...new Map(orders.map((order) => [order.name, order])).values()].toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  );
}

/** SVG, 1200 by 800. */
export function draw({ body, view, paint }: Pick<Order, "body" | "view" | "paint">): string {
  if (view === "cabin") return drawCabin(body, paint);
  if (view === "bench") return drawBench(body);
  return drawCar(styleOf(body), view, paint);
}
