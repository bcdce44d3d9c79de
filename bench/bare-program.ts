// The limit for a comparison: looks up the session's account, then runs the bare SQL of a call, and returns its
// rows unchanged. Its arguments are the database's address and the calls; prints its own address.
import Fastify from "fastify";
import pg from "pg";

const [, , databaseUrl = "", given = "{}"] = process.argv;
/** The statements of each call; the last part of the address is their parameter. */
const calls = JSON.parse(given) as Record<string, string[]>;
const pool = new pg.Pool({ connectionString: databaseUrl, max: 8 });
const app = Fastify();
const session =
  "select users.id, accounts.* from users join accounts on accounts.id = users.id where users.id = $1";
for (const [name, queries] of Object.entries(calls))
  app.get<{ Params: { account: string; about: string } }>(
    `/${name}/:account/:about`,
    async ({ params: { account, about } }) => {
      await pool.query(session, [account]);
      const answers = [];
      for (const query of queries)
        answers.push((await pool.query(query, query.includes("$1") ? [about] : [])).rows);
      return answers;
    },
  );
process.stdout.write(`ready at ${await app.listen({ port: 0, host: "127.0.0.1" })}\n`);
process.once("SIGTERM", () => void app.close().then(() => pool.end()));
