import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { listenTo } from "../test/event-stream.ts";
import { type Product, startProduct } from "../test/product.ts";
import type { Cluster } from "../test/throwaway-cluster.ts";
import { signIn, withAdmin } from "./admin.ts";
import { fillCars } from "./fill.ts";
import { median, milliseconds, type Row, timed } from "./report.ts";
import { startBare } from "./start-bare.ts";

/** The rows of a list of conversations, with the names that the list shows. */
const shown = (which: string, order: string, limit: number): string =>
  `select c.*, person.full_name, person.email, author.full_name as author, keeper.full_name as keeper, o.order_number,
     o.car_name, o.status, o.pickup_date, o.return_date, cars.name as car
   from (select * from conversations c where ${which} order by ${order} limit ${limit}) c
     left join accounts person on person.id = c.account_id left join accounts author on author.id = c.last_author_id
     left join accounts keeper on keeper.id = c.assigned_to left join orders o on o.id = c.order_id
     left join cars on cars.id = coalesce(c.car_id, o.car_id)
   order by ${order}`;
const newest = "last_at desc, c.id desc";
const matching = (word: string): string =>
  shown(
    `closed_at is null and (c.id in (select conversation_id from messages where search_text like '%${word}%') or lower(c.subject) like '%${word}%')`,
    newest,
    40,
  );

/** What is measured, the call, the bare statement, and whether it is about the account or the conversation. */
const calls: [what: string, path: string, bare: string, about: "account" | "conversation"][] = [
  ["The inbox's first page", "/api/admin/conversations", shown("closed_at is null", newest, 40), "account"],
  [
    "Those that wait",
    "/api/admin/conversations?state=waiting",
    shown("waiting_since is not null and closed_at is null", "waiting_since, c.id", 40),
    "account",
  ],
  ["One's own list", "/api/conversations", shown("account_id = $1", newest, 30), "account"],
  [
    "A thread",
    "/api/conversations/:id/messages",
    `select m.*, author.full_name, (select json_agg(f) from attachments f where f.message_id = m.id) as files
     from messages m left join accounts author on author.id = m.author_id
     where conversation_id = $1 order by number desc limit 50`,
    "conversation",
  ],
  [
    "Unread messages",
    "/api/conversations/unread",
    "select sum(renter_unread) from conversations where renter_unread > 0 and account_id = $1",
    "account",
  ],
  ["A search for a rare word", "/api/admin/conversations?search=c4ca4238", matching("c4ca4238"), "account"],
  ["A search for a common word", "/api/admin/conversations?search=morning", matching("morning"), "account"],
];

/**
 * Measures lists, threads, unread counts and search among very many messages, each beside a bare program with the
 * same SQL; and how soon a message to one process reaches a stream of another.
 */
export async function measureMessages(cluster: Cluster, isQuick: boolean): Promise<Row[]> {
  const databaseUrl = await fillCars(cluster, 100);
  const settings = { DATABASE_URL: databaseUrl, ...withAdmin };
  const product = await startProduct(settings);
  const another = await startProduct(settings);
  const bare = await startBare(
    databaseUrl,
    Object.fromEntries(calls.map(([, , sql], at) => [`call${at}`, [sql]])),
  );
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const token = await signIn(product);
    const own = await fillMessages(client, isQuick ? 2000 : 100_000);
    const rows: Row[] = [];
    for (const [at, [what, path, , about]] of calls.entries()) {
      const [ours, theirs]: [number[], number[]] = [[], []];
      for (let round = 0; round < (isQuick ? 5 : 60); round++) {
        ours.push(await timed(product.address + path.replace(":id", own.conversation), token));
        theirs.push(await timed(bare.url(`call${at}`, own.account, own[about])));
      }
      const [mine, other] = [median(ours), median(theirs)];
      rows.push({
        what: `${what}, median, beside the bare program`,
        ours: milliseconds(mine),
        bare: milliseconds(other),
        ratio: mine / other,
        aim: 1.5,
        isAtLeast: false,
      });
    }
    rows.push(await measureDelivery(product, another, isQuick ? 20 : 200));
    return rows;
  } finally {
    await client.end();
    bare.stop();
    await another.stop();
    await product.stop();
  }
}

/** The time from a renter's message until an administrator's stream, on another process, has it. */
async function measureDelivery(from: Product, to: Product, times: number): Promise<Row> {
  const renter = await signIn(from, "customer@longbay.example");
  const stream = await listenTo(to.address, await signIn(to));
  const send = (path: string, body: object) =>
    fetch(from.address + path, {
      method: "POST",
      headers: { authorization: `Bearer ${renter}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const id = crypto.randomUUID();
  const begun = await send("/api/conversations", {
    id,
    subject: "How soon",
    message: { id: crypto.randomUUID(), text: "The first" },
  });
  if (begun.status !== 201) throw new Error(`nothing was begun: ${begun.status}`);
  const taken: number[] = [];
  const heardOf = () => stream.events.filter(({ conversationId }) => conversationId === id).length;
  while (heardOf() === 0) await wait(20);
  for (let at = 0; at < times; at++) {
    const before = heardOf();
    const began = performance.now();
    const answer = await send(`/api/conversations/${id}/messages`, {
      id: crypto.randomUUID(),
      text: `Message ${at}`,
    });
    if (!answer.ok) throw new Error(`message ${at} was answered ${answer.status}`);
    while (heardOf() === before) await wait(1);
    taken.push(performance.now() - began);
  }
  stream.cut();
  const late = taken.toSorted((a, b) => a - b)[Math.floor(times * 0.95)] ?? 0;
  return {
    what: `${times} messages from one process to another, 95th percentile, beside 1 s`,
    ours: milliseconds(late),
    bare: milliseconds(1000),
    ratio: late / 1000,
    aim: 1,
    isAtLeast: false,
  };
}

/** Fills conversations with ten messages each. Returns one that belongs to the demonstration's administrator. */
async function fillMessages(
  client: pg.Client,
  wanted: number,
): Promise<{ account: string; conversation: string }> {
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
  const found = await client.query<{ account: string; conversation: string }>(
    "select a.id as account, c.id as conversation from conversations c join accounts a on a.id = c.account_id where a.role = 'admin' limit 1",
  );
  const [own] = found.rows;
  if (!own) throw new Error("The administrator has no conversation of their own");
  return own;
}
