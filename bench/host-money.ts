import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { pino } from "pino";
import { readConfig } from "#server/config.ts";
import { makePayouts } from "#server/payouts/make-payouts.ts";
import { startServices } from "#server/start.ts";
import { type Product, startProduct, temporaryFolder } from "../test/product.ts";
import type { Cluster } from "../test/throwaway-cluster.ts";
import { signIn, withAdmin } from "./admin.ts";
import { fillCars } from "./fill.ts";
import { fillOrders } from "./order-lists.ts";
import { median, milliseconds, type Row, timed } from "./report.ts";
import { startBare } from "./start-bare.ts";

const hostEmail = "host@longbay.example";
const linesOfEach = 20;
const open = "host_id = $1 and payout_id is null";
/** What is measured, the call, and the bare statements; $1 is the host. */
const calls: [what: string, path: string, bare: string[]][] = [
  [
    "What a host earns",
    "/api/host/earnings",
    [
      "select to_char(credited_on, 'YYYY-MM'), sum(amount) from host_credits where host_id = $1 and credited_on > current_date - 365 group by 1",
      "select sum(amount) from host_credits where host_id = $1",
      "select sum(amount) from payouts where host_id = $1 and status = 'paid'",
      `select sum(amount) from host_credits where ${open}`,
      `select payable_on, sum(amount) from host_credits where ${open} group by 1`,
    ],
  ],
  [
    "Their lines, a page",
    "/api/host/earnings/lines?limit=50",
    [
      "select c.*, o.order_number, k.name, p.number from host_credits c left join orders o on o.id = c.order_id left join cars k on k.id = c.car_id left join payouts p on p.id = c.payout_id where c.host_id = $1 order by c.id desc limit 50",
      "select count(*) from host_credits where host_id = $1",
    ],
  ],
  [
    "Their payouts",
    "/api/host/payouts",
    [
      "select * from payouts where host_id = $1 order by created_at desc, id desc limit 50",
      "select count(*) from payouts where host_id = $1",
    ],
  ],
  [
    "Their statements",
    "/api/host/statements",
    [
      "select to_char(credited_on, 'YYYY-MM') as month, sum(amount) from host_credits where host_id = $1 group by 1 order by 1 desc",
    ],
  ],
];

/** Measures a host with very many lines, and a payment of a thousand hosts while people look at cars. */
export async function measureHostMoney(cluster: Cluster, isQuick: boolean): Promise<Row[]> {
  const [hosts, lines, rounds] = isQuick ? [50, 5000, 10] : [1000, 100_000, 60];
  const databaseUrl = await fillCars(cluster, 1000);
  const product = await startProduct({ DATABASE_URL: databaseUrl, ...withAdmin, RATE_LIMITS: "off" });
  const bare = await startBare(
    databaseUrl,
    Object.fromEntries(calls.map(([, , sql], at) => [`call${at}`, sql])),
  );
  try {
    await fillOrders(databaseUrl, 20_000);
    const host = await fillCredits(databaseUrl, { hosts, lines });
    const token = await signIn(product, hostEmail);
    const rows: Row[] = [];
    for (const [at, [what, path]] of calls.entries()) {
      const [ours, theirs]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        ours.push(await timed(product.address + path, token));
        theirs.push(await timed(bare.url(`call${at}`, host)));
      }
      rows.push(
        row(`${what}, of ${lines.toLocaleString("en-US")} lines, median`, median(ours), median(theirs), 1.5),
      );
    }
    return [...rows, ...(await payBeside(product, databaseUrl, hosts))];
  } finally {
    bare.stop();
    await product.stop();
  }
}

const row = (what: string, ours: number, bare: number, aim: number): Row => ({
  what,
  ours: milliseconds(ours),
  bare: milliseconds(bare),
  ratio: ours / bare,
  aim,
  isAtLeast: false,
});

