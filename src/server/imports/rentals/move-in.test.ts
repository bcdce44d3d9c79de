// @one-database
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ErrorBody } from "#contract/errors.ts";
import type { RentalImport, RentalsImported } from "#contract/admin/imports.ts";
import type { AdminOrderMoney } from "#contract/admin/payments.ts";
import { addDays, addMonths, daysBetween, type IsoDate } from "#domain/dates.ts";
import { divideHalfUp, wireMoney } from "#domain/money.ts";
import { moveRentalsIn } from "#server/imports/rentals/move-in.ts";
import { scheduleJobs } from "#server/jobs.ts";
import { recordRepair } from "#server/trips/record-repair.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { makeCar } from "#test/factories.ts";
import { makeHostCar } from "#test/host-cars.ts";
import { multipart } from "#test/multipart.ts";

const today = "2026-11-26";
/** The number of rentals: `RENTALS=200` moves more in. */
const many = Number(process.env.RENTALS ?? 12);
let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp({ PAYMENT_INSTRUCTIONS: "Transfer to 1234" }, { at: "2026-11-26T20:00:00Z" });
  admin = await makePerson(test, { role: "admin", permissions: ["manage_payments"] });
});
beforeEach(() => {
  test.services.now = () => Date.parse("2026-11-26T20:00:00Z");
});
afterAll(() => test.close());

const header =
  "plateNumber,customerName,customerEmail,pickupDate,returnDate,monthlyPrice,payments,balance,note,instalments";
type Answer = RentalsImported & { batchId: string };

