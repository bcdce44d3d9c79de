import { performance } from "node:perf_hooks";
import pg from "pg";
import { to } from "pg-copy-streams";
import { orderAttentions, orderSorts } from "#domain/orders/attention.ts";
import { startProduct, type Product } from "../test/product.ts";
import type { Cluster } from "../test/throwaway-cluster.ts";
import { signIn, withAdmin } from "./admin.ts";
import { fillCars } from "./fill.ts";
import { memoryOf } from "./memory.ts";
import { median, milliseconds, type Row, timed } from "./report.ts";

const allowed = 300;

/**
 * Measures the order screen with very many orders: pages, filters, search and figures beside 300 ms, the export
 * beside PostgreSQL's own.
 */
export async function measureOrderLists(cluster: Cluster, isQuick: boolean): Promise<Row[]> {
  const databaseUrl = await fillCars(cluster, 1000);
  const product = await startProduct({ DATABASE_URL: databaseUrl, ...withAdmin });
  try {
    await fillOrders(databaseUrl, isQuick ? 20_000 : 1_000_000);
    const token = await signIn(product);
    return [
      ...(await timedAnswers(product, token, isQuick ? 5 : 40)),
      ...(await timedExport(product, token, databaseUrl)),
    ];
  } finally {
    await product.stop();
  }
}

/**
 * Makes orders of three years, each with the host of its car. A twentieth of them are open and have no car, so
 * that no two orders need the same days.
 */
export async function fillOrders(databaseUrl: string, wanted: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("drop index orders_search");
    await client.query(
      `with fleet as (select row_number() over () as at, id, name, brand, city, category, host_id from cars)
       insert into orders (id, order_number, source, status, car_id, tier, pickup_date, return_date, pickup_time, return_time, customer_name, customer_email, customer_phone, pickup_location,
         language, car_name, car_brand, city, category, monthly_price, days, months, discount_percent, lines, subtotal, fees, taxes, total, miles_included, collision_included, request_hash, key_hash, created_at, host_id, host_share_percent)
       select gen_random_uuid(), 'LB-' || upper(substr(md5(n::text), 1, 4)) || '-' || lpad(n::text, 7, '0'), 'request', status, case when status in ('completed', 'cancelled') then fleet.id end, 'basic',
         day, day + 30, '10:00', '10:00', (array['Wei','Ann','Maria','Omar','王小明','Priya','Jon','Lena'])[1 + n % 8] || ' ' || md5((n / 7)::text), md5((n / 3)::text) || '@example.com', '', '1 Main Street',
         'en', fleet.name, fleet.brand, fleet.city, fleet.category, 75000, 30, 1, 0, '[{"kind":"rental","amount":75000}]', 75000, 0, 0, 75000, 1000, true, '', '', now() - (n * (interval '3 years' / $1)),
         case when status in ('completed', 'cancelled') then host_id end, case when status in ('completed', 'cancelled') and host_id is not null then 80 end
       from fleet join (select n, 1 + n % (select count(*) from cars) as at, (current_date - 1000 + n % 900)::date as day,
         case when n % 20 = 0 then (array['pending', 'confirmed', 'in_progress'])[1 + n % 3] when n % 7 = 0 then 'cancelled' else 'completed' end as status from generate_series(1, $1::int) as n) as made using (at)`,
      [wanted],
    );
    await client.query("create index orders_search on orders using gin (search_text gin_trgm_ops)");
    await client.query("vacuum analyze orders");
  } finally {
    await client.end();
  }
}

