// @one-database
import { expect, it, vi } from "vitest";
import { payoutDayAt } from "#domain/payouts/payouts.ts";
import { lapseReplacements } from "#server/changes/continuity/take.ts";
import { endChargeWindows } from "#server/charges/jobs.ts";
import { issueHostStatements } from "#server/earnings/statements/issue-statements.ts";
import { recognizeRevenue } from "#server/ledger/earnings.ts";
import { followChargebacks } from "#server/payments/chargebacks/jobs.ts";
import { postDueInstalments } from "#server/payments/jobs.ts";
import { localTime, today } from "#server/services.ts";
import { makePerson } from "#test/accounts.ts";
import { randomRental } from "#test/ended-rentals.ts";
import { makeCar } from "#test/factories.ts";
import { makeHostCar } from "#test/host-cars.ts";
import { hostBooks } from "#test/oracles/host-books.ts";
import { payoutsOracle } from "#test/oracles/payouts-oracle.ts";
import { bankAccount, payoutCalls } from "#test/payouts.ts";
import { type ModeApp, startInMode } from "#test/pays-by-provider.ts";
import { count, eventsOfRentals, type People, type Rental, seen } from "#test/events-of-rentals.ts";
import { type Chance, chanceOf } from "#test/random-rentals.ts";
import { askForDebts } from "./adjustments/ask-for-debts.ts";
import { makePayouts } from "./make-payouts.ts";
import { findHold } from "./queries.ts";
import { followTransfers } from "./stripe-connect/follow-transfers.ts";

/** One year of each way to pay hosts; in one of them everything happens that must have happened. */
const usualYears = [2, 7];
/** The number of years in the suite; LONGBAY_YEARS=1000 walks more, LONGBAY_YEARS_FROM begins with another. */
const years = Number(process.env.LONGBAY_YEARS ?? usualYears.length);
const firstYear = Number(process.env.LONGBAY_YEARS_FROM ?? 1);
const walked = process.env.LONGBAY_YEARS
  ? Array.from({ length: years }, (_, index) => firstYear + index)
  : usualYears;
const holdDays = 7;
/** The weeks that are walked of each year; LONGBAY_WEEKS=57 walks a whole one and its end. */
const weeks = Number(process.env.LONGBAY_WEEKS ?? 22);
const hour = 3_600_000;
/** Rentals of a year; LONGBAY_RENTALS=100 makes it a denser one, with more that happens each week. */
const mostRentals = Number(process.env.LONGBAY_RENTALS ?? 10);
const atOnce = Math.ceil(mostRentals * 0.4);
const newAWeek = mostRentals / 40;
const usual = ["pay on the page", "pay", "pick up", "bring back", "pay out"];
/** Each year begins on one of the 365 days after this one. */
const earliest = Date.parse("2027-01-01T12:00:00Z");