/** Another process of the installation makes the payouts, as its hourly job does. */
async function payBeside(product: Product, databaseUrl: string, hosts: number): Promise<Row[]> {
  const folder = temporaryFolder();
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder.path,
    DEMO: "off",
    RATE_LIMITS: "off",
  });
  const services = await startServices(config, pino({ level: "error" }));
  try {
    const idle = await lateWhile(product, () => wait(5000));
    const began = performance.now();
    const meanwhile = await lateWhile(product, () => makePayouts(services));
    const seconds = (performance.now() - began) / 1000;
    const [made] = await services.database.rows<{ count: number }>(
      "select count(*)::int as count from payouts where status = 'made'",
    );
    if ((made?.count ?? 0) < hosts) throw new Error(`${made?.count} of ${hosts} hosts were paid`);
    return [
      row(
        `/api/cars, 95th percentile, while ${hosts.toLocaleString("en-US")} hosts are paid in ${seconds.toFixed(0)} s, beside idle`,
        meanwhile,
        idle,
        2,
      ),
    ];
  } finally {
    await services.close();
    folder.remove();
  }
}

/** The 95th percentile of the list of cars, called one time after another while some work runs. */
async function lateWhile(product: Product, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  const asked = new AbortController();
  const asking = (async () => {
    while (!asked.signal.aborted) {
      times.push(await timed(`${product.address}/api/cars`));
      await wait(5);
    }
  })();
  await work();
  asked.abort();
  await asking;
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Infinity;
}

/**
 * Makes hosts with twenty open lines and a bank account each. The demonstration's host has very many lines, all
 * but a thousand of them in forty paid payouts. Returns this host's id.
 */
async function fillCredits(
  databaseUrl: string,
  { hosts, lines }: { hosts: number; lines: number },
): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // The triggers are tested elsewhere; here they would run a hundred thousand times.
    await client.query("set session_replication_role = replica");
    const { rows } = await client.query<{ id: string }>("select id from accounts where email = $1", [
      hostEmail,
    ]);
    const id = rows[0]?.id ?? "";
    await client.query(
      `insert into accounts (id, email, role, hosting_since)
       select gen_random_uuid(), 'host' || n || '@mail.example', 'host', now() - interval '2 years' from generate_series(1, $1::int) n`,
      [hosts],
    );
    await client.query(
      `insert into payout_details (host_id, sealed, last_four, fingerprint, created_at)
       select id, '', '0000', id::text, now() - interval '1 year' from accounts where role = 'host' and id <> $1`,
      [id],
    );
    await client.query(
      `insert into payouts (host_id, mode, status, amount, made_on, paid_on, created_at)
       select $1, 'bank', 'paid', 1000000, current_date - 7 * n, current_date - 7 * n, now() - n * interval '7 days' from generate_series(1, 40) n`,
      [id],
    );
    const credits = (from: string) =>
      `insert into host_credits (host_id, order_id, stretch, rule, instalment_id, share_percent, lines, gross, amount, starts_on, ends_on, paid_on, transaction_id, credited_on, payable_on, payout_id, created_at)
       select host, o.id, 1, 'share', gen_random_uuid(), 80, '[]', 100000, 80000, day, day + 30, day, 0, day, day, payout, now() from (${from}) as made
       join (select id, row_number() over (order by id) - 1 as at from orders) o on o.at = made.n % 20000`;
    await client.query(
      credits(
        `select id as host, (row_number() over ())::int * ${linesOfEach} + n as n, current_date - 400 + n as day, null::uuid as payout
         from accounts, generate_series(1, ${linesOfEach}) n where role = 'host' and id <> '${id}'`,
      ),
    );
    await client.query(
      credits(
        `select '${id}'::uuid as host, n, current_date - (n % 360) as day,
           case when n > 1000 then (select id from payouts where host_id = '${id}' order by id offset n % 40 limit 1) end as payout
         from generate_series(1, ${lines}) n`,
      ),
    );
    await client.query("vacuum analyze");
    return id;
  } finally {
    await client.end();
  }
}
