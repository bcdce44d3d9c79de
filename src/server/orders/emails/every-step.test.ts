// @one-database
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OrderChange } from "#contract/changes.ts";
import type { Agreement } from "#contract/documents.ts";
import { addDays } from "#domain/dates.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import type { Language } from "#domain/languages.ts";
import { emailKindsOf } from "#test/email-kinds.ts";
import { endChargeWindows, remindOfCharges } from "#server/charges/jobs.ts";
import { postDueInstalments, sendPaymentNotices } from "#server/payments/jobs.ts";
import { endUnpaidBookings } from "#server/booking/wizard/end-unpaid.ts";
import { type Services, today } from "#server/services.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { letEmailsGo } from "#test/emails.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { makeRental, pay } from "#test/changes.ts";
import { answer, decide, makeCharge, withdraw } from "#test/charges.ts";
import { makeRecord, orderRow, verifyLicence } from "#test/condition.ts";
import { makeCar } from "#test/factories.ts";
import { lapseRequests } from "#server/changes/answer-request.ts";
import { mailOverdue } from "#server/trips/overdue.ts";
import { endStaleOrders } from "#server/orders/moves/stale-orders.ts";
import { warnAdmin } from "#server/orders/moves/warn-admin.ts";
import { remindRenters } from "#server/trips/remind-renters.ts";

let test: TestApp;
let renter: Person;
let admin: Person;
let judge: Person;
beforeAll(async () => {
  test = await startTestApp({
    DESK_EMAIL: "desk@longbay.example",
    PAYMENT_INSTRUCTIONS: "Zelle to pay@longbay.example",
  });
  renter = await makePerson(test);
  const permissions = ["manage_disputes", "manage_payments"] as const;
  admin = await makePerson(test, { role: "admin", permissions: [...permissions] });
  judge = await makePerson(test, { role: "admin", permissions: [...permissions] });
  await verifyLicence(test, renter.id);
});
afterAll(() => test.close());

/** Every job that emails people about a rental. */
const jobs = [
  lapseRequests,
  endStaleOrders,
  warnAdmin,
  endUnpaidBookings,
  remindRenters,
  postDueInstalments,
  sendPaymentNotices,
  mailOverdue,
  remindOfCharges,
  endChargeWindows,
];
async function runJobs(at: Services): Promise<void> {
  for (const job of jobs) await job(at);
}
const atNoon = (date: string): Services => ({
  ...test.services,
  now: () => instantInLosAngeles(date, "12:00"),
});
const inHours = (hours: number): Services => ({
  ...test.services,
  now: () => Date.now() + hours * 3_600_000,
});

const call = async <T>(
  method: "POST" | "PUT" | "DELETE" | "GET",
  url: string,
  by: Person,
  payload?: object,
) => {
  const answered = await test.app.inject({
    method,
    url,
    headers: by.authorization,
    ...(payload && { payload }),
  });
  if (answered.statusCode >= 300) throw new Error(`${url}: ${answered.body}`);
  return answered.json<T>();
};
const change = (id: string, asked: object) =>
  call<OrderChange>("POST", `/api/orders/${id}/changes`, renter, asked);
const reply = (id: string, decision: string) =>
  call("PUT", `/api/admin/changes/${id}`, admin, { decision, reason: "In the workshop" });
const moreDays = async (id: string) =>
  change(id, { kind: "extension", returnDate: addDays((await orderRow(test, id)).returnDate, 10) });
const offer = async (id: string) =>
  call<OrderChange>("POST", `/api/admin/orders/${id}/offers`, admin, {
    carId: await makeCar(test),
    reason: "In the workshop",
  });
const takeOffer = (id: string, changeId: string, decision: string) =>
  call("PUT", `/api/orders/${id}/changes/${changeId}`, renter, { decision });
const endRequests = (id: string) =>
  test.services.database.rows(
    "update order_changes set answer_until = now() - interval '1 minute' where order_id = $1 and status = 'requested'",
    [id],
  );