/** A year of some hosts: rentals of their cars and ours, with things that go wrong, and each Tuesday's payouts. */
function year(mode: ModeApp, chance: Chance, { desk, second, hosts, renters }: People) {
  const { test } = mode;
  const { services } = test;
  const { db, rows } = services.database;
  const oracle = payoutsOracle(test, holdDays);
  const hostsWrong = hostBooks(test);
  const rentals: Rental[] = [];
  const happens = eventsOfRentals(mode, chance, { desk, second, hosts, renters });

  async function rent(): Promise<void> {
    const host = chance.of([undefined, ...hosts, ...hosts]);
    const renter = chance.of(renters);
    const monthlyPrice = 60_000 + chance.upTo(40_000);
    const carId = host
      ? await makeHostCar(test, host.id, "listed", { monthlyPrice, instantBook: true })
      : await makeCar(test, { monthlyPrice });
    const id = await randomRental(test, chance, { carId, hostId: host?.id ?? null, renter, monthlyPrice });
    rentals.push({ id, renter, odometer: 10_000 });
  }

  /** Makes Tuesday's payouts, and compares them with the oracle's for each host. */
  async function payTuesday(): Promise<void> {
    const day = payoutDayAt(localTime(services));
    const due = new Map<string, number>();
    for (const { id } of hosts) {
      const [refused] = await rows("select 1 from stripe_accounts where host_id = $1 and not is_ready", [id]);
      if (refused) continue;
      const outdated = await oracle.outdatedOf(id, day);
      const [standing] = await rows(
        `select 1 from payouts where host_id = $1 and (status = 'made' or made_on = $2 and not is_superseded)
           and id is distinct from $3`,
        [id, day, outdated ?? null],
      );
      const payable = await oracle.payableOn(id, day, outdated);
      if (!standing && payable >= 100) due.set(id, payable);
    }
    const before = new Set((await rows<{ id: string }>("select id from payouts")).map(({ id }) => id));
    await Promise.all([makePayouts(services), makePayouts(services)]);
    // Signs that the run itself has found hold payouts too.
    for (const { id } of hosts) if (await findHold(db, id)) due.delete(id);
    const made = (
      await rows<{ id: string; hostId: string; amount: number }>(
        `select id, host_id as "hostId", amount::float8 as amount from payouts`,
      )
    ).filter(({ id }) => !before.has(id));
    expect(new Map(made.map(({ hostId, amount }) => [hostId, amount])), `payouts of ${day}`).toEqual(due);
    expect(made, `payouts of ${day}, each once`).toHaveLength(due.size);
    for (const { hostId } of made) {
      count("payout made");
      const open = (await oracle.creditsOf(hostId)).filter(({ payoutId }) => payoutId === null);
      expect(
        open.reduce((sum, { amount }) => sum + amount, 0),
        "left of a host who was paid",
      ).toBeGreaterThanOrEqual(0);
    }
  }

  async function jobs(): Promise<void> {
    await lapseReplacements(services);
    await postDueInstalments(services);
    await recognizeRevenue(services);
    await endChargeWindows(services);
    await mode.goOn(services);
    await followChargebacks(services);
    await askForDebts(services);
    await followTransfers(services);
    await issueHostStatements(services);
  }

  /** The books of all rentals, or of those that something still happens to. */
  async function check(what: string, of: Rental[] = rentals): Promise<void> {
    for (const { id } of of) expect(await hostsWrong(id, today(services)), `${what}: ${id}`).toEqual([]);
    expect(await oracle.wrongOf(hosts.map(({ id }) => id)), what).toEqual([]);
  }

  return {
    async walk() {
      const names = Object.keys(happens);
      const began = Date.now();
      await rent();
      for (let week = 0; week < weeks; week++) {
        const happened: string[] = [];
        // Most steps are the usual life of rentals: payment, pickup, return and payout.
        for (const one of rentals.slice(-atOnce))
          for (const name of usual) if (chance.in100(50)) await happens[name]?.(one);
        for (let step = 1 + chance.upTo(3 * Math.ceil(mostRentals / 20)); step > 0; step--) {
          vi.setSystemTime(Date.now() + hour + chance.upTo(Math.floor(400 / mostRentals) * hour));
          const name = chance.of(names);
          happened.push(name);
          await happens[name]?.(chance.of(rentals.slice(-atOnce)));
          if (chance.in100(500 / mostRentals)) await jobs();
        }
        for (let left = newAWeek; left > 0 && rentals.length < mostRentals; left--)
          if (chance.in100(left * 100)) await rent();
        await jobs();
        await payTuesday();
        const alive = week % 13 === 0 ? rentals : rentals.slice(-atOnce);
        await check(`week ${week}, after ${happened.join(", ")}`, alive);
        vi.setSystemTime(Math.max(Date.now(), began + (week + 1) * 7 * 24 * hour));
      }
      await jobs();
      await check("at the end");
      for (const { id } of hosts) for (const _ of await oracle.statementsOf(id)) count("statement");
    },
  };
}

/** Every other year pays by transfers to Stripe accounts, the rest by the list for the bank. */
async function walkYear(seed: number): Promise<void> {
  const chance = chanceOf(seed);
  const isByStripe = seed % 2 === 0;
  const mode = await startInMode("stripe", {
    HOST_HOLD_DAYS: String(holdDays),
    ...(isByStripe && { STRIPE_CONNECT: "on" }),
  });
  try {
    const person = (role: "admin" | "host" | "customer") =>
      makePerson(mode.test, { role, permissions: role === "admin" ? ["all"] : [] });
    const hosts = [await person("host"), await person("host")];
    const { call, saveDetails } = payoutCalls(() => mode.test);
    for (const [index, host] of hosts.entries()) {
      const { statusCode } = isByStripe
        ? await call(host, "POST", "/api/host/payout-onboarding", {})
        : await saveDetails(host, { ...bankAccount, accountNumber: `00012345678${index}` });
      expect(statusCode).toBe(200);
    }
    for (const id of mode.connect?.accounts.keys() ?? []) mode.connect?.finish(id);
    await followTransfers(mode.test.services);
    // One of the renters lists cars as well.
    const renters = [await person("customer"), await person("customer"), ...hosts.slice(1)];
    vi.useFakeTimers({ toFake: ["Date"], now: earliest + chance.upTo(365) * 24 * hour });
    mode.test.services.now = () => Date.now();
    await year(mode, chance, {
      desk: await person("admin"),
      second: await person("admin"),
      hosts,
      renters,
    }).walk();
  } finally {
    vi.useRealTimers();
    await mode.close();
  }
}

it(
  `${weeks} weeks of ${years} random years of two hosts pay what a separately written oracle says`,
  async () => {
    for (const seed of walked)
      await walkYear(seed).catch((error: unknown) => {
        throw new Error(`year ${seed}`, { cause: error });
      });
    if (years >= 10) process.stdout.write(`${JSON.stringify([...seen])}\n`);
    for (const what of ["payout paid", "payout failed", "statement", "pickup denied", "charged back"])
      expect([what, (seen.get(what) ?? 0) > 0]).toEqual([what, true]);
  },
  120_000 + years * mostRentals * 12_000,
);