async function send(lines: readonly string[], dryRun = false, by = admin) {
  const content = [header, ...lines].join("\n");
  const { payload, headers } = await multipart([
    { field: "file", name: "old books.csv", type: "text/csv", content },
  ]);
  const url = `/api/admin/upload-rentals?dryRun=${dryRun}`;
  return test.app.inject({ method: "POST", url, payload, headers: { ...headers, ...by.authorization } });
}
async function moved(lines: readonly string[], dryRun = false): Promise<Answer> {
  const answer = await send(lines, dryRun);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const undo = (id: string) =>
  test.app.inject({
    method: "POST",
    url: `/api/admin/rental-imports/${id}/undo`,
    headers: admin.authorization,
  });
const count = async (sql: string) => Number((await test.services.database.rows<{ n: string }>(sql))[0]?.n);
const orders = () => count("select count(*) as n from orders");
const emails = () => count("select count(*) as n from emails");
const codes = ({ faults: rowErrors }: RentalsImported) => rowErrors.map(({ row, code }) => `${row} ${code}`);
let plates = 0;
async function plate(wanted: Parameters<typeof makeCar>[1] = {}): Promise<string> {
  const plateNumber = `9MOV${String(++plates).padStart(3, "0")}`;
  await makeCar(test, { plateNumber, ...wanted });
  return plateNumber;
}
async function hostedPlate(): Promise<string> {
  const host = await makePerson(test, { role: "host" });
  await makeHostCar(test, host.id, "listed", { plateNumber: "9HOST01" });
  return "9HOST01";
}
const usual = (plateNumber: string, rest = ",,,") =>
  `${plateNumber},Ana Lee,ana@example.com,2026-09-15,2027-01-15,1450.00,${rest}`;

/** Runs all jobs of the minute and of the hour. */
async function runEveryJob(): Promise<void> {
  const works: (() => Promise<unknown>)[] = [];
  const collect = async (_name: string, work: () => Promise<unknown>) => void works.push(work);
  const outbox = { ...test.services.outbox, everyMinute: collect, everyHour: collect };
  await scheduleJobs({ ...test.services, outbox });
  for (const work of works) await work();
}

/** The sum of each account in the ledger. */
const accounts = () =>
  test.services.database.rows(
    "select account, sum(amount)::text as sum from ledger_entries group by account having sum(amount) <> 0 order by account",
  );
const tables = async () => ({
  orders: await orders(),
  instalments: await count("select count(*) as n from instalments"),
  payments: await count("select count(*) as n from payments"),
  transactions: await count("select count(*) as n from ledger_transactions"),
  entries: await count("select count(*) as n from ledger_entries"),
  notes: await count("select count(*) as n from order_notes"),
  earnings: await count("select count(*) as n from order_earnings"),
  tallies: await test.services.database.rows(
    "select status, sum(orders)::int as orders, sum(total)::bigint as total from order_tallies group by status having sum(orders) <> 0 order by status",
  ),
});

/** The old books, apart from the product: each month's rent from the pickup on, due up to a day. */
type OldBooks = { due: number; months: { dueOn: IsoDate; amount: number }[] };
function oldBooks(pickup: IsoDate, end: IsoDate, rent: number): OldBooks {
  const months: OldBooks["months"] = [];
  for (let month = 0; addMonths(pickup, month) < end; month++) {
    const dueOn = addMonths(pickup, month);
    const whole = addMonths(pickup, month + 1) <= end;
    months.push({ dueOn, amount: whole ? rent : divideHalfUp(rent * daysBetween(dueOn, end), 30) });
  }
  const due = months.filter(({ dueOn }) => dueOn <= today).reduce((sum, { amount }) => sum + amount, 0);
  return { due, months };
}

describe("rentals that run in other books", () => {
  it("imported rentals have the same balances, instalments and days, and can be undone whole", async () => {
    const before = { ...(await tables()), accounts: await accounts() };
    const mailed = await emails();
    const books = await Promise.all(
      Array.from({ length: many }, async (_, index) => {
        const pickup = addDays("2026-12-20", -((index * 29) % 300));
        const end = addDays(pickup > today ? pickup : today, 5 + ((index * 13) % 120));
        const rent = 60_000 + ((index * 977) % 90_000);
        const { due, months } = oldBooks(pickup, end, rent);
        // Some rentals are behind with their payments, some even, some ahead.
        const paid = Math.max(0, due + ([0, 0, -20_000, rent][index % 4] ?? 0));
        const asked = [...months];
        let left = paid;
        while (asked[0] && left >= asked[0].amount) left -= asked.shift()?.amount ?? 0;
        const next = asked[0] && { dueOn: asked[0].dueOn, amount: wireMoney(asked[0].amount - left) };
        const plateNumber = await plate();
        const sums = paid ? `${pickup > today ? today : pickup} ${wireMoney(paid)} transfer ${index}` : "";
        const line = `${plateNumber},Renter ${index},renter${index}@example.com,${pickup},${end},${wireMoney(rent)},${sums},${wireMoney(due - paid)},From the old books,`;
        return { line, plateNumber, pickup, end, balance: wireMoney(due - paid), next: next ?? null, paid };
      }),
    );
    const look = await moved(
      books.map(({ line }) => line),
      true,
    );
    expect(look).toMatchObject({ added: many, errors: 0, errorDetails: [] });
    expect(await tables()).toEqual({ ...before, accounts: undefined });

    const report = await moved(books.map(({ line }) => line));
    expect(report).toMatchObject({ processed: many, added: many, errors: 0 });
    expect(report.rentals.map(({ balance, next }) => ({ balance, next }))).toEqual(
      books.map(({ balance, next }) => ({ balance, next })),
    );
    for (const [index, { plateNumber, pickup, end, balance }] of books.entries()) {
      const [order] = await test.services.database.rows<{
        id: string;
        during: string;
        status: string;
        booked: string;
      }>(
        `select orders.id, during::text, orders.status,
           (select coalesce(sum(amount), 0) from ledger_entries where order_id = orders.id and account = 'renter')::text as booked
         from orders join cars on cars.id = car_id where plate_number = $1`,
        [plateNumber],
      );
      expect(order, `row ${index + 2}`).toMatchObject({
        during: `[${pickup},${addDays(end, 1)})`,
        status: pickup <= today ? "in_progress" : "confirmed",
      });
      expect(wireMoney(Number(order?.booked)), `balance of row ${index + 2}`).toBe(balance);
    }
    expect(await emails()).toBe(mailed);

    const again = await moved(books.map(({ line }) => line));
    expect(again).toMatchObject({ added: 0, unchanged: many, errors: 0 });
    expect(again.batchId).toBeUndefined();
    const undone = await undo(report.batchId);
    expect(undone.json(), undone.body).toMatchObject({ removed: many });
    expect({ ...(await tables()), accounts: await accounts() }).toEqual(before);
    expect(refusalOf(await undo(report.batchId))).toMatchObject({ status: 409, code: "import_undone" });
  });

  it("an unusable row is left out with its reason, and the others are imported", async () => {
    const [free, hosted, blocked, twice] = [await plate(), await hostedPlate(), await plate(), await plate()];
    await test.services.database.rows(
      `insert into car_blocks (car_id, first_date, last_date, reason, created_by)
       select id, '2026-12-01', '2026-12-05', 'workshop', $1 from cars where plate_number = $2 returning id`,
      [admin.id, blocked],
    );
    const before = await orders();
    const report = await moved([
      usual(free),
      usual("NOCAR1"),
      usual(blocked),
      usual(twice),
      `${twice},Other,other@example.com,2027-01-15,2027-03-15,900,,,,`,
      usual(await plate(), "2026-09-15 1450.00,0.00,,"),
      `${await plate()},Me,${admin.email},2026-09-15,2027-01-15,1450.00,,,,`,
      `${await plate()},Past,past@example.com,2026-01-15,2026-03-15,1450.00,,,,`,
      ",,,,,,,,,",
      `${await plate()},"Lee, Ana",not an address,9/15/2026,2027-01-15,1450.00,,,,`,
      usual(await plate(), ",,,,too many"),
      usual(hosted),
    ]);
    expect(report).toMatchObject({ processed: 11, added: 3, errors: 8 });
    expect(codes(report)).toEqual([
      "3 no_such_car",
      "4 car_taken",
      "6 same_days",
      "7 balance_differs",
      "9 rental_ended",
      "11 not_an_email",
      "12 too_many_cells",
      "13 hosted_car",
    ]);
    expect(report.errorDetails[3]).toBe(
      "Row 7: balance is 0.00, but what is due by these dates less these payments is 2900.00",
    );
    expect(await orders()).toBe(before + 3);
  });

  it("imported rentals cause no emails for a day and no documents for earlier payments", async () => {
    const mailed = await emails();
    const report = await moved([
      usual(await plate(), "2026-09-15 1450.00,,,"),
      `${await plate()},Soon,soon@example.com,2026-11-27,2027-01-15,1450.00,,,,`,
      `${await plate()},Ends,ends@example.com,2026-09-27,2026-11-27,1450.00,,,,`,
      `${await plate()},Late,late@example.com,2026-09-26,${today},1450.00,,,,`,
    ]);
    expect(report.added).toBe(4);
    await runEveryJob();
    expect(await emails()).toBe(mailed);
    expect(
      await count(
        "select count(*) as n from order_documents join orders on orders.id = order_id where moved_in_by is not null",
      ),
    ).toBe(0);
    const undone = await undo(report.batchId);
    expect(undone.json(), undone.body).toMatchObject({ removed: 4 });
  });

  it("imported rentals are reminded of later payments and not of earlier ones", async () => {
    const plateNumber = await plate();
    const report = await moved([
      `${plateNumber},Next,next@example.com,2026-08-29,2027-01-29,1450.00,2026-08-29 1450.00,,,`,
    ]);
    const id = (
      await test.services.database.rows<{ id: string }>("select id from orders where moved_in_by = $1", [
        report.batchId,
      ])
    )[0]?.id;
    test.services.now = () => Date.parse("2026-11-30T20:00:00Z");
    await runEveryJob();
    const sent = await test.services.database.rows<{ kind: string; recipient: string }>(
      "select kind, recipient from emails where order_id = $1",
      [id],
    );
    expect(sent).toEqual([{ kind: "payment_overdue", recipient: "next@example.com" }]);
    const money = (
      await test.app.inject({ url: `/api/admin/orders/${id}/money`, headers: admin.authorization })
    ).json<AdminOrderMoney>();
    expect(money.balance).toBe("4350.00");
    const papers = await test.services.database.rows<{ kind: string; amount: number }>(
      "select kind, amount::int from order_documents where order_id = $1",
      [id],
    );
    expect(papers).toEqual([{ kind: "invoice", amount: 145_000 }]);
    expect(refusalOf(await undo(report.batchId))).toMatchObject({ status: 409, code: "import_in_use" });
  });

  it("a lowered month of the old books is neither charged nor invoiced", async () => {
    const report = await moved([
      `${await plate()},Repair,repair@example.com,2026-08-10,2027-01-10,1450.00,2026-08-10 1450.00,,,`,
    ]);
    const [order] = await test.services.database.rows<{ id: string }>(
      "select id from orders where moved_in_by = $1",
      [report.batchId],
    );
    const orderId = order?.id ?? "";
    test.services.now = () => Date.parse("2026-11-27T20:00:00Z");
    const repair = { orderId, from: "2026-11-12", until: "2026-11-22", by: admin.id };
    expect(await recordRepair(test.services, repair)).toMatchObject({ days: 10 });
    await runEveryJob();
    const months = await test.services.database.rows(
      `select is_from_other_books as old, count(*)::int as count, bool_and(amount < 145000) as lowered from instalments
         where order_id = $1 and dropped_at is null group by 1 order by 1`,
      [orderId],
    );
    expect(months).toEqual([
      { old: false, count: 1, lowered: true },
      { old: true, count: 4, lowered: false },
    ]);
    const emailed = "select kind, 'email' as by from emails where order_id = $1 and kind like 'payment%'";
    const papers = "select kind, 'paper' as by from order_documents where order_id = $1";
    expect(await test.services.database.rows(`${emailed} union all ${papers}`, [orderId])).toEqual([]);
  });

  it("a canceled rental gets no invoice for the days of the old books", async () => {
    const { batchId } = await moved([usual(await plate(), "2026-09-15 1450.00; 2026-10-15 1450.00,,,")]);
    const [order] = await test.services.database.rows<{ id: string }>(
      "select id from orders where moved_in_by = $1",
      [batchId],
    );
    const orderId = order?.id ?? "";
    test.services.now = () => Date.parse("2026-11-27T20:00:00Z");
    const cancelled = await test.app.inject({
      method: "PUT",
      url: `/api/admin/orders/${orderId}/status`,
      payload: { status: "cancelled", reason: "Sold" },
      headers: admin.authorization,
    });
    expect(cancelled.statusCode, cancelled.body).toBe(200);
    await runEveryJob();
    const kept = await test.services.database.rows(
      "select is_from_other_books as old, amount > 0 as kept from instalments where order_id = $1 and dropped_at is null",
      [orderId],
    );
    expect(kept).toEqual([{ old: true, kept: true }]);
    const papers = "select kind from order_documents where order_id = $1";
    expect(await test.services.database.rows(papers, [orderId])).toEqual([]);
  });

  it("an import can't be undone once one of its rentals was changed or a month of it closed", async () => {
    const report = await moved([usual(await plate()), usual(await plate())]);
    const [order] = await test.services.database.rows<{ id: string; order_number: string }>(
      "select id, order_number from orders where moved_in_by = $1",
      [report.batchId],
    );
    const paid = await test.app.inject({
      method: "POST",
      url: `/api/admin/orders/${order?.id}/payments`,
      payload: { id: crypto.randomUUID(), amount: "100.00", method: "cash", reference: "1", paidOn: today },
      headers: admin.authorization,
    });
    expect(paid.statusCode, paid.body).toBe(201);
    const refused = await undo(report.batchId);
    expect(refusalOf(refused)).toMatchObject({ status: 409, code: "import_in_use" });
    expect(refused.json<ErrorBody>().hanging).toMatchObject([{ orders: [order?.order_number] }]);

    const noted = await moved([usual(await plate())]);
    await test.services.database.rows(
      `insert into order_notes (order_id, author_id, text)
       select id, $2, 'Calls back on Monday' from orders where moved_in_by = $1`,
      [noted.batchId, admin.id],
    );
    expect(refusalOf(await undo(noted.batchId))).toMatchObject({ code: "import_in_use" });

    const closed = await moved([usual(await plate())]);
    await test.services.database.rows(
      "insert into closed_months (month, closed_by, closed_at) values ('2026-10', 'test', now()) returning month",
    );
    expect(refusalOf(await undo(closed.batchId))).toMatchObject({ code: "import_in_use" });
    await test.services.database.rows("delete from closed_months returning month");
  });

  it("only the undoing of an import removes rows from the ledger", async () => {
    const { batchId } = await moved([usual(await plate())]);
    const remove = (setting: string) =>
      test.services.database.transaction(async (tx) => {
        await tx.execute(`select set_config('longbay.undone_import', '${setting}', true)`);
        await tx.execute("delete from ledger_entries");
      });
    await expect(remove("")).rejects.toThrow("Failed query");
    await expect(remove(crypto.randomUUID())).rejects.toThrow("Failed query");
    // The rows of other imports stay.
    await moved([usual(await plate())]);
    await expect(remove(batchId)).rejects.toThrow("Failed query");
    expect((await undo(batchId)).statusCode).toBe(200);
  });

  it("an interrupted import is listed and can be undone", async () => {
    test.services.now = () => Date.parse("2026-11-26T20:30:00Z");
    const lines = [usual(await plate()), usual(await plate()), usual(await plate())];
    const path = join(test.services.config.dataDir, "stopped.csv");
    await writeFile(path, [header, ...lines].join("\n"));
    const stopping = new AbortController();
    const moving = moveRentalsIn(test.services, path, {
      actor: admin.id,
      fileName: "stopped.csv",
      signal: stopping.signal,
      onProgress: (phase, done) => phase === "writing" && done === 2 && stopping.abort(),
    });
    await expect(moving).rejects.toThrow("abort");
    const [stopped] = (
      await test.app.inject({ url: "/api/admin/rental-imports", headers: admin.authorization })
    ).json<RentalImport[]>();
    expect(stopped).toMatchObject({ fileName: "stopped.csv", added: 2 });
    expect((await undo(stopped?.id ?? "")).json()).toMatchObject({ removed: 2 });
  });

  it("imports are listed with their files, newest first", async () => {
    test.services.now = () => Date.parse("2026-11-26T21:00:00Z");
    const { batchId } = await moved([usual(await plate())]);
    const listed = (
      await test.app.inject({ url: "/api/admin/rental-imports", headers: admin.authorization })
    ).json<RentalImport[]>();
    expect(listed[0]).toMatchObject({ id: batchId, fileName: "old books.csv", added: 1, undoneAt: null });
  });

  it("an administrator without the right to record payments can't import rentals", async () => {
    const other = await makePerson(test, { role: "admin", permissions: ["manage_cars", "upload_data"] });
    expect((await send([usual(await plate())], false, other)).statusCode).toBe(403);
  });
});
