// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Refusal } from "#contract/errors.ts";
import { endingReasons, isHostSide } from "#domain/changes/endings.ts";
import { addDays, daysBetween, type IsoDate } from "#domain/dates.ts";
import type { PriceLine } from "#domain/pricing/lines.ts";
import { milesUsed } from "#domain/trips/condition.ts";
import { isRepairLine } from "#domain/trips/repair-days.ts";
import { recognizeRevenue } from "#server/ledger/earnings.ts";
import { postDueInstalments } from "#server/payments/jobs.ts";
import { setOrderStatus } from "#server/orders/moves/set-order-status.ts";
import { findDrivenCar } from "#server/orders/moves/driven-car.ts";
import { findStretches } from "#server/rentals/stretches.ts";
import { conditionRecordsOf } from "#server/trips/queries.ts";
import { recordRepair } from "#server/trips/record-repair.ts";
import { type Services, today } from "#server/services.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import type { TestApp } from "#test/app.ts";
import { orderRow } from "#test/condition.ts";
import { payRental, randomFleet, randomRental, recordReading } from "#test/ended-rentals.ts";
import { makeHostCar } from "#test/host-cars.ts";
import { makeCar } from "#test/factories.ts";
import { type ModeApp, paymentModes, startInMode } from "#test/pays-by-provider.ts";
import { endedRentals } from "#test/oracles/ended-rentals-oracle.ts";
import { hostBooks } from "#test/oracles/host-books.ts";
import { type Chance, chanceOf } from "#test/random-rentals.ts";
import { agreeToReplacement, dismissEnding } from "./for-admins.ts";
import { endRental } from "./end-rental.ts";
import { openEndingOf, openOffersOf } from "./queries.ts";
import { declineReplacements, lapseReplacements, takeReplacement } from "./take.ts";

/**
 * How many walks per payment mode at least: the first two have every outcome at most hours. LONGBAY_ENDINGS=2000 does
 * more, LONGBAY_ENDINGS_FROM begins elsewhere.
 */
const walks = Number(process.env.LONGBAY_ENDINGS ?? 2);
const firstWalk = Number(process.env.LONGBAY_ENDINGS_FROM ?? 1);
const furthest = 12;
const hour = 3_600_000;

let mode: ModeApp;
let test: TestApp;
let desk: Person;
let hosts: Person[];
let renters: Person[];
async function open(name: (typeof paymentModes)[number]): Promise<void> {
  mode = await startInMode(name, { DESK_EMAIL: "desk@longbay.example" });
  test = mode.test;
  desk = await makePerson(test, { role: "admin", permissions: ["all"] });
  hosts = [await makePerson(test, { role: "host" }), await makePerson(test, { role: "host" })];
  // One of the renters lists cars as well.
  renters = [await makePerson(test), await makePerson(test, { role: "host" })];
}

/** What happened in all walks: a case that never happened is not tested. */
const seen = new Map<string, number>();

type WalkedOrder = { id: string; renter: Person; most: number; odometer: number; miles: Map<number, number> };