type WrittenEmail = { kind: string; recipient: string; language: Language; subject: string };
const writtenIds = new Set<string>();
/** The emails about an order since the last look: "kind" stands for one to its renter, "kind!" for one to us. */
function writtenSince(id: string, language: Language) {
  let seen = 0;
  const written = () =>
    test.services.database.rows<WrittenEmail>(
      "select kind, recipient, language, subject from emails where order_id = $1 order by created_at, id",
      [id],
    );
  return async (): Promise<string[]> => {
    const { customerEmail } = await orderRow(test, id);
    const found = (await written()).toSorted((a, b) =>
      a.kind + a.recipient < b.kind + b.recipient ? -1 : 1,
    );
    const before = seen;
    seen = found.length;
    await runJobs(test.services);
    expect((await written()).length, "what the jobs repeat").toBe(seen);
    const all = await written();
    for (const email of all) {
      const isOurs = email.recipient === test.services.config.adminEmail;
      expect([customerEmail, test.services.config.adminEmail]).toContain(email.recipient);
      expect(email.language, email.kind).toBe(isOurs ? "en" : language);
      expect(/\p{Script=Han}/u.test(email.subject), email.subject).toBe(!isOurs && language === "zh");
    }
    return all
      .slice(before)
      .map(({ kind, recipient }) => {
        if (recipient !== test.services.config.adminEmail) writtenIds.add(kind);
        return recipient === test.services.config.adminEmail ? `${kind}!` : kind;
      })
      .toSorted();
  };
}

/** We read English, the renter Chinese: an email in the wrong language is one that forgot whose it is. */
const language = "zh";

