// @one-database
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Reconciliation } from "#contract/admin/reconciliation.ts";
import type { PayoutSettings } from "#contract/host/payouts.ts";
import type { HostPayout } from "#contract/payouts.ts";
import { addDays } from "#domain/dates.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { makeHostedOrder } from "#test/host-rentals.ts";
import { bankAccount, creditHost, payoutCalls } from "#test/payouts.ts";
import { startStripe } from "#test/stand-ins/stripe.ts";
import { followTransfers, sendTransfers } from "./follow-transfers.ts";

let stripe: Awaited<ReturnType<typeof startStripe>>;
let test: TestApp;
const rows = <Row extends object>(sql: string, values: unknown[] = []) =>
  test.services.database.rows<Row>(sql, values);
const { call, saveDetails, run } = payoutCalls(() => test);

beforeAll(async () => {
  stripe = await startStripe();
  test = await startTestApp(
    { ...stripe.env, STRIPE_CONNECT: "on", HOST_HOLD_DAYS: "0" },
    { at: "2026-12-08T18:00:00Z" },
  );
});
beforeEach(() => stripe.calm());
afterAll(async () => {
  await test.close();
  await stripe.close();
});

/** A host whom Stripe may pay, with this many cents payable. */
async function readyHost(amount: number): Promise<Person> {
  const host = await makePerson(test, { role: "host" });
  const orderId = await makeHostedOrder(test, host, (await makePerson(test)).id);
  await onboard(host);
  stripe.connect.finish(await accountOf(host));
  await followTransfers(test.services);
  await creditHost(test.services, { hostId: host.id, orderId, amount, payableOn: "2026-12-08" });
  return host;
}
const onboard = (host: Person) => call(host, "POST", "/api/host/payout-onboarding", {});
const accountOf = async (host: Person): Promise<string> =>
  (await rows<{ ref: string }>("select ref from stripe_accounts where host_id = $1", [host.id]))[0]?.ref ??
  "";
const own = async (host: Person) => (await call(host, "GET", "/api/host/payouts")).json<HostPayout[]>();
const settings = async (host: Person) =>
  (await call(host, "GET", "/api/host/payout-details")).json<PayoutSettings>();
const transfersTo = async (host: Person) => {
  const account = await accountOf(host);
  return [...stripe.connect.transfers.values()].filter(({ destination }) => destination === account);
};

it("a host is led to Stripe's pages, and paid only once Stripe has what it needs", async () => {
  const host = await makePerson(test, { role: "host" });
  expect(await settings(host)).toMatchObject({ mode: "stripe", isReady: false, lacksSomething: false });
  const [first, again] = [await onboard(host), await onboard(host)];
  expect([first.json(), again.json()]).toEqual([
    { url: `https://connect.example/${await accountOf(host)}` },
    { url: `https://connect.example/${await accountOf(host)}` },
  ]);
  await followTransfers(test.services);
  expect(await settings(host)).toMatchObject({ isReady: false, lacksSomething: true });
  stripe.connect.finish(await accountOf(host));
  await followTransfers(test.services);
  expect(await settings(host)).toMatchObject({ isReady: true, lacksSomething: false });
  expect(refusalOf(await saveDetails(host, bankAccount)).code).toBe("payout_by_provider");
});

it("a person without payouts can't open Stripe's pages", async () => {
  const renter = await makePerson(test);
  expect(await settings(renter)).toMatchObject({ mode: "stripe", mayChange: false });
  expect(refusalOf(await onboard(renter)).code).toBe("host_not_approved");
});

it("a payout is sent once, and what Stripe takes back is taken back in the books", async () => {
  const host = await readyHost(64_000);
  await run();
  await Promise.all([sendTransfers(test.services), sendTransfers(test.services)]);
  await sendTransfers(test.services);
  const [payout] = await own(host);
  expect(payout).toMatchObject({ status: "paid", mode: "stripe", amount: "640.00", paidOn: "2026-12-08" });
  const [transfer, ...more] = await transfersTo(host);
  expect([transfer?.amount, more]).toEqual([64_000, []]);
  stripe.connect.reverse(transfer?.id ?? "");
  await followTransfers(test.services);
  expect(await own(host)).toMatchObject([{ status: "failed", reason: "reversed" }]);
  const [ledger] = await rows<{ cents: number }>(
    `select sum(amount)::int as cents from ledger_entries where account = 'provider_clearing' and transaction_id in
       (select id from ledger_transactions where payout_id = $1)`,
    [payout?.id],
  );
  expect(ledger?.cents).toBe(0);
  const desk = await rows("select 1 from emails where kind = 'admin_payout_failed'");
  expect(desk).toHaveLength(1);
});

