// @one-database
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import type { Order } from "#contract/orders.ts";
import { undone } from "#domain/orders/undone.ts";
import { endStaleOrders } from "#server/orders/moves/stale-orders.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp } from "#test/app.ts";
import { verifyLicence } from "#test/condition.ts";
import { letEmailsGo } from "#test/emails.ts";
import { requestCalls } from "#test/host-requests.ts";
import { remindHosts } from "./remind.ts";

const deskAddress = "desk@longbay.example";
const test = await startTestApp({ DESK_EMAIL: deskAddress, PAYMENT_INSTRUCTIONS: "Zelle us" });
afterAll(() => test.close());
const { call, rows, request, booked, answer, carOf, emailsAbout } = requestCalls(() => test);

/** How many random walks the suite does; LONGBAY_WALKS=10000 does more. */
const walks = Number(process.env.LONGBAY_WALKS ?? 7);

const actions = [
  "request",
  "request as verified",
  "request as visitor",
  "book",
  "confirm address",
  "accept",
  "decline",
  "both answers at once",
  "answer while withdrawn",
  "answer at the last second",
  "two of the same days at once",
  "withdraw",
  "let lapse",
  "lose the hold",
  "remind",
  "pause",
  "desk confirms",
  "desk begins",
  "desk completes",
  "desk cancels",
  "desk reopens",
  "desk undoes",
] as const;
type Step = { action: (typeof actions)[number]; which: number };

const desk = await makePerson(test, { role: "admin", permissions: ["all"] });
const hosts = [await makePerson(test, { role: "host" }), await makePerson(test, { role: "host" })];
const [first, second] = hosts;
if (!first || !second) throw new Error("no hosts");
await rows("update users set language = 'zh' where id = $1", [second.id]);
const languageOfHost = new Map([
  [first.email, "en"],
  [second.email, "zh"],
]);
let visitors = 0;
const seen = { accepted: 0, declined: 0, lapsed: 0, withdrawn: 0, booked: 0 };

