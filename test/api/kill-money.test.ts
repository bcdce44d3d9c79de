import { expect, it } from "vitest";
import { conditionSlots } from "#domain/trips/condition.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import { returnDateFor } from "#domain/pricing/rental-length.ts";
import { readConfig } from "#server/config.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { databaseKind, migratedFolder } from "../app.ts";
import { type Calls, callsOf, demonstrationIn } from "../demonstration-calls.ts";
import { renter } from "../factories.ts";
import { multipart } from "../multipart.ts";
import { aPicture } from "../papers.ts";
import { type Product, startProduct } from "../product.ts";

const today = dateInLosAngeles(Date.now());

/** Confirmed rentals from today, whose condition record is complete except for its finish. */
async function prepare(product: Product, admin: Calls, count: number) {
  const cars = (await (await fetch(`${product.address}/api/cars?limit=${count + 8}`)).json()) as {
    id: string;
  }[];
  const form = await multipart([
    { field: "file", name: "x.jpg", content: await aPicture(80, 60), type: "image/jpeg" },
  ]);
  const made: { orderId: string; recordId: string }[] = [];
  for (const { id: carId } of cars) {
    if (made.length === count) break;
    const rental = { carId, pickupDate: today, returnDate: returnDateFor(today, 3) };
    // Some cars are booked on these days, or have a longer shortest rental.
    const placed = await admin("POST", "/api/quotes", rental)
      .then(({ total }) => admin("POST", "/api/bookings", { ...renter, ...rental, totalPrice: total }))
      .catch(() => undefined);
    if (!placed) continue;
    const orderId = String(placed.id);
    await admin("PUT", `/api/admin/orders/${orderId}/status`, { status: "confirmed" });
    const path = `/api/orders/${orderId}/condition-records`;
    const record = await admin("POST", path, { kind: "pickup", odometer: 12_000, fuelEighths: 8 });
    for (const slot of conditionSlots)
      await admin("PUT", `${path}/${String(record.id)}/images/${slot}`, form.payload, form.headers);
    made.push({ orderId, recordId: String(record.id) });
  }
  return made;
}

// Only the embedded database dies with its process; a server goes on.
it.runIf(databaseKind === "embedded")(
  "payments, refunds and sealed records are whole or absent after kill -9 at any moment",
  async () => {
    const folder = migratedFolder();
    const env = demonstrationIn(folder.path);
    try {
      let product = await startProduct(env);
      let admin = await callsOf(product);
      const prepared = await prepare(product, admin, 4);
      expect(prepared).toHaveLength(4);
      const done = { payment: [] as string[], refund: [] as string[], record: [] as string[] };
      for (const [round, killAfter] of [7, 20].entries()) {
        let answered = 0;
        const say = (kind: keyof typeof done, id: string) => {
          done[kind].push(id);
          if (++answered === killAfter) product.process.kill("SIGKILL");
        };
        const orders = prepared.map(({ orderId }) => `/api/admin/orders/${orderId}`);
        const call = admin;
        const pay = async () => {
          for (let turn = 0; turn < 200; turn++) {
            const [id, order] = [crypto.randomUUID(), orders[turn % orders.length] ?? ""];
            await call("POST", `${order}/payments`, { id, amount: "2.00", method: "cash", paidOn: today });
            say("payment", id);
          }
        };
        const giveBack = async () => {
          await call("POST", `${orders[0]}/payments`, {
            id: crypto.randomUUID(),
            amount: "50.00",
            method: "cash",
            paidOn: today,
          });
          for (let turn = 0; turn < 200; turn++) {
            const id = crypto.randomUUID();
            await call("POST", `${orders[0]}/refunds`, { id, amount: "0.25", reason: "Goodwill" });
            await call("PUT", `/api/admin/refunds/${id}`, { decision: "paid" });
            say("refund", id);
          }
        };
        const seal = async () => {
          for (const { orderId, recordId } of prepared.slice(round * 2, round * 2 + 2)) {
            const path = `/api/orders/${orderId}/condition-records/${recordId}/finish`;
            await call("POST", path, { overrideReason: "Seen" });
            say("record", recordId);
          }
        };
        // Each stream of calls ends when the process dies.
        const streams = await Promise.allSettled([pay(), giveBack(), seal()]);
        expect(streams.filter(({ status }) => status === "rejected").length).toBeGreaterThanOrEqual(2);
        expect(await product.stop("SIGKILL")).toBe(null);
        product = await startProduct(env);
        admin = await callsOf(product);
      }
      expect(await product.stop()).toBe(0);
      await look(folder.path, done);
    } finally {
      folder.remove();
    }
  },
);

/** Checks the data on disk: everything acknowledged is there, and each thing is complete or absent. */
async function look(dataDir: string, done: Record<"payment" | "refund" | "record", string[]>): Promise<void> {
  const { rows, close } = await openDatabase(readConfig({ DATA_DIR: dataDir }));
  const ids = async (sql: string) => (await rows<{ id: string }>(sql)).map(({ id }) => id);
  try {
    expect(await ids("select id::text from payments")).toEqual(expect.arrayContaining(done.payment));
    expect(await ids("select id::text from refunds where status = 'paid'")).toEqual(
      expect.arrayContaining(done.refund),
    );
    expect(await ids("select id::text from condition_records where seal is not null")).toEqual(
      expect.arrayContaining(done.record),
    );
    const broken: Record<string, string> = {
      "a payment without its transaction": `select id::text from payments p where status = 'succeeded' and
        (select sum(e.amount) from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
         where t.key = 'payment:' || p.id and e.account = 'cash') is distinct from p.amount`,
      "a payment without its email": `select order_id::text as id from payments p group by order_id
        having count(*) <> (select count(*) from emails where kind = 'payment_received' and order_id = p.order_id)`,
      "a refund that is half given back": `select id::text from refunds r where (status = 'paid') is distinct from
        (coalesce((select -sum(e.amount) from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
          where t.refund_id = r.id and e.account = 'cash'), 0) = r.amount)`,
      "a refund without its parts": `select id::text from refunds r
        where amount <> (select coalesce(sum(amount), 0) from refund_parts where refund_id = r.id)`,
      "a transaction that doesn't sum to zero": `select transaction_id::text as id from ledger_entries
        group by transaction_id having sum(amount) <> 0`,
      "an order whose instalments say another sum than its ledger": `select o.id::text from orders o
        where exists (select from instalments where order_id = o.id and posted_at is not null)
          and (select sum(amount - paid) from instalments where order_id = o.id and posted_at is not null)
            <> (select sum(amount) from ledger_entries where order_id = o.id and account = 'renter')`,
      "a sealed record whose rental has not begun": `select c.id::text from condition_records c join orders o on o.id = c.order_id
        where (c.seal is not null) is distinct from (o.status = 'in_progress' and o.trip_started_at is not null)`,
      "a sealed record without both its emails": `select c.id::text from condition_records c
        where (select count(*) from emails where kind = 'condition_pickup' and order_id = c.order_id)
          <> case when c.seal is null then 0 else 2 end`,
    };
    for (const [what, sql] of Object.entries(broken)) expect(await ids(sql), what).toEqual([]);
  } finally {
    await close();
  }
}