describe("each step of a rental is emailed once, to the people it concerns", () => {
  const rental = async (wanted: Parameters<typeof makeRental>[2]) => {
    const id = await makeRental(test, renter.id, { isSigned: false, language, ...wanted });
    return { id, writtenIds: writtenSince(id, language) };
  };

  it("before the pickup, changes, agreement, money and cancellation are emailed once", async () => {
    const { id, writtenIds } = await rental({ inDays: 20, months: 1 });
    const { pickupDate, returnDate } = await orderRow(test, id);
    await change(id, { kind: "pickup", pickupLocation: "9 Harbor Way" });
    expect(await writtenIds()).toEqual(["admin_order_handover_changed!", "order_handover_changed"]);
    await change(id, {
      kind: "dates",
      pickupDate: addDays(pickupDate, 1),
      returnDate: addDays(returnDate, 1),
    });
    expect(await writtenIds()).toEqual(["admin_order_dates!", "order_dates"]);
    await reply((await moreDays(id)).id, "declined");
    expect(await writtenIds()).toEqual(["admin_extension_asked!", "extension_asked", "extension_declined"]);
    const withdrawn = await moreDays(id);
    await call("DELETE", `/api/orders/${id}/changes/${withdrawn.id}`, renter);
    expect(await writtenIds()).toEqual([
      "admin_extension_asked!",
      "admin_extension_withdrawn!",
      "extension_asked",
    ]);
    await moreDays(id);
    await endRequests(id);
    await lapseRequests(test.services);
    expect(await writtenIds()).toEqual(["admin_extension_asked!", "extension_asked", "extension_lapsed"]);
    await reply((await moreDays(id)).id, "accepted");
    expect(await writtenIds()).toEqual(["admin_extension_asked!", "extension_accepted", "extension_asked"]);
    await takeOffer(id, (await offer(id)).id, "declined");
    expect(await writtenIds()).toEqual(["admin_swap_declined!", "swap_offered"]);
    await call("DELETE", `/api/admin/changes/${(await offer(id)).id}`, admin);
    expect(await writtenIds()).toEqual(["swap_offered", "swap_withdrawn"]);
    await offer(id);
    await endRequests(id);
    await lapseRequests(test.services);
    expect(await writtenIds()).toEqual(["admin_swap_lapsed!", "swap_lapsed", "swap_offered"]);
    await takeOffer(id, (await offer(id)).id, "accepted");
    expect(await writtenIds()).toEqual(["admin_swap_accepted!", "swap_accepted", "swap_offered"]);
    const { version, renter: name } = await call<Agreement>("GET", `/api/orders/${id}/agreement`, renter);
    await call("POST", `/api/orders/${id}/agreement`, renter, { name, version });
    expect(await writtenIds()).toEqual(["agreement_accepted"]);
    await pay(test, id, 10_000, admin.id);
    expect(await writtenIds()).toEqual(["payment_received"]);
    const refund = crypto.randomUUID();
    await call("POST", `/api/admin/orders/${id}/refunds`, admin, {
      id: refund,
      amount: "20.00",
      reason: "Too much",
    });
    expect(await writtenIds()).toEqual([]);
    await call("PUT", `/api/admin/refunds/${refund}`, admin, { decision: "paid", reference: "1" });
    expect(await writtenIds()).toEqual(["refund_paid"]);
    await change(id, { kind: "cancel" });
    expect(await writtenIds()).toEqual(["admin_order_cancelled!", "order_cancelled"]);
  });

  it("during the rental, records, early return, charges and delays are emailed once", async () => {
    const { id, writtenIds } = await rental({ inDays: 0, months: 3, isSigned: true });
    await pay(test, id, (await orderRow(test, id)).total, admin.id);
    await writtenIds();
    await makeRecord(test, admin, id, "pickup");
    expect(await writtenIds()).toEqual(["condition_pickup", "condition_pickup!"]);
    await change(id, {
      kind: "early_return",
      returnDate: addDays((await orderRow(test, id)).returnDate, -20),
    });
    expect(await writtenIds()).toEqual(["admin_order_early_return!", "order_early_return"]);
    const charge = () => makeCharge(test, admin, id, { amount: "30.00" });
    const accepted = await charge();
    await answer(test, renter, accepted.id, { answer: "accept" });
    expect(await writtenIds()).toEqual(["charge_accepted", "charge_proposed"]);
    const withdrawn = await charge();
    await withdraw(test, judge, withdrawn.id);
    expect(await writtenIds()).toEqual(["charge_proposed", "charge_withdrawn"]);
    const contested = await charge();
    await answer(test, renter, contested.id, { answer: "contest", words: "It was clean." });
    const decided = await decide(test, judge, contested.id, {
      decision: "reduced",
      amount: "10.00",
      reason: "Half",
    });
    expect(decided.statusCode).toBe(200);
    expect(await writtenIds()).toEqual([
      "admin_charge_disputed!",
      "charge_contested",
      "charge_decided",
      "charge_proposed",
    ]);
    await charge();
    for (let again = 0; again < 2; again++) await remindOfCharges(inHours(49));
    for (let again = 0; again < 2; again++) await endChargeWindows(inHours(73));
    expect(await writtenIds()).toEqual(["charge_accepted", "charge_proposed", "charge_reminder"]);
    const { returnDate } = await orderRow(test, id);
    for (const day of [1, 2, 3, 4]) await mailOverdue(atNoon(addDays(returnDate, day)));
    expect(await writtenIds()).toEqual(["admin_order_overdue!", "order_overdue", "order_overdue"]);
    await makeRecord(test, admin, id, "return");
    expect(await writtenIds()).toEqual(["condition_return", "condition_return!"]);
  });

  it("a due payment is emailed before, on the day, after it and long after it", async () => {
    const { id, writtenIds } = await rental({ inDays: -10, months: 3 });
    await pay(test, id, 75_000, admin.id);
    const { pickupDate } = await orderRow(test, id);
    await writtenIds();
    for (let day = 10; day < 45; day++) {
      const at = atNoon(addDays(pickupDate, day));
      await postDueInstalments(at);
      await sendPaymentNotices(at);
    }
    expect(await writtenIds()).toEqual([
      "admin_payment_past_due!",
      "payment_due",
      "payment_overdue",
      "payment_overdue",
      "payment_overdue",
      "payment_soon",
    ]);
  });

  it("a placed order's confirmation, reminders and endings are emailed once", async () => {
    const place = async (inDays: number) => {
      const pickupDate = addDays(today(test.services), inDays);
      const { id } = await call<{ id: string }>("POST", "/api/bookings", renter, {
        customerName: "Wei Lin",
        customerEmail: renter.email,
        customerPhone: "+1 650 555 0134",
        pickupLocation: "1 A St",
        carId: await makeCar(test),
        pickupDate,
        returnDate: addDays(pickupDate, 30),
        totalPrice: "750.00",
        language,
      });
      return { id, writtenIds: writtenSince(id, language), pickupDate };
    };
    const set = async (id: string, status: string) => {
      await call("PUT", `/api/admin/orders/${id}/status`, admin, { status, reason: "By hand" });
      await letEmailsGo(test);
    };
    const placed = await place(30);
    expect(await placed.writtenIds()).toEqual(["admin_order_placed!", "order_received"]);
    await set(placed.id, "confirmed");
    expect(await placed.writtenIds()).toEqual(["order_confirmed"]);
    for (let again = 0; again < 2; again++) await remindRenters(atNoon(addDays(placed.pickupDate, -1)));
    expect(await placed.writtenIds()).toEqual(["pickup_reminder"]);
    await set(placed.id, "in_progress");
    expect(await placed.writtenIds()).toEqual(["order_in_progress"]);
    for (let again = 0; again < 2; again++) await remindRenters(atNoon(addDays(placed.pickupDate, 29)));
    expect(await placed.writtenIds()).toEqual(["return_reminder"]);
    await set(placed.id, "completed");
    expect(await placed.writtenIds()).toEqual(["order_completed"]);
    const lapsed = await place(30);
    await lapsed.writtenIds();
    await test.services.database.rows(
      "update orders set expires_at = now() - interval '1 minute' where id = $1",
      [lapsed.id],
    );
    await endStaleOrders(test.services);
    expect(await lapsed.writtenIds()).toEqual(["order_expired"]);
    const declined = await place(30);
    await declined.writtenIds();
    await set(declined.id, "cancelled");
    expect(await declined.writtenIds()).toEqual(["order_cancelled"]);
  });
});

