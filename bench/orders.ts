import { Agent, request } from "node:http";
import pg from "pg";
import { addDays, dateInLosAngeles } from "#domain/dates.ts";
import { wireMoney } from "#domain/money.ts";
import { carPrice } from "#domain/pricing/taxed-price.ts";
import { returnDateFor } from "#domain/pricing/rental-length.ts";
import { startProduct } from "../test/product.ts";
import type { Cluster } from "../test/throwaway-cluster.ts";
import { fillCars } from "./fill.ts";
import { median, perSecond, type Row } from "./report.ts";

const rounds = 5;

type WantedOrders = { carId: string; monthlyPrice: number; pickupDate: string; returnDate: string };

/**
 * Measures the orders placed per second over HTTP, each with its lock, price, history, two emails and their
 * deliveries, beside a bare program that lets the database do the same.
 */
export async function measureOrders(cluster: Cluster, isQuick: boolean): Promise<Row[]> {
  const each = isQuick ? 100 : 600;
  const databaseUrl = await fillCars(cluster, each);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 8 });
  pool.on("error", () => {});
  const product = await startProduct({ DATABASE_URL: databaseUrl, DEMO: "off" });
  try {
    const cars = (
      await pool.query<{ carId: string; monthlyPrice: number }>(
        `select id as "carId", monthly_price as "monthlyPrice" from cars limit $1`,
        [each],
      )
    ).rows;
    for (const table of ["orders", "audit_events", "emails"])
      await pool.query(`create table bare_${table} (like ${table} including all)`);
    await pool.query("create table bare_jobs (like pgboss.job including all)");
    await pool.query(
      `alter table bare_orders add exclude using gist (car_id with =, during with &&) where (car_id is not null and holds_car)`,
    );
    const rows: Row[] = [];
    for (const clients of [1, 20])
      rows.push(await compare(product.address, pool, cars, clients, clients === 1 ? 0 : 300));
    return rows;
  } finally {
    await product.stop();
    await pool.end();
  }
}

type OrderableCar = { carId: string; monthlyPrice: number };

/**
 * The two take turns, so that other work of the machine affects both. Every round has dates of its own, at least
 * `firstDay` days ahead.
 */
async function compare(
  address: string,
  pool: pg.Pool,
  cars: OrderableCar[],
  clients: number,
  firstDay: number,
): Promise<Row> {
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const pickupDate = addDays(dateInLosAngeles(Date.now()), firstDay + 5 + round * 40);
    const wanted = cars.map((car) => ({ ...car, pickupDate, returnDate: returnDateFor(pickupDate, 1) }));
    const placed = await placeAll(address, wanted, clients);
    const email = await writtenEmail(pool);
    const inserted = await perSecondOf(wanted, clients, (order) => placeBarely(pool, { order, email }));
    // The first round warms both up.
    if (round > 0) {
      ours.push(placed);
      bare.push(inserted);
    }
  }
  const ratio = median(ours.map((value, round) => value / (bare[round] ?? 1)));
  const what =
    clients === 1 ? "Orders placed, one after the other" : `Orders placed, ${clients} renters at once`;
  return {
    what,
    ours: perSecond(median(ours)),
    bare: perSecond(median(bare)),
    ratio,
    aim: 0.25,
    isAtLeast: true,
  };
}

async function placeAll(address: string, wanted: WantedOrders[], clients: number): Promise<number> {
  const bodies = wanted.map(({ monthlyPrice, ...order }) =>
    JSON.stringify({
      ...order,
      id: crypto.randomUUID(),
      customerName: "Wei Lin",
      customerEmail: "wei.lin@example.com",
      customerPhone: "+1 650 555 0134",
      pickupLocation: "123 Castro Street, Mountain View",
      totalPrice: wireMoney(carPrice(monthlyPrice, order).total),
    }),
  );
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const send = (body: string) =>
    new Promise<void>((resolve, reject) => {
      const sent = request(
        `${address}/api/bookings`,
        {
          method: "POST",
          agent,
          headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body) },
        },
        (answer) => {
          answer.resume();
          answer.on("end", () =>
            answer.statusCode === 201
              ? resolve()
              : reject(new Error(`An order was answered ${answer.statusCode}`)),
          );
        },
      );
      sent.on("error", reject);
      sent.end(body);
    });
  try {
    return await perSecondOf(bodies, clients, send);
  } finally {
    agent.destroy();
  }
}

/** Does some work for every item, `clients` items at once, and returns how many items were done per second. */
async function perSecondOf<Item>(
  items: Item[],
  clients: number,
  work: (item: Item) => Promise<unknown>,
): Promise<number> {
  const left = items.values();
  const started = performance.now();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: clients }, worker));
  return (items.length / (performance.now() - started)) * 1000;
}

/**
 * The least that an order needs, in the simplest way: locks the car's row, checks its price and its days, and
 * writes the order, its history, two emails and their jobs, all or nothing. No check of a body, no HTTP, no
 * Drizzle, and emails that were written before.
 */
async function placeBarely(
  pool: pg.Pool,
  { order, email }: { order: WantedOrders; email: unknown },
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const { rows } = await client.query<{ monthlyPrice: number }>(
      `select id, name, brand, city, category, monthly_price as "monthlyPrice" from cars where id = $1 and available for no key update`,
      [order.carId],
    );
    const price = carPrice(rows[0]?.monthlyPrice ?? 0, order);
    if (price.total !== carPrice(order.monthlyPrice, order).total) throw new Error("The price has changed");
    const held = await client.query(
      "select 1 from bare_orders where car_id = $1 and holds_car and during && daterange($2, $3, '[]')",
      [order.carId, order.pickupDate, order.returnDate],
    );
    if (held.rowCount) throw new Error("Somebody has the car");
    const id = crypto.randomUUID();
    await client.query(insertOrder, [
      id,
      crypto.randomUUID(),
      order.carId,
      order.pickupDate,
      order.returnDate,
      order.monthlyPrice,
    ]);
    await client.query(
      `insert into bare_audit_events (actor, entity, entity_id, action, after) values ('visitor', 'order', $1, 'placed', $2)`,
      [id, { status: "pending", total: price.total }],
    );
    const emails = [crypto.randomUUID(), crypto.randomUUID()];
    await client.query(
      `insert into bare_emails (id, kind, recipient, language, subject, content, order_id, message_id)
       select each::uuid, 'order', 'wei.lin@example.com', 'en', 'Your order', $2, $3, each from unnest($1::text[]) as each`,
      [emails, email, id],
    );
    await client.query(
      "insert into bare_jobs (name, data) select 'letters', jsonb_build_object('emailId', each) from unnest($1::text[]) as each",
      [emails],
    );
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

const insertOrder = `insert into bare_orders (id, order_number, source, car_id, pickup_date, return_date, pickup_time, return_time, customer_name, customer_email, customer_phone, pickup_location,
    language, monthly_price, days, months, discount_percent, lines, subtotal, fees, taxes, total, miles_included, collision_included, request_hash, key_hash)
    values ($1, $2, 'request', $3, $4, $5, '10:00', '10:00', 'Wei Lin', 'wei.lin@example.com', '+1 650 555 0134', '123 Castro Street', 'en', $6, 30, 1, 0, '[]', $6, 0, 0, $6, 1000, true, $2, $2)`;

/** One of the emails that our orders have written, so that the bare program can write it again. */
async function writtenEmail(pool: pg.Pool): Promise<unknown> {
  const { rows } = await pool.query<{ content: unknown }>("select content from emails limit 1");
  return rows[0]?.content;
}
