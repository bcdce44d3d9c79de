import pg from "pg";
import { isFree } from "#server/rentals/availability.ts";
import { startProduct } from "../test/product.ts";
import type { Cluster } from "../test/throwaway-cluster.ts";
import { signIn, withAdmin } from "./admin.ts";
import { fillCars } from "./fill.ts";
import { fillOrders } from "./order-lists.ts";
import { median, milliseconds, type Row, timed } from "./report.ts";
import { startBare } from "./start-bare.ts";

/** The numbers of orders of the two accounts in the comparison. */
const [few, many] = [10, 10_000];
const calls: [what: string, path: string, bare: string][] = [
  ["All orders", "/api/account/orders?limit=10", "all"],
  ["Active orders", "/api/account/orders?limit=10&filter=active", "active"],
  ["Completed orders", "/api/account/orders?limit=10&filter=completed", "completed"],
  ["Overview", "/api/account/overview", "overview"],
  ["Saved cars", "/api/account/saved-cars", "saved"],
];

const page = `select orders.*, cars.name, cars.images from orders left join cars on cars.id = car_id where account_id = $1`;
const newest = "order by orders.created_at desc, orders.id desc limit 10";
const isActive = "(status = 'in_progress' or status = 'confirmed' and return_date >= current_date)";
const counts = `select count(*), count(*) filter (where ${isActive}) as active, count(*) filter (where status = 'completed') as completed from orders where account_id = $1`;
const bareCalls: Record<string, string[]> = {
  all: [`${page} ${newest}`, counts],
  active: [`${page} and ${isActive} ${newest}`, counts],
  completed: [`${page} and status = 'completed' ${newest}`, counts],
  overview: [
    `${page} and status in ('pending', 'confirmed', 'in_progress') order by pickup_date limit 20`,
    `${page} order by orders.created_at desc, orders.id desc limit 3`,
    counts,
    "select * from licences where account_id = $1",
    "select charges.* from charges join orders on orders.id = charges.order_id where account_id = $1 and charges.status <> 'decided'",
    `select id, car_name, return_date from orders where account_id = $1 and status = 'completed'
       and not exists (select from reviews where reviews.order_id = orders.id) order by trip_completed_at desc limit 3`,
  ],
  saved: [
    `select cars.*, saved.price as saved_price, cars.available and cars.retired_at is null and ${isFree("cars.id", "current_date", "current_date")} as is_open from saved_cars saved join cars on cars.id = saved.car_id where account_id = $1 order by saved_at desc limit 24`,
    "select count(*) from saved_cars where account_id = $1",
  ],
};

/**
 * Measures the calls of a renter's dashboard among a million orders, beside a bare program with the same SQL; and
 * with an account of ten thousand orders beside one of ten.
 */
export async function measureDashboards(cluster: Cluster, isQuick: boolean): Promise<Row[]> {
  const databaseUrl = await fillCars(cluster, 1000);
  const product = await startProduct({ DATABASE_URL: databaseUrl, ...withAdmin });
  const bare = await startBare(databaseUrl, bareCalls);
  try {
    await fillOrders(databaseUrl, isQuick ? 20_000 : 1_000_000);
    const renters = await giveOrders(databaseUrl);
    const rounds = isQuick ? 20 : 300;
    const rows: Row[] = [];
    for (const [what, path, name] of calls) {
      const times = { few: [], many: [], bare: [] } as Record<"few" | "many" | "bare", number[]>;
      const tokens = {
        few: await signIn(product, renters.few.email),
        many: await signIn(product, renters.many.email),
      };
      for (let round = 0; round < rounds; round++) {
        times.few.push(await timed(product.address + path, tokens.few));
        times.many.push(await timed(product.address + path, tokens.many));
        times.bare.push(await timed(bare.url(name, renters.many.id)));
      }
      rows.push(
        row(`${what} of an account of 10,000, median, beside the bare program`, times.many, times.bare, 1.5),
        row(`${what} of 10,000 beside those of 10`, times.many, times.few, 1.5),
      );
    }
    return rows;
  } finally {
    bare.stop();
    await product.stop();
  }
}

function row(what: string, ours: number[], bare: number[], aim: number): Row {
  const [mine, theirs] = [median(ours), median(bare)];
  return {
    what,
    ours: milliseconds(mine),
    bare: milliseconds(theirs),
    ratio: mine / theirs,
    aim,
    isAtLeast: false,
  };
}

type Renter = { id: string; email: string };

/** Two accounts of the demonstration get their orders and two dozen saved cars each. */
async function giveOrders(databaseUrl: string): Promise<{ few: Renter; many: Renter }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // Of ten orders half are open, so a dashboard shows as many of them as of ten thousand.
    const give = async (email: string, count: number, order: string): Promise<Renter> => {
      const { rows } = await client.query<{ id: string }>("select id from accounts where email = $1", [
        email,
      ]);
      const id = rows[0]?.id ?? "";
      await client.query(
        "update orders set account_id = $1 where id in (select id from orders where account_id is null order by " +
          order +
          " limit $2)",
        [id, count],
      );
      await client.query(
        "insert into saved_cars (account_id, car_id, price) select $1, id, monthly_price from cars where available order by id limit 24",
        [id],
      );
      return { id, email };
    };
    const found = {
      few: await give(
        "host@longbay.example",
        few,
        "row_number() over (partition by status = 'confirmed' order by order_number)",
      ),
      many: await give("customer@longbay.example", many, "order_number"),
    };
    await client.query("vacuum analyze");
    return found;
  } finally {
    await client.end();
  }
}
