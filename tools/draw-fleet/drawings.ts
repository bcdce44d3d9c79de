// Which pictures there are, and how each is drawn.
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { bodyStyleFor, bodyStyles } from "#domain/cars/body-styles.ts";
import { drawingsFor, lookOf, type CarLook, type View } from "#domain/cars/drawings.ts";
import { paintFor } from "#domain/cars/paints.ts";
import { drawCar } from "./car/car.ts";
import { drawBench } from "./interior/bench.ts";
import { drawCabin } from "./interior/cabin.ts";
import { styleOf } from "./styles/bodies.ts";

export type Order = { name: string; look: CarLook; view: View };
export type DrawnCar = { brand: string; model: string; category: string; colour: string };

export function readFleet(file: string): DrawnCar[] {
  const rows: Record<string, string>[] = parse(readFileSync(file), { columns: true, bom: true });
  return rows.map(({ brand = "", model = "", category = "", colour = "" }) => ({
    brand,
    model,
    category,
    colour,
  }));
}

/**
 * Every look of a car of the fleet, and every body with its own face in silver, so that any other car has a
 * picture, too; the inside once for each body.
 */
export function ordersFor(fleet: readonly DrawnCar[]): Order[] {
  const looks = [
    ...fleet.map((car) => lookOf({ ...car, bodyStyle: bodyStyleFor(car) })),
    ...bodyStyles.map((bodyStyle): CarLook => ({ bodyStyle, maker: undefined, paint: "silver" })),
  ];
  const orders = looks.flatMap((look) =>
    drawingsFor(look).map(({ view, name }): Order => ({ name, look, view })),
  );
  return [...new Map(orders.map((order) => [order.name, order])).values()].toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  );
}

/** The drawing as an SVG of 1200 by 800. */
export function draw({ look, view }: Pick<Order, "look" | "view">): string {
  if (view === "cabin") return drawCabin(look.bodyStyle, paintFor("Silver"));
  if (view === "bench") return drawBench(look.bodyStyle);
  return drawCar(styleOf(look.bodyStyle, look.maker), view, paintFor(look.paint));
}