it("each part of a transfer taken back informs the back office once, and the whole fails it", async () => {
  const host = await readyHost(30_000);
  await run();
  await sendTransfers(test.services);
  const [payout] = await own(host);
  const transfer = (await transfersTo(host))[0]?.id ?? "";
  const subjectsSent = async () => {
    const found = await rows<{ subject: string }>(
      `select subject from emails where kind = 'admin_payout_failed' and subject like $1 order by created_at`,
      [`%${payout?.name}`],
    );
    return found.map(({ subject }) => subject);
  };
  const inPart = `Part of a payout was taken back: ${payout?.name}`;
  for (const taken of [10_000, 5_000]) {
    stripe.connect.reverse(transfer, taken);
    await Promise.all([followTransfers(test.services), followTransfers(test.services)]);
    await followTransfers(test.services);
    expect(await own(host)).toMatchObject([{ status: "paid" }]);
  }
  expect(await subjectsSent()).toEqual([inPart, inPart]);
  const [email] = await rows<{ text: string }>(
    "select content::text as text from emails where subject = $1 order by created_at limit 1",
    [inPart],
  );
  for (const words of ["$300", "$100"]) expect(email?.text).toContain(words);
  const written = await rows<{ after: unknown }>(
    "select after from audit_events where action = 'payout_reversed_in_part' and entity_id = $1 order by id",
    [payout?.id],
  );
  expect(written).toEqual([{ after: { amount: "100.00" } }, { after: { amount: "150.00" } }]);
  stripe.connect.reverse(transfer);
  await followTransfers(test.services);
  expect(await own(host)).toMatchObject([{ status: "failed", reason: "reversed" }]);
  expect(await subjectsSent()).toEqual([inPart, inPart, `Payout failed: ${payout?.name}`]);
});

it("each sent transfer is looked up once, however many there are", async () => {
  const host = await makePerson(test, { role: "host" });
  await rows(
    `insert into payouts (host_id, mode, status, amount, provider_ref, made_on, paid_on, created_at)
     select $1, 'stripe', 'paid', 100, 'tr_many_' || place, '2026-12-08'::date - place, '2026-12-08', '2026-12-08'
     from generate_series(1, 450) as place`,
    [host.id],
  );
  const before = stripe.calls.length;
  await followTransfers(test.services);
  const found = stripe.calls.slice(before).flatMap(({ path }) => /tr_many_\d+/.exec(path) ?? []);
  expect([found.length, new Set(found).size]).toEqual([450, 450]);
  await rows("delete from payouts where host_id = $1", [host.id]);
});

it("a transfer refused by Stripe shows why, and its money goes to the next payout", async () => {
  const host = await readyHost(9_900);
  await run();
  Object.assign(stripe.connect.accounts.get(await accountOf(host)) ?? {}, { payouts_enabled: false });
  await sendTransfers(test.services);
  expect(await own(host)).toMatchObject([
    { status: "failed", reason: "insufficient_capabilities_for_transfer" },
  ]);
  expect(await transfersTo(host)).toEqual([]);
});

it("an administrator can't record the result of a transfer", async () => {
  const host = await readyHost(5_000);
  await run();
  const admin = await makePerson(test, { role: "admin", permissions: ["manage_payments"] });
  const [payout] = await own(host);
  const said = { reference: "x", paidOn: "2026-12-08" };
  const path = `/api/admin/payouts/${payout?.id}`;
  expect(refusalOf(await call(admin, "POST", `${path}/paid`, said)).code).toBe("payout_by_provider");
  stripe.trouble(/POST \/v1\/transfers/, "500", "500");
  await sendTransfers(test.services);
  expect(refusalOf(await call(admin, "POST", `${path}/cancel`, { reason: "x" })).code).toBe(
    "payout_by_provider",
  );
  await sendTransfers(test.services);
  expect(await own(host)).toMatchObject([{ status: "paid" }]);
});

it("a transfer is made once through lost answers and killed processes", async () => {
  const hosts = await Promise.all([1, 2, 3, 4].map((turn) => readyHost(turn * 1_000)));
  await run();
  const { database } = test.services;
  const whole = database.transaction;
  const dies = () => Math.random() < 0.4;
  try {
    for (let round = 0; round < 30; round++) {
      stripe.trouble(
        /transfers/,
        ...(dies() ? (["cut-after", "cut-after"] as const) : []),
        ...(dies() ? (["500"] as const) : []),
      );
      // A process that dies has written all of a transaction, or nothing of it.
      database.transaction = async (work) => {
        if (dies()) throw new Error("died before");
        const done = await whole(work);
        if (dies()) throw new Error("died after");
        return done;
      };
      await Promise.allSettled([sendTransfers(test.services), sendTransfers(test.services)]);
    }
  } finally {
    database.transaction = whole;
  }
  stripe.calm();
  await sendTransfers(test.services);
  for (const [turn, host] of hosts.entries()) {
    expect((await transfersTo(host)).map(({ amount }) => amount)).toEqual([(turn + 1) * 1_000]);
    expect(await own(host)).toMatchObject([{ status: "paid" }]);
    const [posted] = await rows<{ cents: number; times: number }>(
      `select sum(amount)::int as cents, count(*)::int as times from ledger_entries where account = 'host_payable'
         and transaction_id in (select id from ledger_transactions where kind = 'payout' and payout_id in
           (select id from payouts where host_id = $1))`,
      [host.id],
    );
    expect(posted).toEqual({ cents: (turn + 1) * 1_000, times: 1 });
  }
});

