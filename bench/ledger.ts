import pg from "pg";
import { startProduct } from "../test/product.ts";
import type { Cluster } from "../test/throwaway-cluster.ts";
import { signIn, withAdmin } from "./admin.ts";
import { fillCars } from "./fill.ts";
import { fillOrders } from "./order-lists.ts";
import { median, milliseconds, type Row, timed } from "./report.ts";
import { startBare } from "./start-bare.ts";

/** Milliseconds, at the 95th percentile. */
const aim = 50;
const thisMonth = "date_trunc('month', current_date)::date and current_date";
const sumOf = (table: string, amount: string, where: string): string =>
  `select sum(${amount}), count(*) from ${table} where ${where}`;
const overdue = (from: number, to: number): string =>
  sumOf(
    "instalments",
    "amount - paid",
    `dropped_at is null and paid < amount and due_on between current_date - ${to} and current_date - ${from}`,
  );
const balance = (account: string): string =>
  `select sum(amount) from ledger_entries where account = '${account}'`;

/** What is measured, the call, and the bare statements; `:id` and $1 are an order. */
const calls: [what: string, path: string, bare: string[]][] = [
  [
    "Finance of a month, balances among it",
    "/api/admin/finance",
    [
      sumOf("instalments", "amount", `dropped_at is null and due_on between ${thisMonth}`),
      sumOf("payments", "amount", `status = 'succeeded' and paid_on between ${thisMonth}`),
      sumOf("refunds", "amount", `status = 'paid' and paid_on between ${thisMonth}`),
      overdue(1, 7),
      overdue(8, 30),
      overdue(31, 36_500),
      `select account, sum(amount) from ledger_entries where posted_on between ${thisMonth} group by account`,
      ...["renter", "host_payable", "platform_income"].map(balance),
    ],
  ],
  [
    "The rows of what is overdue",
    "/api/admin/finance/rows?figure=overdue_older",
    [
      "select * from instalments join orders on orders.id = order_id where dropped_at is null and paid < amount and due_on < current_date - 30 order by due_on limit 50",
    ],
  ],
  [
    "The ledger of a month",
    "/api/admin/finance/transactions",
    [
      `select *, (select json_agg(e) from ledger_entries e where transaction_id = t.id) from ledger_transactions t where posted_on between ${thisMonth} order by posted_on desc, id desc limit 50`,
    ],
  ],
  [
    "The ledger of an order",
    "/api/admin/finance/transactions?order=:id",
    [
      "select *, (select json_agg(e) from ledger_entries e where transaction_id = t.id) from ledger_transactions t where order_id = $1 order by id desc limit 50",
    ],
  ],
  ...(["renter", "chargebacks"] as const).map((account): [string, string, string[]] => [
    `The ledger of an account that ${account === "renter" ? "half of all entries are of" : "few are of"}`,
    `/api/admin/finance/transactions?account=${account}`,
    [
      `select *, (select json_agg(e) from ledger_entries e where transaction_id = t.id) from ledger_transactions t
       where id in (select transaction_id from ledger_entries where account = '${account}') order by posted_on desc, id desc limit 50`,
    ],
  ]),
  [
    "An order with its balance",
    "/api/admin/orders/:id/money",
    [
      "select * from instalments where order_id = $1 order by due_on",
      "select * from payments where order_id = $1",
      "select * from refunds where order_id = $1",
      "select sum(amount) from ledger_entries where order_id = $1 and account = 'renter'",
    ],
  ],
];

/** Finance with a million entries: 95th percentile beside 50 ms, median beside the same SQL run bare. */
export async function measureLedger(cluster: Cluster, isQuick: boolean): Promise<Row[]> {
  const databaseUrl = await fillCars(cluster, 100);
  const product = await startProduct({ DATABASE_URL: databaseUrl, ...withAdmin });
  const bare = await startBare(
    databaseUrl,
    Object.fromEntries(calls.map(([, , sql], at) => [`call${at}`, sql])),
  );
  try {
    await fillOrders(databaseUrl, isQuick ? 400 : 20_000);
    const { order, account } = await fillLedger(databaseUrl);
    const token = await signIn(product);
    const rows: Row[] = [];
    for (const [at, [what, path]] of calls.entries()) {
      const [ours, theirs]: [number[], number[]] = [[], []];
      for (let round = 0; round < (isQuick ? 5 : 100); round++) {
        ours.push(await timed(product.address + path.replace(":id", order), token));
        theirs.push(await timed(bare.url(`call${at}`, account, order)));
      }
      const [mine, other] = [median(ours), median(theirs)];
      const late = ours.toSorted((a, b) => a - b)[Math.floor(ours.length * 0.95)] ?? 0;
      rows.push(
        {
          what: `${what}, 95th percentile, beside ${aim} ms`,
          ours: milliseconds(late),
          bare: milliseconds(aim),
          ratio: late / aim,
          aim: 1,
          isAtLeast: false,
        },
        {
          what: `${what}, median, beside the bare program`,
          ours: milliseconds(mine),
          bare: milliseconds(other),
          ratio: mine / other,
          isAtLeast: false,
        },
      );
    }
    return rows;
  } finally {
    bare.stop();
    await product.stop();
  }
}

/** Ten instalments per order, due over three years, all paid but every fiftieth: about fifty entries per order. */
async function fillLedger(databaseUrl: string): Promise<{ order: string; account: string }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // The triggers of the ledger are tested elsewhere; here they would run a million times.
    await client.query("set session_replication_role = replica");
    await client.query(
      `create temporary table filled as
       select gen_random_uuid() as instalment, gen_random_uuid() as payment, id as order_id, n as number,
         current_date - ((place * 7 + n * 30) % 1100)::int as due_on, (place + n) % 50 > 0 as is_paid
       from (select id, row_number() over (order by id) as place from orders) numbered, generate_series(1, 10) n`,
    );
    await client.query(
      `insert into instalments (id, order_id, number, starts_on, ends_on, due_on, lines, amount, paid, posted_at)
       select instalment, order_id, number, due_on, due_on + 30, due_on, '[]', 90000, case when is_paid then 90000 else 0 end, due_on from filled`,
    );
    await client.query(
      `insert into payments (id, order_id, mode, status, amount, method, paid_on, recorded_by, settled_at)
       select payment, order_id, 'built_in', 'succeeded', 90000, 'transfer', due_on, 'benchmark', due_on from filled where is_paid`,
    );
    await client.query(
      `insert into ledger_transactions (key, kind, entries, order_id, instalment_id, payment_id, actor, posted_on, posted_at)
       select 'instalment:' || instalment, 'instalment', 3, order_id, instalment, null, 'system', due_on, due_on from filled
       union all select 'payment:' || payment, 'payment', 2, order_id, null, payment, 'benchmark', due_on, due_on from filled where is_paid
       order by 7, 1`,
    );
    await client.query(
      `insert into ledger_entries (transaction_id, account, amount, order_id, posted_on)
       select id, account, amount, order_id, posted_on from ledger_transactions t
       join (values ('instalment', 'renter', 90000), ('instalment', 'rental_revenue', -80000), ('instalment', 'insurance', -10000),
         ('payment', 'cash', 90000), ('payment', 'renter', -90000)) as e(of, account, amount) on e.of = t.kind`,
    );
    await client.query("vacuum analyze");
    const found = await client.query<{ order: string; account: string }>(
      "select (select order_id from instalments limit 1) as order, id as account from accounts where role = 'admin' limit 1",
    );
    const [one] = found.rows;
    if (!one) throw new Error("The ledger is empty");
    return one;
  } finally {
    await client.end();
  }
}
