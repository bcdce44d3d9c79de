import pg from "pg";
import { addDays, dateInLosAngeles } from "#domain/dates.ts";
import { holdsNow } from "#server/rentals/availability.ts";
import { type Product, startProduct } from "../test/product.ts";
import type { Cluster } from "../test/throwaway-cluster.ts";
import { signIn, withAdmin } from "./admin.ts";
import { fillCars } from "./fill.ts";
import { fillOrders } from "./order-lists.ts";
import { median, milliseconds, type Row, timed } from "./report.ts";
import { startBare } from "./start-bare.ts";

const carsOfEach = 20;
const hostEmail = "host@longbay.example";
/** The span of the calendar in a call: a quarter, as on its screen, and the past one, because the orders are past. */
const quarter = 92;

type Call = { what: string; path: string; bare: string; isOfCar?: true };
type MeasuredHost = { host: string; car: string };

const until = dateInLosAngeles(Date.now());
const from = addDays(until, -quarter);
const during = `during && daterange('${from}', '${until}', '[]')`;
const own = "select own.*, cars.* from host_cars own left join cars on cars.id = own.id";
const papers = "select * from car_papers where car_id in";
const carsOf = "(select id from cars where host_id = $1)";
const calls: Call[] = [
  { what: "A host's cars", path: "/api/host/cars?limit=50", bare: "cars" },
  { what: "One of them", path: "/api/host/cars/{car}", bare: "car", isOfCar: true },
  {
    what: "The calendar of all cars, the past quarter",
    path: `/api/host/calendar?from=${from}&until=${until}`,
    bare: "calendar",
  },
  {
    what: "Calendars that a car follows",
    path: "/api/host/cars/{car}/calendars",
    bare: "feeds",
    isOfCar: true,
  },
];
const bareCalls: Record<string, string[]> = {
  cars: [
    `${own} where own.host_id = $1 order by own.created_at desc, own.id desc limit 50`,
    "select count(*) from host_cars where host_id = $1",
    `${papers} (select id from host_cars where host_id = $1) order by kind`,
  ],
  car: [`${own} where own.id = $1`, `${papers} ($1) order by kind`],
  calendar: [
    "select id, brand, model, trim, year, plate_number, listing_state from cars where host_id = $1 order by created_at desc, id desc",
    `select car_id, id, order_number, status, pickup_date, return_date from orders where car_id in ${carsOf} and host_id = $1 and (${holdsNow} or is_car_out or status = 'completed') and ${during} order by pickup_date, id`,
    `select car_blocks.*, label from car_blocks left join car_feeds on car_feeds.id = feed_id where car_blocks.car_id in ${carsOf} and ${during} order by first_date, car_blocks.id`,
    `select car_id, pickup_date, return_date from wizard_drafts where car_id in ${carsOf} and ${during}`,
    `select car_id, first_date, last_date from day_holds where car_id in ${carsOf} and reason = 'change' and ${during}`,
  ],
  feeds: [
    "select * from host_cars where id = $1",
    "select * from car_feeds where car_id = $1 order by created_at, id",
  ],
};

/**
 * Measures the calls of a host's screens with a thousand hosts of twenty cars and a million orders, beside a bare
 * program with the same SQL, and beside the same calls before there are any orders.
 */
export async function measureHosts(cluster: Cluster, isQuick: boolean): Promise<Row[]> {
  const [hosts, orders, rounds] = isQuick ? [50, 20_000, 20] : [1000, 1_000_000, 200];
  const databaseUrl = await fillCars(cluster, hosts * carsOfEach);
  const product = await startProduct({ DATABASE_URL: databaseUrl, ...withAdmin });
  const bare = await startBare(databaseUrl, bareCalls);
  try {
    const measured = await giveCars(databaseUrl, hosts);
    const token = await signIn(product, hostEmail);
    const ours = (call: Call) => timeOurs(product, token, call, measured);
    const bareOf = ({ bare: name, isOfCar }: Call) =>
      timed(bare.url(name, measured.host, isOfCar ? measured.car : measured.host));
    const empty = new Map<Call, number>();
    for (const call of calls) empty.set(call, median(await repeated(rounds, () => ours(call))));
    await fillOrders(databaseUrl, orders);
    const rows: Row[] = [];
    for (const call of calls) {
      const times = { ours: [] as number[], bare: [] as number[] };
      await repeated(5, () => ours(call));
      for (let round = 0; round < rounds; round++) {
        times.ours.push(await ours(call));
        times.bare.push(await bareOf(call));
      }
      const [mine, theirs, before] = [median(times.ours), median(times.bare), empty.get(call) ?? 0];
      rows.push(
        row(`${call.what}, median, beside the bare program`, mine, theirs),
        row(`${call.what} among ${orders.toLocaleString("en-US")} orders beside none`, mine, before),
      );
    }
    return rows;
  } finally {
    bare.stop();
    await product.stop();
  }
}

const timeOurs = (product: Product, token: string, { path }: Call, { car }: MeasuredHost): Promise<number> =>
  timed(product.address + path.replace("{car}", car), token);

async function repeated(rounds: number, once: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await once());
  return times;
}

const row = (what: string, ours: number, bare: number): Row => ({
  what,
  ours: milliseconds(ours),
  bare: milliseconds(bare),
  ratio: ours / bare,
  aim: 1.5,
  isAtLeast: false,
});

/** Gives all cars of the platform to hosts, twenty each; the demonstration's host is one of them. */
async function giveCars(databaseUrl: string, hosts: number): Promise<MeasuredHost> {
  return withClient(databaseUrl, async (client) => {
    await client.query(
      `insert into accounts (id, email, role, hosting_since)
       select gen_random_uuid(), 'host' || n || '@mail.example', 'host', now() from generate_series(2, $1::int) n`,
      [hosts],
    );
    await client.query(
      `create temp table given as
         select car.id as car_id, host.id as host_id
         from (select id, (row_number() over (order by id) - 1) / ${carsOfEach} as place from cars where host_id is null) car
         join (select id, row_number() over (order by email = $1 desc, id) - 1 as place
               from accounts where role = 'host') host on host.place = car.place`,
      [hostEmail],
    );
    await client.query(
      "insert into host_cars (id, host_id, language, submitted_at, decided_at) select car_id, host_id, 'en', now(), now() from given",
    );
    await client.query(
      `insert into car_papers (id, car_id, kind, last_day, content_id, bytes, accepted_at)
       select gen_random_uuid(), car_id, kind, current_date + 200, gen_random_uuid(), 100000, now()
       from given, unnest(array['registration', 'insurance']) kind`,
    );
    await client.query("vacuum analyze car_papers");
    await client.query("update cars set host_id = given.host_id from given where id = car_id");
    await client.query("vacuum analyze cars");
    await client.query("vacuum analyze host_cars");
    const { rows } = await client.query<MeasuredHost>(
      `select cars.host_id as host, cars.id as car from cars join accounts on accounts.id = host_id
       where email = $1 and listing_state = 'listed' limit 1`,
      [hostEmail],
    );
    if (!rows[0]) throw new Error("The demonstration's host has no car");
    return rows[0];
  });
}

async function withClient<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