it("transfers match Stripe's report, with the sums that were taken back", async () => {
  const [sent, back] = [await readyHost(7_700), await readyHost(8_800)];
  await run();
  await sendTransfers(test.services);
  const admin = await makePerson(test, { role: "admin", permissions: ["manage_payments"] });
  const today = new Date().toISOString().slice(0, 10);
  await rows("update payouts set paid_on = $1::date where paid_on is not null", [today]);
  stripe.connect.reverse((await transfersTo(back))[0]?.id ?? "");
  await followTransfers(test.services);
  await rows("update payouts set closed_at = now()");
  const found = await call(
    admin,
    "GET",
    `/api/admin/finance/reconciliation?provider=stripe&from=${addDays(today, -2)}&to=${addDays(today, 1)}`,
  );
  const matched = found.json<Reconciliation>().rows.filter(({ kind }) => kind === "transfer");
  for (const host of [sent, back]) {
    const ref = (await transfersTo(host))[0]?.id;
    expect(matched.find((row) => row.ref === ref)?.status).toBe("matched");
  }
});

describe("the yearly list of hosts paid by Stripe", () => {
  const list = async () => {
    const admin = await makePerson(test, { role: "admin", permissions: ["manage_payments"] });
    const answer = await call(admin, "GET", "/api/admin/finance/hosts?year=2026");
    expect(answer.statusCode, answer.body).toBe(200);
    return { admin, body: answer.body };
  };
  /** The row of a host, whose cells may go over several lines. */
  const rowOf = (body: string, host: Person) =>
    body.slice(body.indexOf(host.id)).split(/\r\n/)[0]?.replaceAll(/\s+/g, " ") ?? "";

  it("the yearly list has the names and addresses that Stripe gives, and says who keeps the others", async () => {
    const [person, company, silent, halfway] = await Promise.all([1, 2, 3, 4].map(() => readyHost(5_000)));
    if (!person || !company || !silent || !halfway) throw new Error("no hosts");
    const street = { line1: "1 Main St", city: "Fremont", state: "CA", postal_code: "94536", country: "US" };
    stripe.connect.tell(await accountOf(person), {
      individual: { first_name: "Lena", last_name: "Ortiz", address: { ...street, line2: "Apt 4" } },
    });
    stripe.connect.tell(await accountOf(company), { company: { name: "Bay Cars LLC", address: street } });
    stripe.connect.tell(await accountOf(halfway), {
      individual: { first_name: "Ann", address: { city: "San Jose" } },
    });
    const { admin, body } = await list();
    expect(rowOf(body, person)).toContain(
      `Lena Ortiz,${person.email},"1 Main St Apt 4 Fremont, CA 94536",Stripe`,
    );
    expect(rowOf(body, company)).toContain(
      `Bay Cars LLC,${company.email},"1 Main St Fremont, CA 94536",Stripe`,
    );
    for (const host of [silent, halfway])
      expect(rowOf(body, host)).toContain(`${host.email},,Kept by Stripe,`);
    const opened = await rows<{ host: string }>(
      "select entity_id as host from audit_events where actor = $1 and action = 'payout_details_opened'",
      [admin.id],
    );
    expect(opened.map(({ host }) => host).toSorted()).toEqual([person.id, company.id].toSorted());
  });

  it("the yearly list is complete while Stripe is silent, and soon stops calling it", async () => {
    const hosts = await Promise.all(Array.from({ length: 9 }, (_, index) => readyHost(1_000 + index)));
    stripe.trouble(/GET \/v1\/accounts/, ...Array.from({ length: 200 }, () => "500" as const));
    const asked = () => stripe.calls.filter(({ path }) => path.startsWith("/v1/accounts/")).length;
    const before = asked();
    const { body } = await list();
    for (const host of hosts) expect(rowOf(body, host)).toContain(`${host.email},,Stripe gave no answer,`);
    // The client asks about eight hosts at once, each twice; then it stops asking.
    expect(asked() - before).toBeLessThanOrEqual(16);
    stripe.calm();
    expect(rowOf((await list()).body, hosts[0] as Person)).toContain("Kept by Stripe");
  });
});