async function walker() {
  const cars = [
    { id: await carOf(first as Person), host: first as Person },
    { id: await carOf(second as Person), host: second as Person },
    { id: await carOf(second as Person, { instantBook: true }), host: second as Person },
  ];
  const renter = await makePerson(test);
  const verified = await makePerson(test);
  await verifyLicence(test, verified.id);
  const ids: string[] = [];
  /** How far the history and the emails of each order had come when they were last compared. */
  const checked = new Map<string, string>();
  const pick = <T>(from: readonly T[], which: number): T | undefined => from[which % from.length];

  /** There are few days and fewer cars, so that most orders are in another order's way. */
  const wanted = (which: number) => ({
    carId: pick(cars, which)?.id ?? "",
    inDays: 20 + (which % 4) * 20,
    language: which % 2 ? ("zh" as const) : ("en" as const),
  });
  const keep = (placed: Awaited<ReturnType<typeof request>>) => {
    if (placed.statusCode < 300) ids.push(placed.json<Order>().id);
  };
  const orderOf = (which: number) => pick(ids, which);
  const hostOf = async (id: string) => {
    const [row] = await rows<{ carId: string }>('select car_id as "carId" from orders where id = $1', [id]);
    return cars.find((car) => car.id === row?.carId)?.host ?? desk;
  };
  const answerAs = async (id: string, decision: string) =>
    answer(await hostOf(id), id, decision, { reason: "other" });
  const withdraw = async (id: string) => {
    const [row] = await rows<{ accountId: string | null }>(
      'select account_id as "accountId" from orders where id = $1',
      [id],
    );
    const who = [renter, verified].find((one) => one.id === row?.accountId);
    return call(who, "POST", `/api/orders/${id}/cancel`, who ? {} : { key: await keyOf(id) });
  };
  const keyOf = async (id: string) => {
    const email = (await emailsAbout(id)).find(({ kind }) => kind === "order_received");
    return /key=([\w-]+)/.exec(email?.content ?? "")?.[1] ?? "none";
  };
  const set = async (id: string, status: string) => {
    const answered = await call(desk, "PUT", `/api/admin/orders/${id}/status`, {
      status,
      reason: "By telephone",
    });
    return answered.statusCode === 200 ? answered.json<{ change: number | null }>().change : null;
  };
  const stand = (status: string) => async (id: string) => {
    await set(id, status);
    await letEmailsGo(test);
  };

  const withOrder = (work: (id: string) => Promise<unknown>) => async (which: number) => {
    const id = orderOf(which);
    if (id) await work(id);
  };
  const does: Record<Step["action"], (which: number) => Promise<unknown>> = {
    request: async (which) => keep(await request(renter, wanted(which))),
    "request as verified": async (which) => keep(await request(verified, wanted(which))),
    "request as visitor": async (which) =>
      keep(await request(undefined, wanted(which), { customerEmail: `visitor${++visitors}@example.com` })),
    book: async (which) => {
      const [draft] = await rows("select id from wizard_drafts where account_id = $1", [renter.id]);
      if (!draft) keep(await booked(which % 2 ? renter : verified, wanted(which)));
    },
    "confirm address": withOrder(async (id) =>
      call(undefined, "POST", `/api/orders/${id}/confirm-email`, { key: await keyOf(id) }),
    ),
    accept: withOrder((id) => answerAs(id, "accepted")),
    decline: withOrder((id) => answerAs(id, "declined")),
    "both answers at once": withOrder((id) =>
      Promise.all([answerAs(id, "accepted"), answerAs(id, "declined")]),
    ),
    "answer while withdrawn": withOrder((id) => Promise.all([answerAs(id, "accepted"), withdraw(id)])),
    "answer at the last second": withOrder(async (id) => {
      await rows("update orders set expires_at = now() where id = $1 and status = 'pending'", [id]);
      await Promise.all([answerAs(id, "accepted"), endStaleOrders(test.services)]);
    }),
    "two of the same days at once": async (which) => {
      const same = wanted(which);
      for (const placed of await Promise.all([request(renter, same), request(verified, same)])) keep(placed);
    },
    withdraw: withOrder(withdraw),
    "let lapse": withOrder(async (id) => {
      await rows(
        "update orders set expires_at = now() - interval '1 minute' where id = $1 and status = 'pending'",
        [id],
      );
      await endStaleOrders(test.services);
    }),
    "lose the hold": withOrder((id) =>
      rows("update orders set lacks_hold = true, hold_ends_at = null where id = $1 and status = 'pending'", [
        id,
      ]),
    ),
    remind: async () => {
      await rows(
        "update orders set host_asked_at = host_asked_at - interval '12 hours' where status = 'pending'",
      );
      await remindHosts(test.services);
    },
    pause: async (which) =>
      rows(
        "update cars set listing_state = case listing_state when 'paused' then 'listed' else 'paused' end where id = $1",
        [pick(cars, which)?.id],
      ),
    "desk confirms": withOrder(stand("confirmed")),
    "desk begins": withOrder(stand("in_progress")),
    "desk completes": withOrder(stand("completed")),
    "desk cancels": withOrder(stand("cancelled")),
    "desk reopens": withOrder(stand("pending")),
    "desk undoes": withOrder(async (id) => {
      const change = await set(id, "cancelled");
      if (change === null) return;
      const back = await call(desk, "POST", `/api/admin/orders/${id}/undo-status`, { change });
      if (back.statusCode !== 200) await letEmailsGo(test);
    }),
  };

  async function check() {
    const twice = await rows(
      `select one.id from orders one join orders other on other.car_id = one.car_id and other.id > one.id and other.during && one.during
       where one.car_id = any($1) and (one.holds_car or one.status in ('confirmed', 'in_progress'))
         and (other.holds_car or other.status in ('confirmed', 'in_progress'))`,
      [cars.map(({ id }) => id)],
    );
    expect(twice, "promised twice").toEqual([]);
    const endless = await rows(
      `select id, status from orders where id = any($1) and (
         status = 'pending' and expires_at is null
         or status = 'pending' and host_asked_at is not null and (host_answer is not null or email_confirmed_at is null)
         or status = 'pending' and host_asked_at is null and email_confirmed_at is not null
         or status = 'cancelled' and host_asked_at is not null and host_answer is null
         or status in ('confirmed', 'in_progress', 'completed') and (host_answer is null or host_answer not in ('accepted', 'booked'))
         or status = 'confirmed' and (is_car_out or trip_started_at is not null)
         or status = 'in_progress' and (is_car_out or trip_started_at is null)
         or status = 'cancelled' and holds_car)`,
      [ids],
    );
    expect(endless, "without an end").toEqual([]);
    const standing = await rows<{ id: string; lastEvent: string }>(
      `select id, concat((select max(id) from audit_events where entity = 'order' and entity_id = orders.id::text), ' ',
         (select count(*) from emails where order_id = orders.id)) as "lastEvent" from orders where id = any($1)`,
      [ids],
    );
    for (const { id, lastEvent } of standing) {
      if (checked.get(id) !== lastEvent) await checkEmails(id);
      checked.set(id, lastEvent);
    }
  }

  /** Expects exactly the emails, and their recipients, that the history of an order should cause. */
  async function checkEmails(id: string) {
    const events = await rows<{
      id: string;
      actor: string;
      action: string;
      to: string | null;
      reason: string | null;
      undoes: string | null;
    }>(
      `select id::text as id, actor, action, after->>'status' as "to", reason, after->>'undoes' as undoes from audit_events
       where entity = 'order' and entity_id = $1 and action in ('placed', 'email_confirmed', 'status') order by audit_events.id`,
      [id],
    );
    const taken = new Set(events.flatMap(({ undoes }) => undoes ?? []));
    const host = await hostOf(id);
    const [order] = await rows<{ email: string; language: string; isKnown: boolean }>(
      `select customer_email as email, language, account_id is not null as "isKnown" from orders where id = $1`,
      [id],
    );
    if (!order) throw new Error("an order has gone");
    const announced: string[] = [];
    const toRenter = (kind: string) => announced.push([kind, order.email, order.language].join(" "));
    const toAdmins = (kind: string) => announced.push([kind, deskAddress, "en"].join(" "));
    const toHost = (what: string) =>
      announced.push([`host_order_${what}`, host.email, languageOfHost.get(host.email)].join(" "));
    let status = "none";
    let isWaiting = false;
    let isConfirmedAddress = order.isKnown;
    for (const { id: event, actor, action, to, reason } of events) {
      if (taken.has(event) || reason === undone) continue;
      if (action === "placed") {
        toRenter(to === "confirmed" ? "order_confirmed" : "order_received");
        toAdmins("admin_order_placed");
        isWaiting = to === "pending" && isConfirmedAddress;
        if (to === "confirmed") toHost("booked");
        if (isWaiting) toHost("asked");
        status = to ?? "";
        continue;
      }
      if (action === "email_confirmed") {
        isConfirmedAddress = true;
        toRenter("order_address_confirmed");
        isWaiting = true;
        toHost("asked");
        continue;
      }
      const byHost = actor === host.id;
      const byAdmin = actor === desk.id;
      if (byHost) toRenter(to === "confirmed" ? "order_confirmed" : "order_declined");
      else if (byAdmin) toRenter(`order_${to}`);
      else if (actor === "system")
        toRenter(reason?.startsWith("the dates") ? "order_dates_gone" : "order_expired");
      else {
        toRenter("order_cancelled");
        toAdmins("admin_order_cancelled");
      }
      if (to === "pending") {
        isWaiting = isConfirmedAddress;
        if (isWaiting) toHost("asked");
      } else {
        if (isPromised(to) && !isPromised(status) && !byHost && (isWaiting || status !== "completed"))
          toHost(isWaiting ? "accepted_for_you" : "booked");
        if (to === "cancelled" && isPromised(status)) toHost("cancelled");
        else if (to === "cancelled" && isWaiting && !byHost)
          toHost(byAdmin ? "declined_for_you" : actor === "system" ? "lapsed" : "withdrawn");
        isWaiting = false;
      }
      status = to ?? "";
    }
    const emails = await emailsAbout(id);
    const written = emails
      .filter(({ kind }) => kind !== "host_order_reminder" && kind !== "admin_order_expiring")
      .map(({ kind, recipient, language }) => [kind, recipient, language].join(" "));
    expect(written.toSorted(), `${id}: ${JSON.stringify(events)}`).toEqual(announced.toSorted());
    const reminders = emails.filter(({ kind }) => kind === "host_order_reminder");
    expect(reminders.length).toBeLessThanOrEqual(
      announced.filter((one) => one.startsWith("host_order_asked")).length,
    );
    for (const { recipient, language } of reminders)
      expect([recipient, language]).toEqual([host.email, languageOfHost.get(host.email)]);
  }

  /** Lets the time of all pending orders end: nothing waits forever. */
  async function end() {
    await rows(
      "update orders set expires_at = now() - interval '1 minute' where id = any($1) and status = 'pending'",
      [ids],
    );
    await endStaleOrders(test.services);
    const open = await rows("select id from orders where id = any($1) and status = 'pending'", [ids]);
    expect(open, "still open").toEqual([]);
    await check();
    const outcomes = await rows<{ outcome: keyof typeof seen; count: number }>(
      "select host_answer as outcome, count(*)::int as count from orders where id = any($1) and host_answer is not null group by 1",
      [ids],
    );
    for (const { outcome, count } of outcomes) seen[outcome] += count;
    await rows("delete from wizard_drafts where account_id = any($1)", [[renter.id, verified.id]]);
  }
  return { does, check, end };
}

const isPromised = (status: string | null): boolean => status === "confirmed" || status === "in_progress";

const step = fc.record({ action: fc.constantFrom(...actions), which: fc.nat(1000) });

it(
  `random answers, lapses and withdrawals of requests keep the rules: ${walks} walks`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 26 }), async (steps) => {
        const { does, check, end } = await walker();
        for (const { action, which } of steps) {
          await does[action](which);
          await check();
        }
        await end();
      }),
      { numRuns: walks, seed: Number(process.env.LONGBAY_SEED ?? 40), endOnFailure: true },
    );
    // Walks without any answered request, or any that ends by itself, would test nothing.
    for (const [outcome, count] of Object.entries(seen))
      expect([outcome, count > 0]).toEqual([outcome, true]);
  },
  120_000 + walks * 4000,
);
