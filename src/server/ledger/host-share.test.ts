// @one-database
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { addDays } from "#domain/dates.ts";
import { addBusinessDays } from "#domain/payouts/business-days.ts";
import { recognizeRevenue } from "#server/ledger/earnings.ts";
import { postHostShare } from "#server/ledger/host-share.ts";
import { decideRefund } from "#server/payments/refunds/refund.ts";
import { followChargebacks } from "#server/payments/chargebacks/jobs.ts";
import { today } from "#server/services.ts";
import { makePerson } from "#test/accounts.ts";
import { makeCharge, answer } from "#test/charges.ts";
import { hostBooks } from "#test/oracles/host-books.ts";
import { hostedRentals } from "#test/hosted-rentals.ts";
import { startRentals } from "#test/provider-rentals.ts";
import { creditHosts } from "./credit-hosts.ts";

const { test, stripe, admin, rentals } = await startRentals();
const { hosted: hostedBy, pay, rows } = hostedRentals(test, rentals, admin);
const hosted = (hostId: string | null = host) => hostedBy(hostId);
const books = hostBooks(test);
let host = "";
beforeAll(async () => {
  host = (await makePerson(test)).id;
});

afterEach(() => vi.restoreAllMocks());

type Credit = {
  rule: string;
  amount: number;
  gross: number;
  startsOn: string | null;
  payableOn: string;
  awaitsPickup: boolean;
};
const creditsOf = (orderId: string) =>
  rows<Credit>(
    `select rule, amount::float8 as amount, gross::float8 as gross, starts_on::text as "startsOn",
       payable_on::text as "payableOn", awaits_pickup as "awaitsPickup" from host_credits where order_id = $1 order by id`,
    [orderId],
  );
const creditedOf = async (orderId: string) =>
  (await creditsOf(orderId)).reduce((sum, { amount }) => sum + amount, 0);
const balanceOf = async (orderId: string, account: string) =>
  (
    await rows<{ sum: number }>(
      "select coalesce(sum(amount), 0)::float8 as sum from ledger_entries where order_id = $1 and account = $2",
      [orderId, account],
    )
  )[0]?.sum;

const share = (amount: number) => Math.round(amount * 0.8);

describe("a payment", () => {
  it("a payment credits the host's share of its months, with their days and the payable day", async () => {
    const { id, months, sharedOf, pickup } = await hosted();
    expect(await creditsOf(id)).toEqual([]);
    await pay(id, (months[0]?.amount ?? 0) + (months[1]?.amount ?? 0));
    const [first, second, ...more] = await creditsOf(id);
    expect(more).toEqual([]);
    const paidOn = addBusinessDays(today(test.services), 3);
    const latest = (...days: string[]) => days.toSorted().at(-1);
    expect(first).toEqual({
      rule: "share",
      amount: share(sharedOf(0)),
      gross: sharedOf(0),
      startsOn: pickup,
      payableOn: latest(addBusinessDays(pickup, 3), paidOn, addDays(pickup, 8)),
      awaitsPickup: true,
    });
    const next = months[1]?.startsOn ?? "";
    expect(second).toEqual({
      rule: "share",
      amount: share(sharedOf(0) + sharedOf(1)) - share(sharedOf(0)),
      gross: sharedOf(1),
      startsOn: next,
      payableOn: latest(addBusinessDays(next, 3), paidOn),
      awaitsPickup: false,
    });
    expect(await balanceOf(id, "host_payable")).toBe(-(await creditedOf(id)));
    expect(await books(id, today(test.services))).toEqual([]);
  });

  it("a part payment credits its part, and the payment of the rest credits the rest", async () => {
    const { id, months, sharedOf } = await hosted();
    await pay(id, 10_000);
    const [part] = await creditsOf(id);
    expect(part?.gross).toBe(Math.round((sharedOf(0) * 10_000) / (months[0]?.amount ?? 1)));
    await pay(id, (months[0]?.amount ?? 0) - 10_000);
    expect(await creditedOf(id)).toBe(share(sharedOf(0)));
  });

  it("a payment for one of our own cars credits nobody", async () => {
    const { id, months } = await hosted(null);
    await pay(id, months[0]?.amount ?? 0);
    expect(await creditsOf(id)).toEqual([]);
    expect(await balanceOf(id, "host_payable")).toBe(0);
  });

  it("a payment taken back takes the credit back at once", async () => {
    const { id, months } = await hosted();
    await pay(id, (months[0]?.amount ?? 0) - 40_000);
    const before = await creditedOf(id);
    const payment = await pay(id, 40_000);
    const credited = (await creditedOf(id)) - before;
    await rentals.call("POST", `/api/admin/payments/${payment}/take-back`, { reason: "Mistaken" }, admin);
    const last = (await creditsOf(id)).at(-1);
    expect(last).toMatchObject({ amount: -credited, payableOn: today(test.services), awaitsPickup: false });
    expect(await creditedOf(id)).toBe(before);
  });
});