/** `repairs` is a random source of its own, so that days in repair don't change the other steps of a walk. */
function walker(chance: Chance, repairs: Chance) {
  let at = test.services.now();
  const services = (): Services => ({ ...test.services, now: () => at });
  const { db } = test.services.database;
  const walked: WalkedOrder[] = [];
  const row = (id: string) => orderRow(test, id);
  const wrongOf = endedRentals(test);
  const hostsWrong = hostBooks(test);

  /** Ignores Refusals, which have good reasons; any other error is a bug. */
  const tried = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  };

  async function begin(): Promise<void> {
    await test.services.database.rows(
      "update cars set available = false, listing_state = 'paused' where listing_state = 'listed'",
    );
    await randomFleet(test, chance, [...hosts, ...renters.slice(1)]);
    for (const renter of renters) {
      const host = chance.of([undefined, ...hosts]);
      const monthlyPrice = 60_000 + chance.upTo(40_000);
      const carId = host
        ? await makeHostCar(test, host.id, "listed", { monthlyPrice, instantBook: true })
        : await makeCar(test, { monthlyPrice });
      const wanted = { carId, hostId: host?.id ?? null, renter, monthlyPrice };
      const id = await randomRental(test, chance, wanted);
      const { total } = await row(id);
      walked.push({ id, renter, most: total, odometer: 10_000, miles: new Map() });
    }
  }

  const actions: Record<string, (one: WalkedOrder) => Promise<unknown>> = {
    pay: async ({ id, renter }) => {
      const isOnPage = chance.in100(70) && (await mode.payOnPage(id, renter));
      if (!isOnPage) await payRental(services(), id, chance.of([0.5, 1]), desk.id);
    },
    "pick up": async (one) => {
      const order = await row(one.id);
      const stretches = await findStretches(db, order);
      const last = stretches.at(-1)?.number ?? 1;
      if (order.replacing || one.miles.has(last) || (order.carSince ?? order.pickupDate) > today(services()))
        return;
      if (order.status !== "confirmed" && order.status !== "in_progress") return;
      await recordReading(services(), { ...reading(one), kind: "pickup", stretch: last });
      one.miles.set(last, Number.NaN);
      if (order.status === "confirmed")
        await setOrderStatus(services(), {
          id: one.id,
          status: "in_progress",
          reason: "Handed over",
          by: desk.id,
        });
    },
    "bring back an earlier car": async (one) => {
      const last = (await findStretches(db, await row(one.id))).at(-1)?.number ?? 1;
      const open = [...one.miles].find(([stretch, miles]) => stretch < last && Number.isNaN(miles))?.[0];
      if (open === undefined) return;
      const driven = chance.upTo(2000);
      one.odometer += driven;
      await recordReading(services(), { ...reading(one), kind: "return", stretch: open });
      one.miles.set(open, driven);
      one.odometer += 5000;
    },
    "record days in repair": async ({ id }) => {
      const from = addDays(today(services()), -repairs.upTo(12));
      const until = addDays(from, repairs.upTo(12));
      await tried(() => recordRepair(services(), { orderId: id, from, until, by: desk.id }));
    },
    "end by host": async ({ id }) => {
      const order = await row(id);
      const driven = await findDrivenCar(services(), db, order);
      const { hostId } = driven?.order ?? order;
      if (hostId) await ended(id, chance.of(endingReasons), "host", hostId);
    },
    "end by the desk": ({ id }) => ended(id, chance.of(endingReasons), "desk", desk.id),
    "end for the car’s sake": async ({ id }) => {
      const { hostId } = await row(id);
      const reason = chance.of(endingReasons.filter(isHostSide));
      await ended(id, reason, hostId ? "host" : "desk", hostId ?? desk.id);
    },
    dismiss: ({ id }) => tried(() => dismissEnding(services(), { orderId: id, by: desk.id })),
    agree: async ({ id }) => {
      for (const { car } of await offersOf(id))
        await tried(() => agreeToReplacement(services(), { orderId: id, carId: car.id, by: desk.id }));
    },
    take: async (one) => {
      const offers = await offersOf(one.id);
      const chosen = chance.of([undefined, ...offers]);
      const other = chance.of([chosen, ...offers]);
      // The renter takes two cars, or one car twice, at the same moment.
      await Promise.all(
        [chosen, other].map(async (offered) => {
          if (offered) await tried(() => takeReplacement(services(), answer(one, offered.car.id)));
        }),
      );
    },
    decline: (one) => tried(() => declineReplacements(services(), answer(one, ""))),
    wait: () => lapseReplacements(services()),
    "cancel by status": async ({ id }) => {
      if (chance.in100(15))
        await tried(() =>
          setOrderStatus(services(), { id, status: "cancelled", reason: "By telephone", by: desk.id }),
        );
    },
  };

  const reading = ({ id: orderId, renter, odometer }: WalkedOrder) => ({
    orderId,
    odometer,
    by: renter.id,
    at: new Date(at),
  });
  const answer = ({ id: orderId, renter }: WalkedOrder, carId: string) => ({
    orderId,
    carId,
    holder: { key: undefined, accountId: renter.id },
  });
  const offersOf = async (id: string) => {
    const open = await openEndingOf(db, id);
    return open ? openOffersOf(db, open.id) : [];
  };
  const ended = (id: string, reason: (typeof endingReasons)[number], side: "host" | "desk", by: string) =>
    tried(() => endRental(services(), { orderId: id, reason, side, by }));

  /** The money that came through a provider with its own books, less the money that went back. */
  const kept = async (id: string): Promise<number | undefined> => {
    if (mode.keptFor(id) === undefined) return undefined;
    const [found] = await test.services.database.rows<{ amount: number }>(
      `select (select coalesce(sum(amount), 0) from payments where order_id = $1 and status = 'succeeded' and mode = 'stripe')::float8
        - (select coalesce(sum(refund_parts.amount), 0) from refund_parts join refunds on refunds.id = refund_parts.refund_id
           join payments on payments.id = refund_parts.payment_id
           where refunds.order_id = $1 and payments.mode = 'stripe' and refund_parts.begun_at is not null and refund_parts.failure is null)::float8 as amount`,
      [id],
    );
    return found?.amount;
  };

  /** Makes a step, and checks its effect on each rental by a second implementation of the rules. */
  async function step(name: string, one: WalkedOrder): Promise<void> {
    const before = await Promise.all(walked.map(({ id }) => row(id)));
    await actions[name]?.(one);
    // These are the jobs that the product runs each minute.
    await postDueInstalments(services());
    await recognizeRevenue(services());
    await mode.goOn(services());
    for (const [index, each] of walked.entries()) {
      const now = await row(each.id);
      const was = before[index];
      if (!was) throw new Error("no order");
      // Days in repair are counted again at each recording, at the price of that moment; rounding may add cents.
      const repaired = name === "record days in repair" ? Infinity : repairsIn(was) === 0 ? 0 : 2;
      expect(now.total, `${name}: a price rises`).toBeLessThanOrEqual(each.most + repaired);
      each.most = now.total;
      if (now.returnDate < was.returnDate)
        expect(was.total - now.total, `${name}: unused days of ${each.id}`).toBe(
          unused(was, now.returnDate) + repairsIn(was) - repairsIn(now),
        );
      const records = await conditionRecordsOf(db, each.id);
      const driven = [...each.miles.values()];
      const sum =
        driven.length === 0 || driven.some(Number.isNaN) ? undefined : driven.reduce((a, b) => a + b, 0);
      expect(milesUsed(records), "miles").toBe(sum);
      expect(await hostsWrong(each.id, today(services())), name).toEqual([]);
    }
    expect(await wrongOf(walked.map(({ id }) => id)), name).toEqual([]);
    for (const { id } of walked)
      expect(mode.keptFor(id), `${name}: the provider's books`).toBe(await kept(id));
  }

  return {
    async walk() {
      await begin();
      const [first] = walked;
      if (!first) throw new Error("no rental");
      const drawn = Object.keys(actions).filter((name) => name !== "record days in repair");
      const names = [...drawn, "pay", "pay", "pick up", "pick up", "end for the car’s sake"];
      const whileOffered = [
        "take",
        "take",
        "take",
        "agree",
        "agree",
        "decline",
        "pay",
        "cancel by status",
        "end by host",
      ];
      const steps = 12 + chance.upTo(14);
      for (let count = 0; count < steps; count++) {
        at += chance.of([0, 1, 5, 30, 24 * 9]) * hour + chance.upTo(hour);
        await actions.wait?.(first);
        const one = chance.of(walked);
        const isOffered = (await row(one.id)).replacing;
        await step(chance.of(isOffered ? whileOffered : names), one);
        if (repairs.in100(30)) await step("record days in repair", one);
      }
      at += 8 * 24 * hour;
      await step("wait", first);
      const states = await test.services.database.rows<{ state: string; count: number }>(
        `select case when state in ('declined', 'lapsed') then state || ' ' || (exists (select from condition_records where order_id = order_endings.order_id))::text else state end as state,
           count(*)::int as count from order_endings where order_id = any($1) group by 1`,
        [walked.map(({ id }) => id)],
      );
      expect(states.map(({ state }) => state)).not.toContain("offered");
      for (const { state, count } of states) seen.set(state, (seen.get(state) ?? 0) + count);
    },
  };
}

