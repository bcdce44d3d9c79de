// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OwnOrderDetail } from "#contract/account/orders.ts";
import type { AdminCharge, Charge, Dispute } from "#contract/charges.ts";
import { priceOfChange } from "#domain/changes/price-of-change.ts";
import { addDays, dateInLosAngeles } from "#domain/dates.ts";
import { carTariff } from "#domain/pricing/tariff.ts";
import { today } from "#server/services.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { answer, decide, ledgerOf, makeCharge, propose, sendEvidence, withdraw } from "#test/charges.ts";
import { pay } from "#test/changes.ts";
import { runOverBrokenRow } from "#test/broken-row.ts";
import { refusalOf } from "#test/client.ts";
import { makeHostedOrder } from "#test/host-rentals.ts";
import { makeOrder, makeRecord, orderRow, verifyLicence } from "#test/condition.ts";
import { endChargeWindows, proposeComputed, remindOfCharges } from "./jobs.ts";
import { writePlace } from "#server/db/list-cursor.ts";
import { chargeEmail } from "./emails.ts";
import { charges } from "#server/db/schema/money/charges.ts";
import { eq } from "drizzle-orm";
import { m } from "#server/mail/words.ts";
import { howToPay } from "#server/mail/how-to-pay.ts";

let test: TestApp;
let renter: Person;
let other: Person;
let proposer: Person;
let judge: Person;
beforeAll(async () => {
  test = await startTestApp();
  [renter, other] = [await makePerson(test), await makePerson(test)];
  proposer = await makePerson(test, { role: "admin", permissions: ["manage_disputes"] });
  judge = await makePerson(test, { role: "admin", permissions: ["manage_disputes"] });
  await verifyLicence(test, renter.id);
});
afterAll(() => test.close());

const hours = (count: number) => count * 3_600_000;
/** The same services, with the clock some hours ahead. */
const later = (count: number) => ({ ...test.services, now: () => Date.now() + hours(count) });
const rental = (wanted: Parameters<typeof makeOrder>[2] = {}) =>
  makeOrder(test, renter.id, { status: "in_progress", language: "zh", ...wanted });
const ownOrder = async (id: string) =>
  (
    await test.app.inject({ url: `/api/account/orders/${id}`, headers: renter.authorization })
  ).json<OwnOrderDetail>();
const ofOrder = async (id: string) =>
  (await test.app.inject({ url: `/api/admin/orders/${id}/charges`, headers: proposer.authorization })).json<{
    charges: AdminCharge[];
    proposable: { category: string; amount: string | null; isDisagreed: boolean }[];
  }>();
async function disputes(url = "/api/admin/disputes") {
  const answer = await test.app.inject({ url, headers: judge.authorization });
  return {
    items: answer.json<Dispute[]>(),
    total: Number(answer.headers["x-total-count"]),
    next: /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ""))?.[1],
  };
}
const emailsOf = async (orderId: string) =>
  (
    await test.services.database.rows<{ kind: string; language: string }>(
      "select kind, language from emails where order_id = $1 order by created_at, kind",
      [orderId],
    )
  ).map(({ kind, language }) => `${kind} ${language}`);