describe("a host's share", () => {
  it("a host's share is an expense on the days of its months, one entry a month", async () => {
    const { id, months, pickup, sharedOf } = await hosted();
    await pay(id, months[0]?.amount ?? 0);
    expect(await balanceOf(id, "host_share")).toBe(0);
    expect(await balanceOf(id, "deferred_host_share")).toBe(share(sharedOf(0)));
    const on = addDays(pickup, 70);
    await recognizeRevenue(rentals.on(on));
    expect(await balanceOf(id, "host_share")).toBe(share(sharedOf(0)));
    expect(await balanceOf(id, "deferred_host_share")).toBe(0);
    const entries = await rows<{ month: string; count: number }>(
      `select to_char(posted_on, 'YYYY-MM') as month, count(*)::int as count from ledger_entries
       where order_id = $1 and account = 'host_share' group by month order by month`,
      [id],
    );
    const ofMonths = new Set(
      [...Array(31).keys()]
        .map((day) => addDays(pickup, day))
        .filter((day) => day < (months[0]?.endsOn ?? ""))
        .map((day) => day.slice(0, 7)),
    );
    expect(entries).toEqual([...ofMonths].map((month) => ({ month, count: 1 })));
  });

  it("a cancellation leaves the host a share of what is kept, and goodwill doesn't lower it", async () => {
    const { id, months, sharedOf } = await hosted();
    await pay(id, months[0]?.amount ?? 0);
    const goodwill = { id: crypto.randomUUID(), amount: "50.00", reason: "So sorry" };
    await rentals.call("POST", `/api/admin/orders/${id}/refunds`, goodwill, admin);
    await decideRefund(test.services, { id: goodwill.id, decision: "paid", by: admin.id });
    expect(await creditedOf(id)).toBe(share(sharedOf(0)));
    await rentals.call("PUT", `/api/admin/orders/${id}/status`, { status: "cancelled", reason: "So" }, admin);
    // The cancellation ten days ahead is free of charge.
    expect(await creditedOf(id)).toBe(0);
    expect(await balanceOf(id, "host_payable")).toBe(0);
    await rentals.call("PUT", `/api/admin/orders/${id}/status`, { status: "confirmed", reason: "So" }, admin);
    expect(await books(id, today(test.services))).toEqual([]);
  });

  it("a host gets all of a paid damage and a share of late days", async () => {
    const { id, months, person } = await hosted();
    await rentals.handOver(id);
    await pay(id, months[0]?.amount ?? 0);
    const before = await creditedOf(id);
    const judge = await makePerson(test, { role: "admin", permissions: ["manage_disputes"] });
    const charge = await makeCharge(test, judge, id, { amount: "80.00" });
    await answer(test, person, charge.id, { answer: "accept" });
    expect(await creditedOf(id)).toBe(before);
    await pay(id, 8_000);
    expect((await creditsOf(id)).at(-1)).toEqual({
      rule: "charge",
      amount: 8_000,
      gross: 8_000,
      startsOn: null,
      awaitsPickup: false,
      payableOn: addBusinessDays(today(test.services), 3),
    });
    expect(await balanceOf(id, "host_share")).toBe(8_000);
  });

  it("earlier payments of hosted rentals are credited once", async () => {
    const { id, months, sharedOf } = await hosted(null);
    await pay(id, months[0]?.amount ?? 0);
    await rows("update orders set host_id = $2, host_share_percent = 80 where id = $1", [id, host]);
    for (let run = 0; run < 2; run++) await creditHosts(test.services);
    expect(await creditedOf(id)).toBe(share(sharedOf(0)));
  });
});

it("a month without days after the end of its rental has none in its credits", async () => {
  const { id, months } = await hosted();
  await pay(id, (months[0]?.amount ?? 0) + (months[1]?.amount ?? 0));
  await rows(
    `update instalments set starts_on = return_date, ends_on = return_date from orders
     where orders.id = order_id and order_id = $1 and instalments.number = 2`,
    [id],
  );
  await test.services.database.transaction((tx) => postHostShare(test.services, tx, id));
  const days = await rows<{ startsOn: string | null; awaitsPickup: boolean }>(
    `select starts_on::text as "startsOn", awaits_pickup as "awaitsPickup" from host_credits where order_id = $1
     order by id`,
    [id],
  );
  expect(days).toEqual([
    { startsOn: months[0]?.startsOn, awaitsPickup: true },
    { startsOn: null, awaitsPickup: false },
  ]);
});

