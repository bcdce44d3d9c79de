import { Agent, request } from "node:http";
import pg from "pg";
import { addDays, dateInLosAngeles } from "#domain/dates.ts";
import { wireMoney } from "#domain/money.ts";
import { carPrice } from "#domain/pricing/pricing.ts";
import { returnDateFor } from "#domain/pricing/rental-length.ts";
import { startProduct } from "../test/product.ts";
import type { Cluster } from "../test/throwaway-cluster.ts";
import { fillCars } from "./fill.ts";
import { median, perSecond, type Row } from "./report.ts";

const rounds = 5;

type Wanted = { carId: string; monthlyPrice: number; pickupDate: string; returnDate: string };

/**
 * Orders placed a second, each with its lock, price, history, two letters and their deliveries, beside
 * inserts of the order's row alone.
 */
export async function measureOrders(cluster: Cluster, isQuick: boolean): Promise<Row[]> {
  const each = isQuick ? 100 : 600;
  const databaseUrl = await fillCars(cluster, each);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
  pool.on("error", () => {});
  const product = await startProduct({ DATABASE_URL: databaseUrl, DEMO: "off" });
  try {
    const cars = (
      await pool.query<{ carId: string; monthlyPrice: number }>(
        `select id as "carId", monthly_price as "monthlyPrice" from cars limit $1`,
        [each],
      )
    ).rows;
    await pool.query("create table bare_orders (like orders including all)");
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
 * Turn by turn, so that what else the machine does meets both. Every round has dates of its own, `firstDay`
 * days ahead and more.
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
    const inserted = await insertAll(pool, wanted, clients);
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
    aim: 0.5,
    isAtLeast: true,
  };
}

async function placeAll(address: string, wanted: Wanted[], clients: number): Promise<number> {
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

/** Does a thing for every item, so many at once, and answers how many were done a second. */
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

/** The same rows, the same constraint, nothing else; each in its own transaction. */
function insertAll(pool: pg.Pool, wanted: Wanted[], clients: number): Promise<number> {
  const text = `insert into bare_orders (id, order_number, source, car_id, pickup_date, return_date, pickup_time, return_time, customer_name, customer_email, customer_phone, pickup_location,
    language, monthly_price, days, months, discount_percent, lines, subtotal, fees, taxes, total, miles_included, collision_included, request_hash, key_hash)
    values ($1, $2, 'request', $3, $4, $5, '10:00', '10:00', 'Wei Lin', 'wei.lin@example.com', '+1 650 555 0134', '123 Castro Street', 'en', $6, 30, 1, 0, '[]', $6, 0, 0, $6, 1000, true, $2, $2)`;
  return perSecondOf(wanted, clients, (order) =>
    pool.query(text, [
      crypto.randomUUID(),
      crypto.randomUUID(),
      order.carId,
      order.pickupDate,
      order.returnDate,
      order.monthlyPrice,
    ]),
  );
}