type PricedRental = {
  pickupDate: IsoDate;
  returnDate: IsoDate;
  lines: PriceLine[];
  tariff: { fixed?: { daysWithoutCar?: number } } | null;
};

const repairsIn = ({ lines }: Pick<PricedRental, "lines">): number =>
  lines.filter(isRepairLine).reduce((sum, { amount }) => sum + amount, 0);

/** The price of unused days: of the rental after its discount and of its insurance, each rounded once. */
function unused({ lines, pickupDate, returnDate, tariff }: PricedRental, endsOn: IsoDate): number {
  const lacking = tariff?.fixed?.daysWithoutCar ?? 0;
  const [days, left] = [daysBetween(pickupDate, returnDate) - lacking, daysBetween(endsOn, returnDate)];
  const sum = (...kinds: string[]) =>
    lines.reduce((total, { kind, amount }) => (kinds.includes(kind) ? total + BigInt(amount) : total), 0n);
  const part = (amount: bigint) => (2n * amount * BigInt(left) + BigInt(days)) / (2n * BigInt(days));
  const [rental, insurance] = [sum("rental", "duration_discount", "early_return_cap"), sum("insurance")];
  const rest = rental - part(rental) + insurance - part(insurance);
  const promo = -sum("promo");
  return Number(part(rental) + part(insurance) - (promo - (promo < rest ? promo : rest)));
}

