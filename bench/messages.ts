import { performance } from "node:perf_hooks";
import pg from "pg";
import { startProduct } from "../test/product.ts";
import type { Cluster } from "../test/throwaway-cluster.ts";
import { signIn, withAdmin } from "./admin.ts";
import { fillCars } from "./fill.ts";
import { median, milliseconds, type Row } from "./report.ts";

/** Lists, threads, unread counts and search among very many messages, each beside its bare SQL. */
export async function measureMessages(cluster: Cluster, isQuick: boolean): Promise<Row[]> {
  const databaseUrl = await fillCars(cluster, 100);
  const product = await startProduct({ DATABASE_URL: databaseUrl, ...withAdmin });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const token = await signIn(product);
    const id = await fillMessages(client, isQuick ? 2000 : 100_000);
    const ask = async (path: string): Promise<number> => {
      const began = performance.now();
      const answer = await fetch(product.address + path, { headers: { authorization: `Bearer ${token}` } });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      return performance.now() - began;
    };
    const bare = async (query: string): Promise<number> => {
      const began = performance.now();
      await client.query(query);
      return performance.now() - began;
    };
    const page = "select * from conversations c left join accounts a on a.id = c.account_id";
    const kinds: [string, string, string][] = [
      [
        "The inbox's first page",
        "/api/admin/conversations",
        `${page} where closed_at is null order by last_at desc, c.id desc limit 40`,
      ],
      [
        "Those that wait",
        "/api/admin/conversations?state=waiting",
        `${page} where waiting_since is not null and closed_at is null order by waiting_since, c.id limit 40`,
      ],
      [
        "One's own list",
        "/api/conversations",
        `${page} where account_id = (select account_id from conversations where id = '${id}') order by last_at desc, c.id desc limit 30`,
      ],
      [
        "A thread",
        `/api/conversations/${id}/messages`,
        `select * from messages where conversation_id = '${id}' order by number desc limit 50`,
      ],
      [
        "Unread messages",
        "/api/conversations/unread",
        `select sum(renter_unread) from conversations where renter_unread > 0 and account_id = (select account_id from conversations where id = '${id}')`,
      ],
      [
        "A search for a rare word",
        "/api/admin/conversations?search=c4ca4238",
        `${page} where closed_at is null and (c.id in (select conversation_id from messages where search_text like '%c4ca4238%') or lower(c.subject) like '%c4ca4238%') order by last_at desc, c.id desc limit 40`,
      ],
      [
        "A search for a common word",
        "/api/admin/conversations?search=morning",
        `${page} where closed_at is null and (c.id in (select conversation_id from messages where search_text like '%morning%') or lower(c.subject) like '%morning%') order by last_at desc, c.id desc limit 40`,
      ],
    ];
    const rows: Row[] = [];
    for (const [what, path, query] of kinds) {
      const [ours, theirs]: [number[], number[]] = [[], []];
      for (let round = 0; round < (isQuick ? 5 : 30); round++) {
        ours.push(await ask(path));
        theirs.push(await bare(query));
      }
      const [own, other] = [median(ours), median(theirs)];
      rows.push({
        what: `${what}, median`,
        ours: milliseconds(own),
        bare: milliseconds(other),
        ratio: own / other,
        aim: 1.5,
        isAtLeast: false,
      });
    }
    return rows;
  } finally {
    await client.end();
    await product.stop();
  }
}

/** Ten messages each; the demonstration's administrator has some of their own. Answers one of those. */
async function fillMessages(client: pg.Client, wanted: number): Promise<string> {
  await client.query("drop index messages_search");
  await client.query(
    `insert into accounts (id, email, full_name)
     select gen_random_uuid(), 'person' || n || '@example.com', 'Person ' || n from generate_series(1, $1::int / 10) n`,
    [wanted],
  );
  await client.query(
    `with people as (select array_agg(id) as ids from accounts)
     insert into conversations (id, account_id, subject, language, last_number, last_at, last_side, last_preview, renter_unread,
       renter_unread_since, admin_unread, waiting_since, closed_at)
     select gen_random_uuid(), ids[1 + n % array_length(ids, 1)], 'About ' || md5((n / 3)::text), 'en', 10, now() - n * interval '1 minute', 'admin',
       'Good morning', n % 2, case when n % 2 = 1 then now() end, n % 3, case when n % 50 = 0 then now() - n * interval '1 minute' end,
       case when n % 4 > 0 then now() end
     from people, generate_series(1, $1::int) n`,
    [wanted],
  );
  await client.query(
    `insert into messages (id, conversation_id, number, side, text, language)
     select gen_random_uuid(), c.id, n, case when n % 2 = 0 then 'admin' else 'renter' end,
       case when n % 2 = 0 then 'Good morning, ' else 'Hello, ' end || md5(c.subject || n) || ' is what we spoke of', 'en'
     from conversations c, generate_series(1, 10) n`,
  );
  await client.query("create index messages_search on messages using gin (search_text gin_trgm_ops)");
  await client.query("vacuum analyze messages");
  await client.query("vacuum analyze conversations");
  const found = await client.query<{ id: string }>(
    "select c.id from conversations c join accounts a on a.id = c.account_id where a.role = 'admin' limit 1",
  );
  return found.rows[0]?.id ?? "";
}
