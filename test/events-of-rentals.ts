import { Refusal } from "#contract/errors.ts";
import { endingReasons } from "#domain/changes/endings.ts";
import { addDays } from "#domain/dates.ts";
import { answerOffer } from "#server/changes/answer-request.ts";
import { dismissEnding } from "#server/changes/continuity/for-admins.ts";
import { endRental } from "#server/changes/continuity/end-rental.ts";
import { openEndingOf, openOffersOf } from "#server/changes/continuity/queries.ts";
import { declineReplacements, takeReplacement } from "#server/changes/continuity/take.ts";
import { makeChange } from "#server/changes/make-change.ts";
import { offerCar } from "#server/changes/offer-car.ts";
import { answerCharge } from "#server/charges/answer.ts";
import { proposeCharge, type ProposedCharge } from "#server/charges/propose.ts";
import { setOrderStatus } from "#server/orders/moves/set-order-status.ts";
import { createRefund, decideRefund } from "#server/payments/refunds/refund.ts";
import { findStretches } from "#server/rentals/stretches.ts";
import { today } from "#server/services.ts";
import { type Person, signInAgain } from "#test/accounts.ts";
import { sendEvidence } from "#test/charges.ts";
import { orderRow } from "#test/condition.ts";
import { payRental, recordReading } from "#test/ended-rentals.ts";
import { makeCar } from "#test/factories.ts";
import { makeHostCar } from "#test/host-cars.ts";
import { type ModeApp } from "#test/pays-by-provider.ts";
import { type Chance } from "#test/random-rentals.ts";
import { adjustBalance } from "#server/payouts/adjustments/adjust.ts";
import { decideAdjustment } from "#server/payouts/adjustments/decide.ts";
import { clearFlag, setHold } from "#server/payouts/holds.ts";
import { movePayout } from "#server/payouts/move-payout.ts";
import { decideDenial } from "#server/payouts/pickup-denials/decide.ts";
import { denyPickup } from "#server/payouts/pickup-denials/deny.ts";
import { sendTransfers } from "#server/payouts/stripe-connect/follow-transfers.ts";

/** How often each event happened in all years: an event that never happens tests nothing. */
export const seen = new Map<string, number>();
export const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);

/** Does the work. A rule may refuse it, and this is fine; any other error is a bug. */
async function tried<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    const done = await work();
    count(what);
    return done;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

export type Rental = { id: string; renter: Person; odometer: number };
export type People = { desk: Person; second: Person; hosts: Person[]; renters: Person[] };