/** The 95th percentile of each kind of answer: the slowest of several queries of that kind. */
async function timedAnswers(product: Product, token: string, rounds: number): Promise<Row[]> {
  const list = (query: string) => `/api/admin/orders?${query}`;
  const kinds: [string, string[]][] = [
    ["First page", [list("")]],
    [
      "A status",
      ["pending", "confirmed", "in_progress", "completed", "cancelled"].map((status) =>
        list(`status=${status}`),
      ),
    ],
    ["A time", ["today", "week", "month"].map((time) => list(`time=${time}`))],
    [
      "A search",
      ["toyota", "wei", "zz", "a", "@example", "LB-00", "c4ca4238a0b9", "nothing like it", "camry"].map(
        (words) => list(`search=${encodeURIComponent(words)}`),
      ),
    ],
    [
      "A search with filters",
      [
        list("search=toyota&status=cancelled&time=month"),
        list("search=wei&status=pending"),
        list("search=zzz&time=week"),
      ],
    ],
    [
      "One or two letters",
      ["小明", "王", "ng", "q", "7b", "li", "zq"].map((words) => list(`search=${encodeURIComponent(words)}`)),
    ],
    [
      "A sort",
      orderSorts.flatMap((sort) =>
        ["asc", "desc"].map((direction) => list(`sort=${sort}&direction=${direction}`)),
      ),
    ],
    ["An alert's orders", orderAttentions.map((attention) => list(`attention=${attention}`))],
    [
      "Pickup dates",
      [
        list("pickupFrom=2020-01-01&pickupUntil=2030-01-01&sort=pickup"),
        list("pickupFrom=2027-01-01"),
        list("returnUntil=2020-01-01"),
      ],
    ],
    ["Figures", ["/api/admin/dashboard/stats"]],
  ];
  const rows: Row[] = [];
  for (const [what, paths] of kinds) {
    const worst = { path: "", time: 0 };
    for (const path of paths) {
      await timed(product.address + path, token);
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) times.push(await timed(product.address + path, token));
      const time = times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? 0;
      if (time > worst.time) Object.assign(worst, { path, time });
    }
    const slowest =
      paths.length > 1 ? ` (slowest: ${new URLSearchParams(worst.path.split("?")[1]).toString()})` : "";
    rows.push({
      what: `${what}, 95th percentile, beside 300 ms${slowest}`,
      ours: milliseconds(worst.time),
      bare: milliseconds(allowed),
      ratio: worst.time / allowed,
      aim: 1,
      isAtLeast: false,
    });
  }
  return rows;
}

/** The whole export over HTTP beside COPY of the same columns, and what it adds to the server's memory. */
async function timedExport(product: Product, token: string, databaseUrl: string): Promise<Row[]> {
  const [ours, bare, grown]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < 3; round++) {
    bare.push(await copied(databaseUrl));
    const idle = memoryOf(product);
    let most = idle;
    const watching = setInterval(() => (most = Math.max(most, memoryOf(product))), 200);
    const began = performance.now();
    const response = await fetch(`${product.address}/api/admin/orders/export.csv`, {
      headers: { authorization: `Bearer ${token}` },
    });
    for await (const _chunk of response.body ?? []);
    ours.push(performance.now() - began);
    clearInterval(watching);
    grown.push(most - idle);
  }
  const [time, copy, memory] = [median(ours), median(bare), Math.max(...grown)];
  const megabytes = (value: number) => `${Math.round(value)} MB`;
  return [
    {
      what: "Export of all orders, beside COPY of the same columns",
      ours: milliseconds(time),
      bare: milliseconds(copy),
      ratio: time / copy,
      aim: 1.5,
      isAtLeast: false,
    },
    {
      what: "Memory that an export adds, beside 150 MB",
      ours: megabytes(memory),
      bare: megabytes(150),
      ratio: memory / 150,
      aim: 1,
      isAtLeast: false,
    },
  ];
}

/** The amount of an order's line of a kind, looked up in the simplest way. */
const amount = (kind: string) =>
  `coalesce((jsonb_path_query_first(lines, '$[*] ? (@.kind == "${kind}").amount'))::integer, 0)`;

/** Each column of the export: the table's own column, or computed in the simplest way. */
const plain = `order_number, status, orders.created_at, source, car_name, car_brand, plate_number, tier, coalesce(location, orders.city), pickup_date, return_date, days, customer_name, customer_email, customer_phone,
  pickup_location, subtotal, ${amount("duration_discount")}, ${amount("insurance")}, ${amount("promo")}, fees, taxes, total, orders.id`;

async function copied(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const began = performance.now();
    for await (const _chunk of client.query(
      to(
        `copy (select ${plain} from orders left join cars on cars.id = car_id order by orders.created_at desc, orders.id desc) to stdout with (format csv, header)`,
      ),
    ));
    return performance.now() - began;
  } finally {
    await client.end();
  }
}
