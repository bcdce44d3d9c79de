import pg from "pg";
import { openDatabase } from "#server/db/open-database.ts";
import { importCars } from "#server/imports/import-cars.ts";
import { watchCarFacts } from "#server/cars/facts.ts";
import { readConfig } from "#server/config.ts";
import { demoFleet } from "#server/demo/demonstration.ts";
import type { Cluster } from "../test/throwaway-cluster.ts";

/** For imports that tell nobody. */
export const noOutbox = { post: () => Promise.resolve([]) };

/**
 * Makes a new database with `size` cars: copies of the demonstration fleet, each with a plate, a price and a city
 * of its own. Returns its address.
 */
export async function fillCars(cluster: Cluster, size: number): Promise<string> {
  const name = `bench_${size}_${Date.now()}`;
  await once(cluster.url("postgres"), `create database ${name}`);
  const databaseUrl = cluster.url(name);
  const config = readConfig({ DATABASE_URL: databaseUrl });
  const database = await openDatabase(config);
  const carFacts = await watchCarFacts(database);
  const services = { database, carFacts, now: Date.now, config, outbox: noOutbox };
  await importCars(services, demoFleet, { actor: "benchmark", fileName: "fleet.csv" });
  await database.rows("update cars set available = true, min_rent_days = 30");
  // The product limits a statement to ten seconds; inserting 100,000 cars may take longer.
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

/**
 * Makes three orders for each car: one long over, one in the next four months, one next year. On a day in the near
 * future about three cars in ten are taken.
 */
export async function fillHeldDays(databaseUrl: string): Promise<void> {
  await fillOrders(
    databaseUrl,
    `alter table orders disable trigger user;
     insert into orders (id, order_number, source, status, car_id, tier, pickup_date, return_date, pickup_time, return_time, customer_name, customer_email, customer_phone, pickup_location,
       language, car_name, car_brand, city, category, monthly_price, days, months, discount_percent, lines, subtotal, fees, taxes, total, miles_included, collision_included, request_hash, key_hash, created_at)
     select gen_random_uuid(), 'LB-' || upper(substr(md5(at::text || place), 1, 4)) || '-' || lpad((at * 3 + place)::text, 8, '0'), 'request', case when place = 0 then 'completed' else 'confirmed' end, id, 'basic',
       day, day + 30 + (at % 40)::int, '10:00', '10:00', 'Ann', 'ann' || at || '@example.com', '', '1 Main Street', 'en', name, brand, city, category, 75000, 30, 1, 0, '[]', 75000, 0, 0, 75000, 1000, true, '', '', now()
     from (select row_number() over (order by id) as at, * from cars) as fleet,
       lateral (select place, (current_date + case place when 0 then -200 when 1 then (at * 7 % 120)::int else 220 + (at * 13 % 100)::int end)::date as day from generate_series(0, 2) as place) as days
     on conflict do nothing;
     alter table orders enable trigger user`,
  );
  // Without instalments, the start of the product would make those of each open order.
  await once(
    databaseUrl,
    `alter table instalments disable trigger user;
     insert into instalments (id, order_id, number, starts_on, ends_on, due_on, lines, amount, paid, posted_at)
     select gen_random_uuid(), id, 1, pickup_date, return_date, pickup_date, '[]', total, total, now() from orders where status = 'confirmed';
     alter table instalments enable trigger user`,
  );
  await once(databaseUrl, "vacuum analyze");
}

/** Makes the indexes of orders after all rows are there: a row at a time, three million would take hours. */
async function fillOrders(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("set maintenance_work_mem = '512MB'");
  const { rows: indexes } = await client.query<{ name: string; text: string }>(
    `select indexname as name, indexdef as text from pg_indexes
     where tablename = 'orders' and indexname not in (select conname from pg_constraint)`,
  );
  for (const { name } of indexes) await client.query(`drop index "${name}"`);
  await client.query(text);
  for (const index of indexes) await client.query(index.text);
  await client.end();
}

export async function once(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}