/** All that may happen to a rental, its money and its host's payouts, by name, as chance has it. */
export function eventsOfRentals(
  mode: ModeApp,
  chance: Chance,
  { desk, second, hosts }: People,
): Record<string, (one: Rental) => Promise<unknown>> {
  const { test } = mode;
  const { services } = test;
  const { db, rows } = services.database;
  const claims: string[] = [];
  const row = (id: string) => orderRow(test, id);
  const cents = (most: number) => 100 + chance.upTo(most);
  const payout = async (...statuses: string[]) =>
    chance.of(
      await rows<{ id: string } | undefined>(
        `select id from payouts where status = any($1) order by number desc limit 5`,
        [statuses],
      ),
    );
  const record = async (one: Rental, kind: "pickup" | "return") => {
    const order = await row(one.id);
    const stretch = (await findStretches(db, order)).at(-1)?.number ?? 1;
    const [known] = await rows(
      "select 1 from condition_records where order_id = $1 and kind = $2 and stretch = $3",
      [one.id, kind, stretch],
    );
    if (known) return;
    one.odometer += kind === "return" ? chance.upTo(9000) : 0;
    const side = order.hostId && chance.in100(60) ? "host" : "renter";
    const by = side === "host" ? (order.hostId ?? "") : one.renter.id;
    await recordReading(services, {
      orderId: one.id,
      kind,
      stretch,
      odometer: one.odometer,
      by,
      side,
      at: new Date(),
    });
  };
  /** The renter denies the pickup, no matter who recorded it. */
  const deny = async ({ id, renter }: Rental) => {
    const [found] = await rows<{ id: string }>(
      "select id from condition_records where order_id = $1 and kind = 'pickup' order by started_at desc limit 1",
      [id],
    );
    if (!found) return;
    const denial = { orderId: id, recordId: found.id, words: "Nobody was there.", by: renter.id };
    await tried("pickup denied", () => denyPickup(services, denial));
  };
  const setStatus = (id: string, status: "in_progress" | "completed" | "cancelled" | "confirmed") =>
    tried(status, () => setOrderStatus(services, { id, status, reason: "By telephone", by: desk.id }));

  return {
    pay: ({ id }) => payRental(services, id, chance.of([0.3, 0.5, 1]), desk.id),
    "pay on the page": async ({ id, renter }) => {
      const owed = await rows(
        "select 1 from instalments where order_id = $1 and dropped_at is null and paid < amount",
        [id],
      );
      if (owed.length > 0 && (await mode.payOnPage(id, await signInAgain(test, renter))))
        count("paid on the page");
    },
    "pick up": async (one) => {
      const { status, pickupDate, replacing } = await row(one.id);
      if (status !== "confirmed" || replacing || pickupDate > today(services)) return;
      if (chance.in100(85)) await record(one, "pickup");
      await setStatus(one.id, "in_progress");
      if (chance.in100(25)) await deny(one);
    },
    "bring back": async (one) => {
      const { status, returnDate, replacing } = await row(one.id);
      if (status !== "in_progress" || replacing || returnDate > addDays(today(services), 1)) return;
      await record(one, "return");
      await setStatus(one.id, "completed");
    },
    "end early": async ({ id, renter }) => {
      const returnDate = addDays(today(services), chance.upTo(20));
      const asked = { kind: "early_return" as const, returnDate };
      await tried("early return", () => makeChange(services, id, holderOf(renter), asked));
    },
    cancel: async ({ id }) => {
      if (chance.in100(40)) await setStatus(id, "cancelled");
    },
    "confirm again": async ({ id }) => {
      if ((await row(id)).status === "cancelled") await setStatus(id, "confirmed");
    },
    goodwill: async ({ id }) => {
      const asked = {
        id: crypto.randomUUID(),
        orderId: id,
        amount: cents(40_000),
        reason: "So sorry",
        by: desk.id,
      };
      if (await tried("goodwill", () => createRefund(services, asked).then(() => true)))
        await tried("goodwill decided", () =>
          decideRefund(services, { id: asked.id, decision: "approved", by: second.id }),
        );
    },
    charge: async ({ id, renter }) => {
      const { hostId } = await row(id);
      const category = chance.of(["damage", "tolls", "cleaning"] as const);
      const evidence = [await sendEvidence(test, await signInAgain(test, desk))];
      const asked: ProposedCharge = {
        id: crypto.randomUUID(),
        orderId: id,
        category,
        amount: cents(chance.of([9000, 90_000])),
        words: "A long scratch on the door.",
        evidence,
        by: desk.id,
      };
      if (!(await tried(hostId ? "charge for a host" : "charge", () => proposeCharge(services, asked))))
        return;
      if (chance.in100(60))
        await tried("charge accepted", () =>
          answerCharge(services, { id: asked.id, by: renter.id, answer: "accept", words: "", evidence: [] }),
        );
    },
    "end by its host": async ({ id }) => {
      const { hostId } = await row(id);
      const side = hostId ? ("host" as const) : ("desk" as const);
      const asked = { orderId: id, reason: chance.of(endingReasons), side, by: hostId ?? desk.id };
      if (chance.in100(50)) await tried("ended by a host", () => endRental(services, asked));
    },
    "answer the offers": async ({ id, renter }) => {
      const open = await openEndingOf(db, id);
      if (!open) return;
      const offered = chance.of([undefined, ...(await openOffersOf(db, open.id))]);
      const answer = { orderId: id, carId: offered?.car.id ?? "", holder: holderOf(renter) };
      if (offered) await tried("gone on with another car", () => takeReplacement(services, answer));
      else if (chance.in100(50)) await tried("offers declined", () => declineReplacements(services, answer));
      else await tried("ending dismissed", () => dismissEnding(services, { orderId: id, by: desk.id }));
    },
    swap: async ({ id, renter }) => {
      const host = chance.of([undefined, ...hosts]);
      const carId = host ? await makeHostCar(test, host.id, "listed") : await makeCar(test);
      const offer = { id: crypto.randomUUID(), orderId: id, carId, reason: "A recall", by: desk.id };
      if (!(await tried("car offered", () => offerCar(services, offer)))) return;
      const answer = { orderId: id, changeId: offer.id, holder: holderOf(renter), to: "accepted" as const };
      await tried("car swapped", () => answerOffer(services, answer));
    },
    "charge back": async ({ id }) => {
      const claim = chance.in100(40) ? mode.openClaim(id) : undefined;
      if (!claim) return;
      count("charged back");
      claims.push(claim);
    },
    "decide a claim": async () => {
      const claim = claims.shift();
      if (!claim) return;
      const decision = chance.of(["won", "lost"] as const);
      count(`claim ${decision}`);
      mode.decideClaim(claim, decision);
    },
    "decide a denial": async () => {
      const [found] = await rows<{ id: string }>(
        "select record_id as id from pickup_denials order by decided_at nulls first, denied_at limit 1",
      );
      const decision = chance.of(["dismissed", "upheld"] as const);
      if (found)
        await tried(`denial ${decision}`, () =>
          decideDenial(services, { id: found.id, decision, reason: "We asked both", by: desk.id }),
        );
    },
    hold: async () => {
      const hostId = chance.of(hosts).id;
      const reason = chance.in100(35) ? "We look into a rental" : null;
      await tried(reason ? "hold" : "hold ended", () => setHold(services, { hostId, reason, by: desk.id }));
    },
    "look at signs of fraud": async () => {
      const found = await rows<{ orderId: string; kind: "same_card" }>(
        'select order_id as "orderId", kind from payout_flags where cleared_at is null limit 1',
      );
      for (const flag of found)
        await tried("sign cleared", () => clearFlag(services, { ...flag, reason: "A family", by: desk.id }));
    },
    adjust: async ({ id }) => {
      const { hostId } = await row(id);
      const kind = chance.of(["take_back", "write_off", "repayment"] as const);
      const asked = {
        id: crypto.randomUUID(),
        hostId: hostId ?? chance.of(hosts).id,
        kind,
        order: kind === "take_back" ? id : undefined,
        amount: cents(60_000),
        reason: "Agreed by telephone",
        by: desk.id,
        receivedOn: kind === "repayment" ? today(services) : undefined,
      };
      if (await tried(`${kind} asked`, () => adjustBalance(services, asked).then(() => true)))
        await tried(`${kind} approved`, () =>
          decideAdjustment(services, { id: asked.id, decision: "approved", by: second.id }),
        );
    },
    "pay out": async () => {
      if (mode.connect && services.config.stripeConnect) return sendTransfers(services);
      const made = await payout("made");
      const paid = { to: "paid" as const, reference: "BANK-1", paidOn: today(services), by: desk.id };
      if (made) await tried("payout paid", () => movePayout(services, made.id, paid));
    },
    "payout comes back": async () => {
      const transfer = chance.of(
        [...(mode.connect?.transfers.values() ?? [])].filter(({ reversed }) => !reversed),
      );
      if (transfer && chance.in100(30)) {
        mode.connect?.reverse(transfer.id);
        count("transfer taken back");
      }
      const sent = await payout("made", "paid");
      const failed = { to: "failed" as const, reason: "Account closed", by: desk.id };
      if (sent && chance.in100(30)) await tried("payout failed", () => movePayout(services, sent.id, failed));
    },
    "account refused or open again": async () => {
      const account = chance.of([...(mode.connect?.accounts.values() ?? [])]);
      if (!account) return;
      const isOpen = account.payouts_enabled !== true;
      if (isOpen || chance.in100(40)) Object.assign(account, { payouts_enabled: isOpen });
    },
    "call a payout off": async () => {
      const made = await payout("made");
      const off = { to: "cancelled" as const, reason: "Mistaken", by: desk.id };
      if (made && chance.in100(30)) await tried("payout canceled", () => movePayout(services, made.id, off));
    },
  };
}

const holderOf = ({ id: accountId }: Person) => ({ key: undefined, accountId });
