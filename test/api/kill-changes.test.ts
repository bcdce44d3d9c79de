import { expect, it } from "vitest";
import { addDays, dateInLosAngeles } from "#domain/dates.ts";
import { returnDateFor } from "#domain/pricing/rental-length.ts";
import { readConfig } from "#server/config.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { databaseKind } from "../app.ts";
import { type Calls, callsOf, demonstrationPassword } from "../demonstration-calls.ts";
import { renter } from "../factories.ts";
import { type Product, startProduct, temporaryFolder } from "../product.ts";

const pickupDate = addDays(dateInLosAngeles(Date.now()), 60);
type Rental = { path: string; returnDate: string };

/** Confirmed rentals of the demonstration's customer, in two months for two months. */
async function prepare(product: Product, customer: Calls, admin: Calls, count: number): Promise<Rental[]> {
  const cars = (await (await fetch(`${product.address}/api/cars?limit=40`)).json()) as { id: string }[];
  const made: Rental[] = [];
  for (const { id: carId } of cars) {
    if (made.length === count) break;
    const rental = { carId, pickupDate, returnDate: returnDateFor(pickupDate, 2) };
    // Some are taken, or let for longer only.
    const placed = await customer("POST", "/api/quotes", rental)
      .then(({ total }) => customer("POST", "/api/bookings", { ...renter, ...rental, totalPrice: total }))
      .catch(() => undefined);
    if (!placed) continue;
    await admin("PUT", `/api/admin/orders/${String(placed.id)}/status`, { status: "confirmed" });
    made.push({ path: `/api/orders/${String(placed.id)}/changes`, returnDate: rental.returnDate });
  }
  return made;
}

// The embedded database is the one that dies with its process; a server of its own outlives it.
it.runIf(databaseKind === "embedded")(
  "leaves every change of a rental whole or not there through kill -9 at any moment",
  async () => {
    const folder = temporaryFolder();
    const env = {
      DATA_DIR: folder.path,
      DEMO: "on",
      DEMO_PASSWORD: demonstrationPassword,
      DATABASE_URL: "",
      SMTP_URL: "",
    };
    try {
      let product = await startProduct(env);
      let [admin, customer] = [await callsOf(product), await callsOf(product, "customer")];
      const rentals = await prepare(product, customer, admin, 4);
      const [moved, extended, declined, withdrawn] = rentals;
      if (!moved || !extended || !declined || !withdrawn) throw new Error("too few cars are free");
      const done: Record<string, string> = {};
      let turn = 0;
      for (const killAfter of [6, 13, 22]) {
        let answered = 0;
        const say = (id: string, status: string) => {
          done[id] = status;
          if (++answered === killAfter) product.process.kill("SIGKILL");
        };
        const [asAdmin, asCustomer] = [admin, customer];
        const move = async () => {
          for (;;) {
            const [id, start] = [crypto.randomUUID(), addDays(pickupDate, (turn++ % 20) + 1)];
            const rental = { pickupDate: start, returnDate: returnDateFor(start, 1 + (turn % 2)) };
            await asCustomer("POST", moved.path, { id, kind: "dates", ...rental });
            say(id, "accepted");
          }
        };
        const ask = async (rental: Rental, end: (id: string) => Promise<string>) => {
          for (;;) {
            const id = crypto.randomUUID();
            rental.returnDate = addDays(rental.returnDate, 1);
            await asCustomer("POST", rental.path, {
              id,
              kind: "extension",
              returnDate: addDays(rental.returnDate, 1),
            });
            say(id, await end(id));
          }
        };
        const answer = (decision: string) => async (id: string) => {
          await asAdmin("PUT", `/api/admin/changes/${id}`, { decision, reason: "As asked" });
          return decision;
        };
        const withdraw = async (id: string) => {
          await asCustomer("DELETE", `${withdrawn.path}/${id}`);
          return "withdrawn";
        };
        // Each stream ends when the process does.
        const streams = await Promise.allSettled([
          move(),
          ask(extended, answer("accepted")),
          ask(declined, answer("declined")),
          ask(withdrawn, withdraw),
        ]);
        expect(streams.map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
        expect(answered).toBeGreaterThanOrEqual(killAfter);
        expect(await product.stop("SIGKILL")).toBe(null);
        product = await startProduct(env);
        [admin, customer] = [await callsOf(product), await callsOf(product, "customer")];
        // What was asked for and not ended in time would be in the way of the next.
        await withdrawOpen(customer, rentals);
      }
      expect(await product.stop()).toBe(0);
      await look(folder.path, done);
    } finally {
      folder.remove();
    }
  },
);

async function withdrawOpen(customer: Calls, rentals: Rental[]): Promise<void> {
  for (const { path } of rentals) {
    const id = path.split("/")[3] ?? "";
    const { changes } = await customer("GET", `/api/account/orders/${id}`);
    for (const change of changes as { id: string; status: string }[])
      if (change.status === "requested") await customer("DELETE", `${path}/${change.id}`);
  }
}

/** What is on disk: everything acknowledged, and of every change all or nothing. */
async function look(dataDir: string, done: Record<string, string>): Promise<void> {
  const { rows, close } = await openDatabase(readConfig({ DATA_DIR: dataDir }));
  const ids = async (sql: string) => (await rows<{ id: string }>(sql)).map(({ id }) => id);
  const counted = (kind: string, status: string): string =>
    `(select count(*) from order_changes where order_id = o.id and kind = '${kind}' and status ${status})`;
  const events = (action: string): string =>
    `(select count(*) from audit_events where entity_id = o.id::text and action = '${action}')`;
  const mailed = (kind: string): string =>
    `(select count(*) from emails where order_id = o.id and kind = '${kind}')`;
  try {
    const kept = await rows<{ id: string; status: string }>("select id::text, status from order_changes");
    const statuses = Object.fromEntries(kept.map(({ id, status }) => [id, status]));
    expect(Object.keys(done).length).toBeGreaterThanOrEqual(41);
    expect(statuses).toMatchObject(done);
    const broken: Record<string, string> = {
      "an order that is not as its last change left it": `select o.id::text from orders o join lateral (
          select after from order_changes where order_id = o.id and status = 'accepted'
          order by coalesce(answered_at, created_at) desc limit 1) last on true
        where (after->'rental'->>'returnDate')::date <> return_date or (after->'rental'->>'pickupDate')::date <> pickup_date
          or (after->>'total')::bigint <> total`,
      "an order whose instalments say another sum": `select o.id::text from orders o where status = 'confirmed' and total <>
        (select sum(amount) from instalments where order_id = o.id and dropped_at is null and charge_id is null)`,
      "a change without its event": `select o.id::text from orders o
        where ${counted("dates", "= 'accepted'")} <> ${events("dates_changed")}
          or ${counted("extension", "= 'accepted'")} <> ${events("rental_extended")}`,
      "a change without its email": `select o.id::text from orders o
        where ${counted("dates", "= 'accepted'")} <> ${mailed("order_dates")}
          or ${counted("extension", "is not null")} <> ${mailed("extension_asked")}
          or ${counted("extension", "= 'accepted'")} <> ${mailed("extension_accepted")}
          or ${counted("extension", "= 'declined'")} <> ${mailed("extension_declined")}`,
      "days that are kept for nobody": `select id::text from day_holds where reason = 'change' and not exists (
        select from order_changes c where c.order_id = day_holds.order_id and c.status = 'requested')`,
    };
    for (const [what, sql] of Object.entries(broken)) expect(await ids(sql), what).toEqual([]);
  } finally {
    await close();
  }
}