describe.each(paymentModes)("random endings with payments in the mode %s", (name) => {
  beforeAll(async () => {
    seen.clear();
    await open(name);
  });
  afterAll(() => mode.close());

  it(
    `random endings and answers keep orders, holds and money consistent: ${walks} walks`,
    async () => {
      const mustHappen = ["taken", "settled", "lapsed false"];
      const isAllSeen = () => mustHappen.every((state) => (seen.get(state) ?? 0) > 0);
      // What happens depends on the hour of the run: further walks follow until all of it has happened.
      for (
        let number = firstWalk;
        number < firstWalk + walks || (number < firstWalk + furthest && !isAllSeen());
        number++
      )
        await walker(chanceOf(number), chanceOf(100_000 + number))
          .walk()
          .catch((error: unknown) => {
            throw new Error(`walk ${number}`, { cause: error });
          });
      if (walks >= 100) process.stdout.write(`${JSON.stringify([...seen])}\n`);
      // Walks without any payment or refund in this mode would test nothing of it.
      const [moved] = await test.services.database.rows<{ paid: number; back: number }>(
        `select count(*)::int as paid, (select count(*)::int from refund_parts join payments on payments.id = payment_id
           where payments.mode = $1 and (refund_parts.begun_at is not null or $1 = 'built_in')) as back
         from payments where mode = $1 and status = 'succeeded'`,
        [name],
      );
      expect([(moved?.paid ?? 0) > 0, (moved?.back ?? 0) > 0]).toEqual([true, true]);
      for (const state of mustHappen) expect([state, (seen.get(state) ?? 0) > 0]).toEqual([state, true]);
    },
    120_000 + Math.max(walks, furthest) * 20_000,
  );
});
