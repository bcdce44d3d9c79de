import { expect, it } from "vitest";
import { addDays, dateInLosAngeles } from "#domain/dates.ts";
import { returnDateFor } from "#domain/pricing/rental-length.ts";
import { readConfig } from "#server/config.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { databaseKind, migratedFolder } from "../app.ts";
import { type Calls, callsOf, demonstrationIn } from "../demonstration-calls.ts";
import { renter } from "../factories.ts";
import { type Product, startProduct } from "../product.ts";

/** A renter with the account's own address, which gets every email about a change. */
const ownRenter = { ...renter, customerEmail: "customer@longbay.example" };
const pickupDate = addDays(dateInLosAngeles(Date.now()), 60);
type Rental = { path: string; carId: string; returnDate: string };
type Car = { id: string; monthlyPrice: string };

/** Confirmed rentals of the demonstration's customer, which begin in 60 days and last two months. */
async function prepare(product: Product, customer: Calls, admin: Calls, count: number): Promise<Rental[]> {
  const cars = (await (await fetch(`${product.address}/api/cars?limit=100`)).json()) as { id: string }[];
  const made: Rental[] = [];
  for (const { id: carId } of cars) {
    if (made.length === count) break;
    const rental = { carId, pickupDate, returnDate: returnDateFor(pickupDate, 2) };
    // Some cars are booked on these days, or have a longer shortest rental.
    const placed = await customer("POST", "/api/quotes", rental)
      .then(({ total }) => customer("POST", "/api/bookings", { ...ownRenter, ...rental, totalPrice: total }))
      .catch(() => undefined);
    if (!placed) continue;
    await admin("PUT", `/api/admin/orders/${String(placed.id)}/status`, { status: "confirmed" });
    made.push({ path: `/api/orders/${String(placed.id)}/changes`, carId, returnDate: rental.returnDate });
  }
  return made;
}

// Only the embedded database dies with its process; a server goes on.
it.runIf(databaseKind === "embedded")(
  "every change of a rental is whole or absent after kill -9 at any moment",
  async () => {
    const folder = migratedFolder();
    const env = demonstrationIn(folder.path);
    try {
      let product = await startProduct(env);
      let [admin, customer] = [await callsOf(product), await callsOf(product, "customer")];
      const rentals = await prepare(product, customer, admin, 21);
      const [moved, extended, declined, withdrawn, shortened, ...others] = rentals;
      if (!moved || !extended || !declined || !withdrawn || !shortened)
        throw new Error("too few cars are free");
      const status = { status: "in_progress", reason: "Handed over by hand" };
      await admin("PUT", `/api/admin/orders/${orderOf(shortened)}/status`, status);
      const swapped = await withTwin(admin, others);
      const toCancel = others.filter((rental) => orderOf(rental) !== swapped.orderId);
      const done: Record<string, string> = {};
      let turn = 0;
      for (const killAfter of [8, 22]) {
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
        const shorten = async () => {
          for (;;) {
            const id = crypto.randomUUID();
            shortened.returnDate = addDays(shortened.returnDate, -1);
            const { returnDate } = shortened;
            await asCustomer("POST", shortened.path, { id, kind: "early_return", returnDate });
            say(id, "accepted");
          }
        };
        const cancel = async () => {
          for (const { path } of toCancel.splice(0, 4)) {
            const id = crypto.randomUUID();
            await asCustomer("POST", path, { id, kind: "cancel" });
            say(id, "accepted");
          }
          throw new Error("no more to cancel in this round");
        };
        const swap = async () => {
          for (;;) {
            const [id, carId] = [crypto.randomUUID(), swapped.cars[swapped.turn++ % 2]];
            const offer = { id, carId, reason: "In the workshop" };
            await asAdmin("POST", `/api/admin/orders/${swapped.orderId}/offers`, offer);
            await asCustomer("PUT", `/api/orders/${swapped.orderId}/changes/${id}`, { decision: "accepted" });
            say(id, "accepted");
          }
        };
        // Each stream of calls ends when the process dies.
        const streams = await Promise.allSettled([
          move(),
          ask(extended, answer("accepted")),
          ask(declined, answer("declined")),
          ask(withdrawn, withdraw),
          shorten(),
          cancel(),
          swap(),
        ]);
        expect(streams.map(({ status }) => status)).toEqual(Array(7).fill("rejected"));
        expect(answered).toBeGreaterThanOrEqual(killAfter);
        expect(await product.stop("SIGKILL")).toBe(null);
        product = await startProduct(env);
        [admin, customer] = [await callsOf(product), await callsOf(product, "customer")];
        // A request that is still open would block the next one.
        await withdrawOpen(customer, admin, rentals);
        await swapped.look(admin);
      }
      expect(await product.stop()).toBe(0);
      await look(folder.path, done);
    } finally {
      folder.remove();
    }
  },
);

