import { afterAll, describe, expect, it } from "vitest";
import type { Car } from "#contract/cars.ts";
import { bodyStyles } from "#domain/cars/body-styles.ts";
import { demoFleet } from "#server/demo/demonstration.ts";
import { importCars } from "#server/imports/import-cars.ts";
import { startTestApp } from "#test/app.ts";
import { makeCar } from "#test/factories.ts";

const test = await startTestApp();
afterAll(test.close);
await importCars(test.services, demoFleet, { actor: "test", fileName: "fleet.csv" });

const list = async (query = ""): Promise<Car[]> =>
  (await test.app.inject(`/api/cars?sort=recommended${query}`)).json();
const next = (url: string) => test.app.inject(url);
const mostOf = (cars: Car[], wordOf: (car: Car) => string): number =>
  Math.max(...cars.map((car) => cars.filter((other) => wordOf(other) === wordOf(car)).length));

describe("the recommended order", () => {
  it("the recommended order begins with every body style and mixes brands and cities", async () => {
    const first = await list();
    expect(first).toHaveLength(24);
    expect(new Set(first.slice(0, bodyStyles.length).map((car) => car.bodyStyle)).size).toBe(
      bodyStyles.length,
    );
    expect(mostOf(first, (car) => car.bodyStyle)).toBeLessThanOrEqual(3);
    expect(mostOf(first, (car) => `${car.brand} ${car.model}`)).toBeLessThanOrEqual(3);
    expect(mostOf(first, (car) => car.city)).toBeLessThanOrEqual(12);
    expect(new Set(first.map((car) => car.city)).size).toBeGreaterThanOrEqual(5);
  });

  it("the recommended order has every car once, though cars are added and saved between its pages", async () => {
    const { rows } = test.services.database;
    const before = await rows<{ id: string }>("select id from cars where available and retired_at is null");
    const seen: string[] = [];
    let url: string | undefined = "/api/cars?sort=recommended&limit=20";
    while (url) {
      const answer: Awaited<ReturnType<typeof next>> = await next(url);
      seen.push(...answer.json<Car[]>().map((car) => car.id));
      url = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers.link))?.[1];
      await makeCar(test, { bodyStyle: "wagon" });
      await rows("update cars set monthly_price = monthly_price + 1, city = 'Fremont' where id = $1", [
        seen.at(-1),
      ]);
      await test.services.carFacts.changed();
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(before.filter(({ id }) => !seen.includes(id))).toEqual([]);
  });

  it("a car that is added or changes its body style comes last of it, and no other car moves", async () => {
    const { rows } = test.services.database;
    const ranks = (body: string) =>
      rows<{ id: string; rank: number }>(
        "select id, recommended_rank as rank from cars where body_style = $1 order by recommended_rank",
        [body],
      );
    const [minivans, coupes] = [await ranks("minivan"), await ranks("coupe")];
    const id = await makeCar(test, { bodyStyle: "minivan" });
    const last = (minivans.at(-1)?.rank ?? 0) + 1;
    expect(await ranks("minivan")).toEqual([...minivans, { id, rank: last }]);
    await rows("update cars set body_style = 'minivan', year = year + 1 where id = $1", [id]);
    expect(await ranks("minivan")).toEqual([...minivans, { id, rank: last }]);
    await rows("update cars set body_style = 'coupe' where id = $1", [id]);
    expect(await ranks("minivan")).toEqual(minivans);
    expect(await ranks("coupe")).toEqual([...coupes, { id, rank: (coupes.at(-1)?.rank ?? 0) + 1 }]);
  });
});
