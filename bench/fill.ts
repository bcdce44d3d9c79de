import pg from "pg";
import { openDatabase } from "#server/db/open-database.ts";
import { importCars } from "#server/imports/import-cars.ts";
import { watchCatalogue } from "#server/cars/facts.ts";
import { readConfig } from "#server/config.ts";
import { demoFleet } from "#server/demo/demonstration.ts";
import type { Cluster } from "../test/throwaway-cluster.ts";

/**
 * A new database with so many cars: the demonstration fleet over and over, each copy with a plate, a price
 * and a city of its own. Answers its address.
 */
export async function fillCars(cluster: Cluster, size: number): Promise<string> {
  const name = `bench_${size}_${Date.now()}`;
  await once(cluster.url("postgres"), `create database ${name}`);
  const databaseUrl = cluster.url(name);
  const database = await openDatabase(readConfig({ DATABASE_URL: databaseUrl }));
  await importCars({ database, catalogue: await watchCatalogue(database), now: Date.now }, demoFleet, {
    actor: "benchmark",
    fileName: "fleet.csv",
  });
  await database.rows("update cars set available = true, min_rent_days = 30");
  // The product gives a statement ten seconds; 100,000 cars may take longer.
  await once(
    databaseUrl,
    `insert into cars (name, brand, model, year, category, body_style, colour, monthly_price, description, features, city, state, zip_code, trim, transmission, carplay, min_rent_days, plate_number, insurance)
     select name, brand, model, 2015 + (n * 7 + year) % 12, category, body_style, colour, monthly_price + (n * 131) % 20000, description, features,
            (array['San Francisco', 'San Mateo', 'Palo Alto', 'Mountain View', 'Sunnyvale', 'Cupertino', 'San Jose', 'Fremont'])[1 + (n + monthly_price) % 8],
            state, zip_code, trim, transmission, carplay, 30, 'B' || n || 'X' || row_number() over (), insurance
     from (select cars.*, n from cars, generate_series(1, ${size} / 144 + 1) as n order by n limit greatest(0, ${size} - (select count(*)::int from cars))) as copies`,
  );
  await once(databaseUrl, "vacuum analyze");
  await database.close();
  return databaseUrl;
}

export async function once(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}
