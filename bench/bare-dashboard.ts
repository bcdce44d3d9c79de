// The limit to compare with: the session's account looked up, then the bare SQL of each call of a dashboard, its rows
// as they come. Reads the database's address as its argument; prints its own.
import Fastify from "fastify";
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.argv[2] ?? "", max: 8 });
const app = Fastify();
const session =
  "select users.id, accounts.* from users join accounts on accounts.id = users.id where users.id = $1";
const page = `select orders.*, cars.name, cars.images from orders left join cars on cars.id = car_id where account_id = $1`;
const newest = "order by orders.created_at desc, orders.id desc limit 10";
const isActive = "(status = 'in_progress' or status = 'confirmed' and return_date >= current_date)";
const counts = `select count(*), count(*) filter (where ${isActive}) as active, count(*) filter (where status = 'completed') as completed from orders where account_id = $1`;
const calls: Record<string, string[]> = {
  all: [`${page} ${newest}`, counts],
  active: [`${page} and ${isActive} ${newest}`, counts],
  completed: [`${page} and status = 'completed' ${newest}`, counts],
  overview: [
    `${page} and status in ('pending', 'confirmed', 'in_progress') order by pickup_date limit 20`,
    `${page} order by orders.created_at desc, orders.id desc limit 3`,
    counts,
  ],
  saved: [
    "select cars.*, saved.price as saved_price from saved_cars saved join cars on cars.id = saved.car_id where account_id = $1 order by saved_at desc limit 24",
    "select count(*) from saved_cars where account_id = $1",
  ],
};
for (const [name, queries] of Object.entries(calls))
  app.get<{ Params: { account: string } }>(`/${name}/:account`, async ({ params: { account } }) => {
    await pool.query(session, [account]);
    const answers = [];
    for (const query of queries) answers.push((await pool.query(query, [account])).rows);
    return answers;
  });
process.stdout.write(`ready at ${await app.listen({ port: 0, host: "127.0.0.1" })}\n`);
process.once("SIGTERM", () => void app.close().then(() => pool.end()));
