// @one-database
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { answer, decide, ledgerOf, propose, sendEvidence, withdraw } from "#test/charges.ts";
import { makeOrder } from "#test/condition.ts";
import { endChargeWindows } from "./jobs.ts";

/** Callers: renter, other person, visitor, proposer, decider, and an administrator with neither right. */
const identities = ["renter", "stranger", "nobody", "proposer", "judge", "clerk"] as const;
type Identity = (typeof identities)[number];
type Model = { status: string; owed: number };

let test: TestApp;
let people: Record<Identity, Person>;
beforeAll(async () => {
  test = await startTestApp();
  const admin = (permission: "manage_disputes" | "view_reports") =>
    makePerson(test, { role: "admin", permissions: [permission] });
  const renter = await makePerson(test);
  people = {
    renter,
    stranger: await makePerson(test),
    nobody: { ...renter, authorization: { authorization: "" } },
    proposer: await admin("manage_disputes"),
    judge: await admin("manage_disputes"),
    clerk: await admin("view_reports"),
  };
});
afterAll(() => test.close());

const calls = [
  "accept",
  "contest",
  "uphold",
  "reduce",
  "exceed",
  "dismiss",
  "withdraw",
  "time",
  "propose",
] as const;
type Call = { who: Identity; what: (typeof calls)[number] };
const amount = 40_000;

/** The rules, apart from the product: the status after an allowed call; undefined for a refused call. */
function allowed({ who, what }: Call, { status }: Model): { status: string; owed: number } | undefined {
  const isAdmin = who === "proposer" || who === "judge" || who === "clerk";
  if (what === "withdraw") {
    const isOpen = status === "proposed" || (status === "contested" && who !== "clerk");
    return isAdmin && isOpen ? { status: "withdrawn", owed: 0 } : undefined;
  }
  if (what === "accept" || what === "contest") {
    if (who !== "renter" || status !== "proposed") return undefined;
    return what === "accept" ? { status: "accepted", owed: amount } : { status: "contested", owed: 0 };
  }
  const ruled = { uphold: amount, reduce: 10_000, dismiss: 0 }[what as string];
  return who === "judge" && status === "contested" && ruled !== undefined
    ? { status: "decided", owed: ruled }
    : undefined;
}

/** Silence accepts a charge that is not for damage and at most $500. */
const lapsed = ({ status }: Model): Model | undefined =>
  status === "proposed" ? { status: "accepted", owed: amount } : undefined;

/** The statuses that refuse a call; a call that only repeats an earlier one gets the earlier answer. */
const refusals = new Set([401, 403, 404, 409, 422]);

async function send({ who, what }: Call, id: string, orderId: string): Promise<number> {
  const by = people[who];
  const ruled = { reason: "So it is" };
  const sent = {
    accept: () => answer(test, by, id, { answer: "accept" }),
    contest: () => answer(test, by, id, { answer: "contest", words: "No" }),
    uphold: () => decide(test, by, id, { ...ruled, decision: "upheld" }),
    reduce: () => decide(test, by, id, { ...ruled, decision: "reduced", amount: "100.00" }),
    exceed: () => decide(test, by, id, { ...ruled, decision: "reduced", amount: "400.01" }),
    dismiss: () => decide(test, by, id, { ...ruled, decision: "dismissed" }),
    withdraw: () => withdraw(test, by, id),
    propose: () => propose(test, by, orderId, { id, category: "cleaning", amount: "1.00", evidence: [] }),
  };
  if (what !== "time") return (await sent[what]()).statusCode;
  await endChargeWindows({ ...test.services, now: () => Date.now() + 73 * 3_600_000 });
  return 200;
}

async function rowOf(id: string): Promise<{ status: string; owed: number | null; times: string }> {
  const [row] = await test.services.database.rows<{ status: string; owed: number | null; times: string }>(
    `select status, owed::int, concat_ws(' ', answered_at, closed_at, closed_by, answer, decision, reason) as times
     from charges where id = $1`,
    [id],
  );
  if (!row) throw new Error("no charge");
  return row;
}

/** Makes the same calls to the product and the model, and returns where the two differ. */
async function walk(way: readonly Call[]): Promise<string[]> {
  const orderId = await makeOrder(test, people.renter.id, {
    status: "in_progress",
    carId: null,
    tier: "economy",
  });
  const id = crypto.randomUUID();
  const evidence = [await sendEvidence(test, people.proposer)];
  const first = { id, category: "cleaning", amount: "400.00", evidence };
  const made = await propose(test, people.proposer, orderId, first);
  const found: string[] = made.statusCode === 201 ? [] : [made.body];
  const model: Model = { status: "proposed", owed: 0 };
  for (const call of way) {
    const before = await rowOf(id);
    const next = call.what === "time" ? lapsed(model) : allowed(call, model);
    const status = await send(call, id, orderId);
    const row = await rowOf(id);
    const owed = await ledgerOf(test, id);
    const description = `${JSON.stringify(call)} of ${model.status} answered ${status}, now ${JSON.stringify(row)}`;
    if (next ? status !== 200 : !refusals.has(status) && status !== 200 && status !== 201)
      found.push(description);
    if (call.who === "nobody" && call.what !== "time" && status !== 401) found.push(description);
    // A refused or repeated call leaves every column as it was.
    if (!next && JSON.stringify(row) !== JSON.stringify(before)) found.push(`changed: ${description}`);
    Object.assign(model, next);
    if (row.status !== model.status || (row.owed ?? 0) !== model.owed || owed !== model.owed)
      found.push(`${description}, ${owed} in the ledger`);
  }
  return found;
}

/** The number of walks in the test suite; CHARGE_WALKS=1000 walks more. */
const walks = Number(process.env.CHARGE_WALKS ?? 15);

describe("a charge under random calls", () => {
  it(
    "a charge follows its rules and never reaches the ledger before its time",
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.record({ who: fc.constantFrom(...identities), what: fc.constantFrom(...calls) }), {
            minLength: 3,
            maxLength: 12,
          }),
          async (way) => {
            expect(await walk(way)).toEqual([]);
          },
        ),
        { numRuns: walks, endOnFailure: true },
      );
    },
    60_000 + walks * 1000,
  );

  it("a charge reaches each of its ends", async () => {
    const by = (who: Identity, ...what: Call["what"][]) => what.map((each) => ({ who, what: each }));
    const ways = [
      [...by("renter", "contest"), ...by("proposer", "uphold"), ...by("judge", "exceed", "reduce", "uphold")],
      [...by("renter", "contest"), ...by("judge", "dismiss", "uphold"), ...by("clerk", "withdraw")],
      [...by("clerk", "withdraw", "withdraw"), ...by("renter", "accept")],
      [...by("renter", "accept", "accept", "contest"), ...by("judge", "uphold", "withdraw")],
    ];
    for (const way of ways) expect(await walk(way)).toEqual([]);
  });
});