/** The kinds of email that need more than one rental and its people, and the tests that cover them. */
const elsewhere: Record<string, string> = {
  change_asked: "changes/host-answers.test.ts",
  change_declined: "changes/host-answers.test.ts",
  change_lapsed: "changes/host-answers.test.ts",
  host_change_asked: "changes/host-answers.test.ts",
  host_change_reminder: "changes/host-answers.test.ts",
  host_order_accepted_for_you: "orders/host/requests.test.ts",
  host_order_asked: "orders/host/requests.test.ts",
  host_order_booked: "orders/host/requests.test.ts",
  host_order_cancelled: "orders/host/requests.test.ts",
  host_order_declined_for_you: "orders/host/requests.test.ts",
  host_order_lapsed: "orders/host/requests.test.ts",
  host_order_reminder: "orders/host/notices.test.ts",
  host_order_taken_elsewhere: "orders/host/plans.test.ts",
  host_order_unpaid: "orders/host/paid-first.test.ts",
  host_order_withdrawn: "orders/host/requests.test.ts",
  order_car: "orders/admin/routes.test.ts",
  order_dates_gone: "booking/confirm-email.test.ts",
  order_declined: "orders/host/requests.test.ts",
  payment_corrected: "payments/corrections/corrections.test.ts",
  payment_failed: "payments/saved-methods/charge-due.test.ts",
  payment_taken_back: "payments/chargebacks/chargebacks.test.ts",
  pickup_denial_decided: "payouts/pickup-denials/pickup-denials.test.ts",
  pickup_denied: "payouts/pickup-denials/pickup-denials.test.ts",
  plan_ending: "orders/moves/end-plan-orders.test.ts",
  refund_bounced: "payments/refunds/behind-our-back.test.ts",
  refund_declined: "payments/refunds/proposed-by-status.test.ts",
  rental_ended: "changes/continuity/continuity.test.ts",
  replacement_offered: "changes/continuity/continuity.test.ts",
  replacement_settled: "changes/continuity/continuity.test.ts",
  replacement_taken: "changes/continuity/continuity.test.ts",
  review_published: "reviews/blind.test.ts",
};

it("every kind of email about orders and money is tested", () => {
  const kinds = (["orders", "money", "reminders"] as const).flatMap(emailKindsOf);
  expect(kinds.filter((kind) => !writtenIds.has(kind)).toSorted()).toEqual(Object.keys(elsewhere));
  for (const [kind, file] of Object.entries(elsewhere))
    expect(readFileSync(`src/server/${file}`, "utf8"), file).toContain(kind);
});