const orderOf = ({ path }: Rental): string => path.split("/")[3] ?? "";

/** A rental with a second free car at the same price. `turn` chooses the car that the rental doesn't have. */
async function withTwin(admin: Calls, rentals: Rental[]) {
  for (const rental of rentals) {
    const orderId = orderOf(rental);
    const [order, free] = await Promise.all([
      admin("GET", `/api/admin/orders/${orderId}`),
      admin("GET", `/api/admin/orders/${orderId}/cars`),
    ]);
    const twin = (free as unknown as Car[]).find(({ monthlyPrice }) => monthlyPrice === order.monthlyPrice);
    if (!twin) continue;
    const cars = [twin.id, rental.carId];
    const swapped = { orderId, cars, turn: 0, look };
    async function look(as: Calls): Promise<void> {
      const { vehicleId } = await as("GET", `/api/admin/orders/${orderId}`);
      swapped.turn = vehicleId === twin?.id ? 1 : 0;
    }
    return swapped;
  }
  throw new Error("no car has a twin");
}

async function withdrawOpen(customer: Calls, admin: Calls, rentals: Rental[]): Promise<void> {
  for (const rental of rentals) {
    const { changes } = await customer("GET", `/api/account/orders/${orderOf(rental)}`);
    for (const { id, kind, status } of changes as { id: string; kind: string; status: string }[])
      if (status === "requested")
        await (kind === "swap"
          ? admin("DELETE", `/api/admin/changes/${id}`)
          : customer("DELETE", `${rental.path}/${id}`));
  }
}

/** Checks the data on disk: every acknowledged change is there, and each change is complete or absent. */
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
    const kept = await rows<{ id: string; kind: string; status: string }>(
      "select id::text, kind, status from order_changes",
    );
    expect(new Set(kept.map(({ kind }) => kind))).toEqual(
      new Set(["dates", "extension", "early_return", "cancel", "swap"]),
    );
    const statuses = Object.fromEntries(kept.map(({ id, status }) => [id, status]));
    expect(Object.keys(done).length).toBeGreaterThanOrEqual(30);
    expect(statuses).toMatchObject(done);
    const broken: Record<string, string> = {
      "an order that is not as its last change left it": `select o.id::text from orders o join lateral (
          select after from order_changes where order_id = o.id and status = 'accepted' and kind <> 'cancel'
          order by coalesce(answered_at, created_at) desc limit 1) last on true
        where (after->'rental'->>'returnDate')::date <> return_date or (after->'rental'->>'pickupDate')::date <> pickup_date
          or (after->>'total')::bigint <> total or (after->'rental'->>'carId')::uuid <> car_id`,
      "an order whose instalments say another sum": `select o.id::text from orders o where status in ('confirmed', 'in_progress') and total <>
        (select sum(amount) from instalments where order_id = o.id and dropped_at is null and charge_id is null)`,
      "a change without its event": `select o.id::text from orders o
        where ${counted("dates", "= 'accepted'")} <> ${events("dates_changed")}
          or ${counted("extension", "= 'accepted'")} <> ${events("rental_extended")}
          or ${counted("early_return", "= 'accepted'")} <> ${events("rental_shortened")}
          or ${counted("swap", "is not null")} <> ${events("swap_offered")}
          or ${counted("swap", "= 'accepted'")} <> ${events("car_swapped")}`,
      "a cancellation that is not whole": `select o.id::text from orders o
        where (status = 'cancelled') <> (${counted("cancel", "= 'accepted'")} = 1)
          or (status = 'cancelled') <> (${mailed("order_cancelled")} = 1)
          or status = 'cancelled' and exists (select from instalments where order_id = o.id and dropped_at is null and paid < amount)`,
      "a change without its email": `select o.id::text from orders o
        where ${counted("dates", "= 'accepted'")} <> ${mailed("order_dates")}
          or ${counted("extension", "is not null")} <> ${mailed("extension_asked")}
          or ${counted("extension", "= 'accepted'")} <> ${mailed("extension_accepted")}
          or ${counted("extension", "= 'declined'")} <> ${mailed("extension_declined")}
          or ${counted("early_return", "= 'accepted'")} <> ${mailed("order_early_return")}
          or ${counted("swap", "is not null")} <> ${mailed("swap_offered")}
          or ${counted("swap", "= 'accepted'")} <> ${mailed("swap_accepted")}`,
      "days that are kept for nobody": `select id::text from day_holds where reason = 'change' and not exists (
        select from order_changes c where c.order_id = day_holds.order_id and c.status = 'requested')`,
    };
    for (const [what, sql] of Object.entries(broken)) expect(await ids(sql), what).toEqual([]);
  } finally {
    await close();
  }
}