describe("a lost chargeback", () => {
  /** A rental whose first month was paid by card, driven for ten days when the bank takes it back. */
  async function lost() {
    const { id, person, months, sharedOf, pickup } = await hosted();
    await rentals.payOnPage(id, person);
    await rentals.check(id, person);
    await rentals.handOver(id);
    expect(await creditedOf(id)).toBe(share(sharedOf(0)));
    const intent = rentals.intentsOf(id)[0]?.id ?? "";
    const ref = stripe.claims.open(intent);
    for (const event of stripe.events.splice(0)) await rentals.deliver(event);
    expect(await creditedOf(id)).toBe(share(sharedOf(0)));
    stripe.claims.decide(ref, "lost");
    stripe.events.length = 0;
    await followChargebacks(rentals.on(addDays(pickup, 9)));
    const days = (Date.parse(months[0]?.endsOn ?? "") - Date.parse(pickup)) / 86_400_000;
    const driven = share(
      (months[0]?.lines ?? [])
        .filter(({ kind }) => kind === "rental" || kind === "duration_discount")
        .reduce((sum, { amount }) => sum + Math.floor((2 * amount * 10 + days) / (2 * days)), 0),
    );
    return { id, months, sharedOf, driven, ref };
  }

  it("a lost chargeback takes back only undriven days, and a new payment credits nothing twice", async () => {
    const { id, months, sharedOf, driven } = await lost();
    expect(await creditedOf(id)).toBe(driven);
    expect((await creditsOf(id)).map(({ amount }) => Math.sign(amount))).toEqual([1, -1]);
    await pay(id, 10_000);
    expect(await creditedOf(id)).toBe(driven);
    await pay(id, (months[0]?.amount ?? 0) - 10_000);
    expect(await creditedOf(id)).toBe(share(sharedOf(0)));
  });

  it("a chargeback reversed by an appeal credits its amount again on the day of the appeal", async () => {
    const { id, sharedOf, driven, ref } = await lost();
    stripe.claims.decide(ref, "won");
    for (const event of stripe.events.splice(0)) await rentals.deliver(event);
    const counted = await rows<{ amount: number; restoredOn: string | null }>(
      `select amount::float8 as amount, restored_on::text as "restoredOn" from host_credits where order_id = $1 order by id`,
      [id],
    );
    const whole = share(sharedOf(0));
    expect(counted).toEqual([
      { amount: whole, restoredOn: null },
      { amount: driven - whole, restoredOn: null },
      { amount: whole - driven, restoredOn: today(test.services) },
    ]);
  });

  it("a lost chargeback leaves the host the driven days after a later cancellation", async () => {
    const { id, driven } = await lost();
    await rentals.call("PUT", `/api/admin/orders/${id}/status`, { status: "cancelled", reason: "So" }, admin);
    expect(await creditedOf(id)).toBe(driven);
  });

  it("a lost chargeback credits its days once when the rental is canceled long after its end", async () => {
    const { id, months } = await lost();
    await pay(
      id,
      months.reduce((sum, { amount }) => sum + amount, 0),
    );
    const [order] = await rows<{ until: string }>(
      "select return_date::text as until from orders where id = $1",
      [id],
    );
    vi.spyOn(test.services, "now").mockImplementation(rentals.on(addDays(order?.until ?? "", 100)).now);
    const setStatus = (status: string) =>
      rentals.call("PUT", `/api/admin/orders/${id}/status`, { status, reason: "So" }, admin);
    await setStatus("completed");
    await setStatus("cancelled");
    const [kept] = await rows<{ amount: number }>(
      `select sum((line->>'amount')::int)::int as amount from instalments, jsonb_array_elements(lines) as line
       where order_id = $1 and dropped_at is null and line->>'kind' = 'kept'`,
      [id],
    );
    expect(await creditedOf(id)).toBe(share(kept?.amount ?? 0));
    expect(await books(id, today(test.services))).toEqual([]);
  });

  it("a lost chargeback of a kept amount credits its days once, even after a second cancellation", async () => {
    const { id, person, months, sharedOf, pickup } = await hosted();
    await rentals.payOnPage(id, person);
    await rentals.check(id, person);
    await rentals.handOver(id);
    vi.spyOn(test.services, "now").mockImplementation(rentals.on(addDays(pickup, 9)).now);
    await pay(id, (months[1]?.amount ?? 0) + (months[2]?.amount ?? 0));
    const setStatus = (status: string) =>
      rentals.call("PUT", `/api/admin/orders/${id}/status`, { status, reason: "So" }, admin);
    await setStatus("cancelled");
    const kept = await creditedOf(id);
    expect(kept).toBeGreaterThan(0);
    const ref = stripe.claims.open(rentals.intentsOf(id)[0]?.id ?? "");
    stripe.claims.decide(ref, "lost");
    stripe.events.length = 0;
    await followChargebacks(test.services);
    expect(await creditedOf(id)).toBe(kept);
    await setStatus("confirmed");
    await pay(id, months[0]?.amount ?? 0);
    expect(await creditedOf(id)).toBe(share(sharedOf(0) + sharedOf(1) + sharedOf(2)));
    await rentals.handOver(id);
    await setStatus("cancelled");
    expect(await creditedOf(id)).toBe(kept);
    expect(await books(id, today(test.services))).toEqual([]);
  });
});

it("a credit can't be changed or deleted, apart from its payout", async () => {
  const { id, months } = await hosted();
  await pay(id, months[0]?.amount ?? 0);
  for (const change of [
    "update host_credits set amount = 1 where order_id = $1",
    "update host_credits set lines = '[]' where order_id = $1",
    "delete from host_credits where order_id = $1",
  ])
    await expect(rows(change, [id]), change).rejects.toThrow("only added");
  await rows("update host_credits set payout_id = null, payable_on = payable_on where order_id = $1", [id]);
});