describe("a charge", () => {
  it("a charge is owed only once its renter accepts it", async () => {
    const orderId = await rental();
    const charge = await makeCharge(test, proposer, orderId);
    const shown = (await ownOrder(orderId)).charges[0];
    expect(shown).toMatchObject({ status: "proposed", amount: "80.00", owed: null, answer: null });
    expect(JSON.stringify(shown)).not.toContain(proposer.id);
    expect((await ownOrder(orderId)).instalments).toHaveLength(1);
    // The charge's evidence is for both sides, and for nobody else.
    const look = (by: Person) =>
      test.app.inject({
        url: `/api/uploads/${charge.evidence[0]?.id}/content`,
        headers: by.authorization,
      });
    expect([(await look(renter)).statusCode, (await look(judge)).statusCode]).toEqual([200, 200]);
    expect((await look(other)).statusCode).toBe(404);

    expect(refusalOf(await answer(test, other, charge.id, { answer: "accept" }))).toMatchObject({
      code: "charge_not_found",
    });
    const answers = await Promise.all(
      [0, 1, 2].map(() => answer(test, renter, charge.id, { answer: "accept" })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(answers[0]?.json<Charge>()).toMatchObject({ status: "accepted", owed: "80.00" });
    expect(await ledgerOf(test, charge.id)).toBe(8000);
    const { instalments, dueNow } = await ownOrder(orderId);
    expect(instalments.at(-1)).toMatchObject({
      amount: "80.00",
      dueOn: today(test.services),
      lines: [{ kind: "cleaning", amount: "80.00" }],
    });
    expect(Number(dueNow)).toBeGreaterThanOrEqual(80);
    expect(await emailsOf(orderId)).toEqual(["charge_proposed zh", "charge_accepted zh"]);
    expect(refusalOf(await withdraw(test, proposer, charge.id))).toMatchObject({ code: "charge_closed" });
  });

  it("a charge's email says how to pay, and speaks of two sides only after the renter's answer", async () => {
    const orderId = await rental();
    const { id } = await makeCharge(test, proposer, orderId);
    await answer(test, renter, id, { answer: "accept" });
    const [charge] = await test.services.database.db.select().from(charges).where(eq(charges.id, id));
    if (!charge) throw new Error("no charge");
    const instructions = { en: "Zelle to pay@example.com", zh: "Zelle 转账" };
    const { config } = test.services;
    const stripe = { secretKey: "sk_test_12345678", webhookSecret: "whsec_12345678", apiUrl: undefined };
    const none = { stripe: undefined, paypal: undefined };
    const built = { ...config, providers: none, paymentInstructions: undefined };
    for (const language of ["en", "zh"] as const) {
      const order = { ...(await orderRow(test, orderId)), language };
      for (const settings of [
        built,
        { ...built, paymentInstructions: instructions },
        { ...built, paymentInstructions: instructions, providers: { ...none, stripe } },
      ])
        for (const kind of ["accepted", "decided"] as const)
          expect(
            chargeEmail(settings, order, charge, kind, { earlierCar: null }).content.blocks,
          ).toContainEqual({
            kind: "paragraph",
            text: howToPay(settings, language),
          });
      const lead = (by: "contest" | null) =>
        JSON.stringify(
          chargeEmail(built, order, { ...charge, answer: by }, "decided", { earlierCar: null }).content
            .blocks[0],
        );
      const both = { en: "both sides", zh: "双方" }[language];
      expect([lead("contest").includes(both), lead(null).includes(both)]).toEqual([true, false]);
    }
    expect(howToPay({ ...built, providers: { ...none, stripe } }, "en")).toContain("Pay now");
    expect(howToPay(built, "zh")).toContain("回复这封邮件");
  });

  it("a charge is one of the renter's next steps until it is answered and paid", async () => {
    const person = await makePerson(test);
    const orderId = await makeOrder(test, person.id, { status: "in_progress" });
    const next = async () =>
      (await test.app.inject({ url: "/api/account/overview", headers: person.authorization }))
        .json<{ next: { kind: string; orderId: string; on: string }[] }>()
        .next.filter((step) => step.orderId === orderId && ["charge", "payment"].includes(step.kind));
    const { id, answerUntil } = await makeCharge(test, proposer, orderId);
    const on = dateInLosAngeles(Date.parse(answerUntil));
    expect(await next()).toEqual([expect.objectContaining({ kind: "charge", on, title: "Toyota Camry LE" })]);
    await test.services.database.rows("update orders set status = 'completed' where id = $1", [orderId]);
    expect((await next()).map(({ kind }) => kind)).toEqual(["charge"]);
    await answer(test, person, id, { answer: "accept" });
    expect(await next()).toEqual([expect.objectContaining({ kind: "payment", on: today(test.services) })]);
    await pay(test, orderId, 83_000, proposer.id);
    expect(await next()).toEqual([]);
  });

  it("a charge is proposed once under its id, with evidence, for a rental that has begun", async () => {
    const orderId = await rental();
    const id = crypto.randomUUID();
    const evidence = [await sendEvidence(test, proposer)];
    const sent = { id, category: "tolls", amount: 12.5, evidence };
    expect(refusalOf(await propose(test, proposer, orderId, { ...sent, evidence: [] }))).toMatchObject({
      status: 422,
      code: "evidence_missing",
    });
    const theirs = [await sendEvidence(test, renter)];
    expect((await propose(test, proposer, orderId, { ...sent, evidence: theirs })).statusCode).toBe(422);
    const made = await Promise.all([0, 1].map(() => propose(test, proposer, orderId, sent)));
    expect(made.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    expect((await ofOrder(orderId)).charges).toHaveLength(1);
    expect((await propose(test, proposer, orderId, { ...sent, amount: 13 })).statusCode).toBe(422);
    for (const status of ["pending", "confirmed", "cancelled"] as const) {
      const early = await rental({ status });
      expect(refusalOf(await propose(test, proposer, early, { ...sent, id: undefined }))).toMatchObject({
        code: "charge_not_possible",
      });
    }
    for (const amount of ["0.00", "-5.00", "100000.01"])
      expect((await propose(test, proposer, orderId, { ...sent, id: undefined, amount })).statusCode).toBe(
        422,
      );
  });

  it("a charge is refused a week after the car is back, and one for tolls after a month", async () => {
    const back = (days: number) => ({
      status: "completed" as const,
      carBackAt: new Date(Date.now() - days * hours(24)),
      tripCompletedAt: new Date(Date.now() - days * hours(24)),
    });
    const evidence = async () => [await sendEvidence(test, proposer)];
    const week = await rental(back(9));
    const sent = { category: "damage", amount: "10.00", evidence: await evidence() };
    expect((await propose(test, proposer, week, sent)).statusCode).toBe(409);
    expect((await propose(test, proposer, week, { ...sent, category: "tolls" })).statusCode).toBe(201);
    const month = await rental(back(32));
    expect(
      (await propose(test, proposer, month, { ...sent, category: "tolls", evidence: await evidence() }))
        .statusCode,
    ).toBe(409);
  });

  it("a charge without an answer is accepted, or becomes a dispute where that wouldn't be fair", async () => {
    const orderId = await rental();
    const small = await makeCharge(test, proposer, orderId);
    const large = await makeCharge(test, proposer, orderId, { amount: "500.01" });
    const damage = await makeCharge(test, proposer, orderId, { category: "damage" });
    const nobodys = await makeOrder(test, null, { status: "in_progress" });
    const unreachable = await makeCharge(test, proposer, nobodys);
    const statusOf = async (id: string) =>
      (
        await test.services.database.rows<{ status: string }>("select status from charges where id = $1", [
          id,
        ])
      )[0]?.status;
    for (let run = 0; run < 2; run++) {
      await remindOfCharges(later(47));
      await endChargeWindows(later(71));
    }
    expect(await statusOf(small.id)).toBe("proposed");
    for (let run = 0; run < 2; run++) await remindOfCharges(later(49));
    for (let run = 0; run < 2; run++) await endChargeWindows(later(72.1));
    expect(await Promise.all([small, large, damage, unreachable].map(({ id }) => statusOf(id)))).toEqual([
      "accepted",
      "contested",
      "contested",
      "contested",
    ]);
    expect(await Promise.all([small, large, damage].map(({ id }) => ledgerOf(test, id)))).toEqual([
      8000, 0, 0,
    ]);
    expect(
      refusalOf(await answer(test, renter, damage.id, { answer: "contest", words: "No" })),
    ).toMatchObject({
      code: "charge_answered",
    });
    const sent = await emailsOf(orderId);
    const count = (kind: string) => sent.filter((one) => one.startsWith(kind)).length;
    expect(
      ["charge_reminder", "charge_accepted", "charge_contested", "admin_charge_disputed"].map(count),
    ).toEqual([3, 1, 2, 2]);
  });

  it("a charge ends its time even if another one fails", async () => {
    const [broken, whole] = [
      await makeCharge(test, proposer, await rental()),
      await makeCharge(test, proposer, await rental()),
    ];
    const statuses = async () =>
      (
        await test.services.database.rows<{ status: string }>(
          "select status from charges where id = any($1) order by array_position($1, id)",
          [[broken.id, whole.id]],
        )
      ).map(({ status }) => status);
    const row = { table: "charges", condition: `new.id = '${broken.id}'` };
    await runOverBrokenRow(test, row, () => endChargeWindows(later(72.1)));
    expect(await statuses()).toEqual(["proposed", "accepted"]);
    await endChargeWindows(later(72.1));
    expect(await statuses()).toEqual(["accepted", "accepted"]);
  });

  it("a charge goes to a person if one proposer's charges add up to a large one, and the email says so", async () => {
    const host = await makePerson(test, { role: "host" });
    const orderId = await makeHostedOrder(test, host, renter.id, { status: "in_progress" });
    const ask = async (by: Person, amount: string) =>
      (
        await propose(test, by, orderId, {
          category: "cleaning",
          amount,
          evidence: [await sendEvidence(test, by)],
        })
      ).json<Charge>().id;
    const alone = await ask(host, "200.00");
    const said = async () => (await ownOrder(orderId)).charges.map(({ id, bySilence }) => [id, bySilence]);
    expect(await said()).toEqual([[alone, "lapse_accepted"]]);
    await endChargeWindows(later(72.1));
    const second = [await ask(host, "299.99"), await ask(proposer, "500.00")];
    expect((await said()).map(([, move]) => move)).toEqual([undefined, "lapse_accepted", "lapse_accepted"]);
    const third = await ask(host, "0.02");
    expect((await said()).slice(1)).toEqual([
      [second[0], "lapse_disputed"],
      [second[1], "lapse_accepted"],
      [third, "lapse_disputed"],
    ]);
    // The withdrawn charge doesn't change what the emails said about the charge beside it.
    await withdraw(test, judge, third);
    await remindOfCharges(later(49));
    await endChargeWindows(later(72.1));
    expect((await ownOrder(orderId)).charges.map(({ status }) => status)).toEqual([
      "accepted",
      "contested",
      "accepted",
      "withdrawn",
    ]);
    const [words] = await test.services.database.rows<{ text: string }>(
      "select string_agg(content::text, ' ') as text from emails where order_id = $1 and kind = 'charge_reminder'",
      [orderId],
    );
    for (const sentence of [m.email_charge_silence_disputes, m.email_charge_silence_accepts])
      expect(words?.text).toContain(sentence({}, { locale: "en" }));
  });

  it("a host may propose ten charges a day for one rental", async () => {
    const limited = await startTestApp({ RATE_LIMITS: "on" });
    try {
      const host = await makePerson(limited, { role: "host" });
      const orderId = await makeHostedOrder(limited, host, null, { status: "in_progress" });
      const ask = async (more: object = {}) => {
        const evidence = [await sendEvidence(limited, host)];
        return propose(limited, host, orderId, { category: "tolls", amount: "5.00", evidence, ...more });
      };
      expect((await ask({ amount: "0.00" })).statusCode).toBe(422);
      for (let count = 0; count < 10; count++) expect((await ask()).statusCode).toBe(201);
      expect(refusalOf(await ask()).code).toBe("too_many_requests");
    } finally {
      await limited.close();
    }
  });

  it("a charge can't be answered after its time", async () => {
    const charge = await makeCharge(test, proposer, await rental());
    await test.services.database.rows(
      "update charges set answer_until = now() - interval '1 minute' where id = $1",
      [charge.id],
    );
    expect((await answer(test, renter, charge.id, { answer: "accept" })).statusCode).toBe(409);
  });

  it("a charge stays owed when its order is canceled afterwards", async () => {
    const orderId = await rental({ carId: null, tier: "economy" });
    const charge = await makeCharge(test, proposer, orderId);
    await answer(test, renter, charge.id, { answer: "accept" });
    await test.app.inject({
      method: "PUT",
      url: `/api/admin/orders/${orderId}/status`,
      payload: { status: "cancelled" },
      headers: proposer.authorization,
    });
    const { instalments } = await ownOrder(orderId);
    expect(instalments.map(({ amount }) => amount)).toEqual(["80.00"]);
    expect(await ledgerOf(test, charge.id)).toBe(8000);
  });
});

describe("a dispute", () => {
  it("a dispute is decided by somebody else, with a reason, and never beyond the proposed amount", async () => {
    const orderId = await rental();
    const charge = await makeCharge(test, proposer, orderId, { amount: "300.00" });
    expect((await answer(test, renter, charge.id, { answer: "contest" })).statusCode).toBe(422);
    const said = {
      answer: "contest",
      words: "It was so before.",
      evidence: [await sendEvidence(test, renter)],
    };
    expect((await answer(test, renter, charge.id, said)).json()).toMatchObject({
      status: "contested",
      answer: { words: "It was so before.", evidence: [{ name: "door.webp" }] },
    });
    const found = (await disputes()).items.find(({ order }) => order.id === orderId);
    expect(found).toMatchObject({ charge: { mayDecide: true, status: "contested" } });
    const ruled = { decision: "reduced", amount: "120.00", reason: "Half of it was there before." };
    expect(refusalOf(await decide(test, proposer, charge.id, ruled))).toMatchObject({
      code: "charge_needs_another",
    });
    expect(refusalOf(await decide(test, renter, charge.id, ruled))).toMatchObject({ status: 403 });
    for (const wrong of ["300.01", "0.00", "300.00", "-1.00"])
      expect((await decide(test, judge, charge.id, { ...ruled, amount: wrong })).statusCode).toBe(422);
    expect((await decide(test, judge, charge.id, { ...ruled, reason: "" })).statusCode).toBe(422);
    const decisions = await Promise.all([0, 1].map(() => decide(test, judge, charge.id, ruled)));
    expect(decisions.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await ledgerOf(test, charge.id)).toBe(12_000);
    expect((await ownOrder(orderId)).charges[0]).toMatchObject({
      status: "decided",
      decision: "reduced",
      owed: "120.00",
      reason: "Half of it was there before.",
    });
    expect((await decide(test, judge, charge.id, { decision: "upheld", reason: "No" })).statusCode).toBe(409);
    const closed = await disputes("/api/admin/disputes?state=closed&limit=1");
    expect(closed.items[0]?.charge.id).toBe(charge.id);
  });

  it("an administrator who has to pay a charge can't decide its dispute while another could", async () => {
    const orderId = await makeOrder(test, judge.id, { status: "in_progress" });
    const charge = await makeCharge(test, proposer, orderId);
    await answer(test, judge, charge.id, { answer: "contest", words: "No" });
    expect(
      refusalOf(await decide(test, judge, charge.id, { decision: "dismissed", reason: "Mine" })),
    ).toMatchObject({ status: 403, code: "own_affair" });
  });

  it("a dispute counts on the dashboard, raises an alert and appears in the paged list", async () => {
    const stats = async () =>
      (await test.app.inject({ url: "/api/admin/dashboard/stats", headers: judge.authorization })).json<{
        recentDisputes: number;
      }>().recentDisputes;
    const before = await stats();
    const orderId = await rental();
    const made = [];
    for (let count = 0; count < 3; count++) made.push(await makeCharge(test, proposer, orderId));
    for (const { id } of made) await answer(test, renter, id, { answer: "contest", words: "No" });
    expect(await stats()).toBe(before + 3);
    const alerts = await test.app.inject({ url: "/api/admin/system/alerts", headers: judge.authorization });
    expect(alerts.body).toContain("/admin/disputes");
    // A decided charge no longer waits.
    await decide(test, judge, made.pop()?.id ?? "", { decision: "dismissed", reason: "Paid already" });
    expect(await stats()).toBe(before + 2);
    const { total } = await disputes();
    const seen: string[] = [];
    let address: string | undefined = "/api/admin/disputes?limit=2";
    while (address !== undefined) {
      const page = await disputes(address);
      seen.push(...page.items.map(({ charge }) => charge.id));
      address = page.next;
    }
    expect(new Set(seen).size).toBe(total);
    for (const place of ["x", writePlace(["+200000-01-01T00:00:00.000Z", made[0]?.id])])
      expect(
        (await test.app.inject({ url: `/api/admin/disputes?cursor=${place}`, headers: judge.authorization }))
          .statusCode,
      ).toBe(400);
    await withdraw(test, judge, made[0]?.id ?? "");
    expect((await disputes()).total).toBe(total - 1);
  });
});

describe("a charge computed by a rule", () => {
  /** A rental whose car came back late today; both sides have recorded it. */
  async function lateBack(wanted: Parameters<typeof rental>[0]) {
    const orderId = await rental({ ...wanted, status: "confirmed" });
    await makeRecord(test, renter, orderId, "pickup");
    await makeRecord(test, proposer, orderId, "return");
    return { orderId };
  }

  it("late days of a rental that ended early are counted by the days that its price pays for", async () => {
    const on = today(test.services);
    const rental = { pickupDate: addDays(on, -38), returnDate: addDays(on, -2) };
    const tariff = carTariff({ monthlyPrice: 90_000, minRentDays: 90 }, {});
    const price = priceOfChange(
      { ...rental, tariff, months: 4, fees: 0, taxes: 0, total: 400_000 },
      { kind: "extension", returnDate: rental.returnDate },
    ).price;
    const { orderId } = await lateBack({ ...rental, ...price, tariff, insurance: null });
    const { proposable } = await ofOrder(orderId);
    // 900.00 / 30 less 5 %, for two days; the price of three months by the 36 days would be more than twice that.
    expect(proposable.find(({ category }) => category === "late_days")).toMatchObject({ amount: "57.00" });
  });

  it("late days are proposed once by themselves when the car is back, and not beyond the rule", async () => {
    const on = today(test.services);
    const orderId = await rental({
      pickupDate: addDays(on, -32),
      returnDate: addDays(on, -2),
      milesIncluded: 0,
      status: "confirmed",
    });
    await makeRecord(test, renter, orderId, "pickup");
    await makeRecord(test, proposer, orderId, "return");
    const { proposable } = await ofOrder(orderId);
    // 750.00 / 30 + 15.00 insurance, for two days.
    expect(proposable.find(({ category }) => category === "late_days")).toMatchObject({ amount: "80.00" });
    expect(
      refusalOf(await propose(test, proposer, orderId, { category: "late_days", amount: "80.01" })),
    ).toMatchObject({ code: "charge_above_rule" });
    await Promise.all([proposeComputed(test.services), proposeComputed(test.services)]);
    const { charges } = await ofOrder(orderId);
    expect(charges.filter(({ category }) => category === "late_days")).toMatchObject([
      { amount: "80.00", proposedBy: "system", facts: { kind: "days", days: 2, perDay: "40.00" } },
    ]);
    expect(
      refusalOf(await propose(test, proposer, orderId, { category: "late_days", amount: "10.00" })),
    ).toMatchObject({ code: "charge_exists" });
    const [late] = charges;
    await withdraw(test, judge, late?.id ?? "");
    await proposeComputed(test.services);
    expect((await ofOrder(orderId)).charges.filter(({ status }) => status === "proposed")).not.toContainEqual(
      expect.objectContaining({ category: "late_days" }),
    );
  });

  it("extra miles show both readings, and a person decides where the sides disagree", async () => {
    const orderId = await rental({ status: "confirmed", milesIncluded: 100 });
    const reading = (odometer: number) => ({ odometer });
    await makeRecord(test, renter, orderId, "pickup", reading(10_000));
    await makeRecord(test, renter, orderId, "return", reading(10_300));
    await makeRecord(test, proposer, orderId, "return", reading(10_350));
    await proposeComputed(test.services);
    const before = await ofOrder(orderId);
    expect(before.charges).toEqual([]);
    expect(before.proposable.find(({ category }) => category === "extra_miles")).toMatchObject({
      amount: "62.50",
      isDisagreed: true,
      facts: { kind: "miles", pickup: 10_000, return: 10_350, included: 100, extra: 250, perMile: "0.25" },
    });
    const made = await propose(test, proposer, orderId, { category: "extra_miles", amount: "50.00" });
    expect(made.json()).toMatchObject({ amount: "50.00", facts: { pickup: 10_000, return: 10_350 } });
  });

  it("late days are not proposed by themselves if the status was set by hand", async () => {
    const on = today(test.services);
    const orderId = await rental({ pickupDate: addDays(on, -40), returnDate: addDays(on, -5) });
    await test.app.inject({
      method: "PUT",
      url: `/api/admin/orders/${orderId}/status`,
      payload: { status: "completed", reason: "Came back" },
      headers: proposer.authorization,
    });
    await proposeComputed(test.services);
    const { charges, proposable } = await ofOrder(orderId);
    expect(charges).toEqual([]);
    expect(proposable.map(({ category }) => category)).toContain("late_days");
  });
});

describe("the database", () => {
  it("the database refuses instalments for a charge that isn't owed and changes of one that has ended", async () => {
    const orderId = await rental();
    const charge = await makeCharge(test, proposer, orderId);
    const ask = (amount: number) =>
      test.services.database.rows(
        `insert into instalments (order_id, number, starts_on, ends_on, due_on, lines, amount, charge_id)
         values ($1, 9, now(), now(), now(), '[]', $2, $3)`,
        [orderId, amount, charge.id],
      );
    await expect(ask(8000)).rejects.toThrow(/not owed/);
    await withdraw(test, proposer, charge.id);
    await expect(ask(8000)).rejects.toThrow(/not owed/);
    await expect(
      test.services.database.rows("update charges set status = 'proposed' where id = $1", [charge.id]),
    ).rejects.toThrow(/come to its end/);
  });
});
