import type { LightMyRequestResponse } from "fastify";
import { eq } from "drizzle-orm";
import type { AdminOrder } from "#contract/admin/orders.ts";
import type { OrderChange } from "#contract/changes.ts";
import { addDays } from "#domain/dates.ts";
import { carPrice } from "#domain/pricing/taxed-price.ts";
import { charges } from "#server/db/schema/money/charges.ts";
import { orders } from "#server/db/schema/orders.ts";
import { paymentCorrections } from "#server/db/schema/money/corrections.ts";
import { payments, refunds } from "#server/db/schema/money/payments.ts";
import { writeOffs } from "#server/db/schema/money/write-offs.ts";
import { writeRefund } from "#server/ledger/refunds.ts";
import { endStaleOrders } from "#server/orders/moves/stale-orders.ts";
import { setOrderStatus } from "#server/orders/moves/set-order-status.ts";
import { today } from "#server/services.ts";
import type { Person } from "./accounts.ts";
import type { TestApp } from "./app.ts";
import { answer, makeCharge, sendEvidence } from "./charges.ts";
import { makeRental, pay } from "./changes.ts";
import { makeOrder, orderRow } from "./condition.ts";
import { aMonth, makeCar } from "./factories.ts";

/** The owner of the order, and an administrator who prepares the action. */
export type Setting = { test: TestApp; renter: Person; other: Person };
/** Sends an administrator's action, and the steps of the renter or the clock that follow from it. */
export type Send = (by: Person) => Promise<LightMyRequestResponse>;
export type MoneyAction = {
  name: string;
  /** The call, as the access table names it. */
  call: string;
  make: (setting: Setting) => Promise<Send>;
};

type Method = "POST" | "PUT" | "DELETE";
const send = ({ app }: TestApp, by: Person, method: Method, url: string, payload?: object) =>
  app.inject({ method, url, headers: by.authorization, ...(payload && { payload }) });

/** A fully paid rental of two months that begins in `inDays` days; a negative number means that it runs. */
async function paid({ test, renter }: Setting, wanted: Parameters<typeof makeRental>[2] = {}) {
  const id = await makeRental(test, renter.id, { inDays: 20, ...wanted });
  await pay(test, id, (await orderRow(test, id)).total, "system");
  return id;
}

const status = (test: TestApp, by: Person, id: string, body: object) =>
  send(test, by, "PUT", `/api/admin/orders/${id}/status`, { reason: "Agreed by phone", ...body });

/** Makes a paid rental; the action sets its status. */
const setTo =
  (body: { status: AdminOrder["status"]; fullRefund?: boolean }, wanted: Parameters<typeof paid>[1] = {}) =>
  async (setting: Setting): Promise<Send> => {
    const id = await paid(setting, wanted);
    return (by) => status(setting.test, by, id, body);
  };

const cancelled = async (setting: Setting): Promise<string> => {
  const id = await paid(setting, { inDays: 0 });
  await setOrderStatus(setting.test.services, { id, status: "cancelled", by: "system" });
  return id;
};

/** The action sets a status and takes it back. */
const undone =
  (to: AdminOrder["status"], make: (setting: Setting) => Promise<string>) =>
  async (setting: Setting): Promise<Send> => {
    const id = await make(setting);
    return async (by) => {
      const set = await status(setting.test, by, id, { status: to });
      if (set.statusCode !== 200) return set;
      const { change } = set.json<{ change: number }>();
      return send(setting.test, by, "POST", `/api/admin/orders/${id}/undo-status`, { change });
    };
  };

async function refund({ test }: Setting, orderId: string, state: "awaiting_approval" | "approved") {
  const wanted = { id: crypto.randomUUID(), orderId, status: state, amount: 5_000, reason: "Goodwill" };
  await test.services.database.transaction((tx) =>
    writeRefund(test.services, tx, { ...wanted, origin: "hand", proposedBy: "system" }),
  );
  return wanted.id;
}

const decided =
  (decision: "approved" | "declined" | "paid", state: "awaiting_approval" | "approved") =>
  async (setting: Setting): Promise<Send> => {
    const id = await refund(setting, await paid(setting), state);
    return (by) => send(setting.test, by, "PUT", `/api/admin/refunds/${id}`, { decision });
  };

/** A rental that has ended and owes its second month. */
async function owing({ test, renter }: Setting): Promise<string> {
  const id = await makeRental(test, renter.id, { inDays: -70 });
  await setOrderStatus(test.services, { id, status: "completed", reason: "Brought back", by: "system" });
  return id;
}

/** A payment recorded by hand for a rental that owes more. */
async function recorded({ test, renter }: Setting, amount: number): Promise<string> {
  const orderId = await makeRental(test, renter.id);
  await pay(test, orderId, amount, "system");
  const [payment] = await test.services.database.db
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderId));
  return payment?.id ?? "";
}

async function writeOff({ test }: Setting, orderId: string): Promise<string> {
  const id = crypto.randomUUID();
  const row = { id, orderId, status: "awaiting_approval" as const, amount: 5_000, reason: "Moved away" };
  await test.services.database.db
    .insert(writeOffs)
    .values({ ...row, requestHash: "x", proposedBy: "system", createdAt: new Date(test.services.now()) });
  return id;
}

async function contested({ test, renter, other }: Setting): Promise<string> {
  const orderId = await makeOrder(test, renter.id, { status: "in_progress" });
  const { id } = await makeCharge(test, other, orderId);
  await answer(test, renter, id, { answer: "contest", words: "It was clean" });
  return id;
}

/** A request for the few days that bring the rental to its first discount, so that it becomes cheaper. */
async function cheaperExtension(setting: Setting): Promise<string> {
  const { test, renter } = setting;
  const pickupDate = addDays(today(test.services), 20);
  const rental = { pickupDate, returnDate: addDays(pickupDate, 86) };
  const id = await paid(setting, { ...rental, ...carPrice(75_000, rental) });
  const asked = await send(test, renter, "POST", `/api/orders/${id}/changes`, {
    kind: "extension",
    returnDate: addDays(pickupDate, 90),
  });
  return asked.json<OrderChange>().id;
}

async function offered({ test, renter, other }: Setting): Promise<string> {
  const id = await makeRental(test, renter.id, { inDays: 20 });
  const carId = await makeCar(test, { monthlyPrice: 30_000 });
  const offer = { carId, reason: "Yours is in repair" };
  return (await send(test, other, "POST", `/api/admin/orders/${id}/offers`, offer)).json<OrderChange>().id;
}

const booking = (carId: string, { test, renter }: Setting, confirm: boolean) => {
  const rental = aMonth(test);
  return {
    ...rental,
    carId,
    customerName: "Wei Lin",
    customerEmail: renter.email,
    customerPhone: "+1 650 555 0134",
    pickupLocation: "123 Castro Street, Mountain View",
    totalPrice: (carPrice(75_000, rental).total / 100).toFixed(2),
    confirm,
  };
};

const sentId = () => ({ id: crypto.randomUUID() });

/** Every action of an administrator that can move an order's money, at once or later. */
export const moneyActions: readonly MoneyAction[] = [
  {
    name: "cancels a paid rental",
    call: "PUT /api/admin/orders/:id/status",
    make: setTo({ status: "cancelled" }),
  },
  {
    name: "cancels a paid rental on its pickup day",
    call: "PUT /api/admin/orders/:id/status",
    make: setTo({ status: "cancelled" }, { inDays: 0 }),
  },
  {
    name: "cancels one with `fullRefund`",
    call: "PUT /api/admin/orders/:id/status",
    make: setTo({ status: "cancelled", fullRefund: true }, { inDays: 0 }),
  },
  {
    name: "cancels a rental that runs",
    call: "PUT /api/admin/orders/:id/status",
    make: setTo({ status: "cancelled" }, { inDays: -10 }),
  },
  {
    name: "ends a rental that runs for its renter’s misuse",
    call: "POST /api/admin/orders/:id/end",
    make: async (setting) => {
      const id = await paid(setting, { inDays: -10 });
      return (by) => send(setting.test, by, "POST", `/api/admin/orders/${id}/end`, { reason: "misuse" });
    },
  },
  {
    name: "ends a rental whose car is broken, and its renter takes no other",
    call: "POST /api/admin/orders/:id/end",
    make: async (setting) => {
      const id = await paid(setting, { inDays: 0, status: "in_progress" });
      return async (by) => {
        const ended = await send(setting.test, by, "POST", `/api/admin/orders/${id}/end`, {
          reason: "broken",
        });
        if (ended.statusCode === 200)
          await send(setting.test, setting.renter, "POST", `/api/orders/${id}/replacements/decline`);
        return ended;
      };
    },
  },
  {
    name: "sets a paid rental back to wait, and its renter cancels it",
    call: "PUT /api/admin/orders/:id/status",
    make: async (setting) => {
      const { test, renter } = setting;
      const id = await paid(setting, { inDays: 0 });
      return async (by) => {
        const set = await status(test, by, id, { status: "pending" });
        if (set.statusCode === 200)
          await send(test, renter, "POST", `/api/orders/${id}/changes`, { kind: "cancel" });
        return set;
      };
    },
  },
  {
    name: "sets a paid rental back to wait, and the clock ends it",
    call: "PUT /api/admin/orders/:id/status",
    make: async (setting) => {
      const { test } = setting;
      const id = await paid(setting, { inDays: 0 });
      return async (by) => {
        const set = await status(test, by, id, { status: "pending" });
        const past = new Date(Date.now() - 60_000);
        if (set.statusCode === 200)
          await test.services.database.db.update(orders).set({ expiresAt: past }).where(eq(orders.id, id));
        await endStaleOrders(test.services);
        return set;
      };
    },
  },
  {
    name: "sets a canceled rental to confirmed",
    call: "PUT /api/admin/orders/:id/status",
    make: async (setting) => {
      const id = await cancelled(setting);
      return (by) => status(setting.test, by, id, { status: "confirmed" });
    },
  },
  {
    name: "sets a canceled rental to confirmed, and cancels it again",
    call: "PUT /api/admin/orders/:id/status",
    make: async (setting) => {
      const id = await cancelled(setting);
      return async (by) => {
        const set = await status(setting.test, by, id, { status: "confirmed" });
        return set.statusCode === 200 ? status(setting.test, by, id, { status: "cancelled" }) : set;
      };
    },
  },
  {
    name: "sets a waiting request to confirmed",
    call: "PUT /api/admin/orders/:id/status",
    make: async ({ test, renter }) => {
      const id = await makeOrder(test, renter.id, { status: "pending", isPaid: false });
      await test.services.database.rows("delete from instalments where order_id = $1", [id]);
      return (by) => status(test, by, id, { status: "confirmed" });
    },
  },
  {
    name: "sets a rental to completed",
    call: "PUT /api/admin/orders/:id/status",
    make: setTo({ status: "completed" }, { inDays: -10 }),
  },
  {
    name: "cancels a paid rental, and undoes it",
    call: "POST /api/admin/orders/:id/undo-status",
    make: undone("cancelled", paid),
  },
  {
    name: "sets a canceled rental to confirmed, and undoes it",
    call: "POST /api/admin/orders/:id/undo-status",
    make: undone("confirmed", cancelled),
  },
  {
    name: "offers a cheaper car, and its renter takes it",
    call: "POST /api/admin/orders/:id/offers",
    make: async (setting) => {
      const { test, renter } = setting;
      const id = await paid(setting);
      const carId = await makeCar(test, { monthlyPrice: 30_000 });
      return async (by) => {
        const offer = { carId, reason: "Yours is in repair" };
        const sent = await send(test, by, "POST", `/api/admin/orders/${id}/offers`, offer);
        if (sent.statusCode !== 201) return sent;
        const url = `/api/orders/${id}/changes/${sent.json<OrderChange>().id}`;
        return send(test, renter, "PUT", url, { decision: "accepted" });
      };
    },
  },
  {
    name: "withdraws an offered car",
    call: "DELETE /api/admin/changes/:changeId",
    make: async (setting) => {
      const id = await offered(setting);
      return (by) => send(setting.test, by, "DELETE", `/api/admin/changes/${id}`);
    },
  },
  {
    name: "accepts more days that make the rental cheaper",
    call: "PUT /api/admin/changes/:changeId",
    make: async (setting) => {
      const id = await cheaperExtension(setting);
      return (by) => send(setting.test, by, "PUT", `/api/admin/changes/${id}`, { decision: "accepted" });
    },
  },
  {
    name: "gives a plan order a car",
    call: "PUT /api/admin/orders/:id/car",
    make: async (setting) => {
      const id = await paid(setting, { tier: "standard" });
      const carId = await makeCar(setting.test, { monthlyPrice: 60_000 });
      return (by) => send(setting.test, by, "PUT", `/api/admin/orders/${id}/car`, { carId });
    },
  },
  {
    name: "enters a confirmed order by telephone",
    call: "POST /api/admin/bookings",
    make: async (setting) => {
      const carId = await makeCar(setting.test);
      return (by) => send(setting.test, by, "POST", "/api/admin/bookings", booking(carId, setting, true));
    },
  },
  {
    name: "proposes a charge",
    call: "POST /api/orders/:id/charges",
    make: async ({ test, renter }) => {
      const orderId = await makeOrder(test, renter.id, { status: "in_progress" });
      return async (by) => {
        const charge = { ...sentId(), category: "cleaning", amount: "10.00" };
        const evidence = [await sendEvidence(test, by)];
        return send(test, by, "POST", `/api/orders/${orderId}/charges`, { ...charge, evidence });
      };
    },
  },
  {
    name: "withdraws a charge",
    call: "PUT /api/admin/charges/:id/withdraw",
    make: async (setting) => {
      const id = await contested(setting);
      return (by) =>
        send(setting.test, by, "PUT", `/api/admin/charges/${id}/withdraw`, { reason: "Mistaken" });
    },
  },
  {
    name: "decides that a contested charge is owed",
    call: "PUT /api/admin/disputes/:id",
    make: async (setting) => {
      const id = await contested(setting);
      const decision = { decision: "upheld", reason: "The pictures show it" };
      return (by) => send(setting.test, by, "PUT", `/api/admin/disputes/${id}`, decision);
    },
  },
  {
    name: "records days in repair of a paid rental",
    call: "POST /api/admin/orders/:id/repair-days",
    make: async (setting) => {
      const { test } = setting;
      const id = await paid(setting, { inDays: -10 });
      const until = addDays(today(test.services), -1);
      const from = addDays(until, -3);
      return (by) => send(test, by, "POST", `/api/admin/orders/${id}/repair-days`, { from, until });
    },
  },
  {
    name: "takes back days in repair of a paid rental",
    call: "DELETE /api/admin/orders/:id/repair-days/:repairId",
    make: async (setting) => {
      const { test, other } = setting;
      const id = await paid(setting, { inDays: -10 });
      const until = addDays(today(test.services), -1);
      const days = { id: crypto.randomUUID(), from: addDays(until, -3), until };
      await send(test, other, "POST", `/api/admin/orders/${id}/repair-days`, days);
      const reason = "It was another car";
      return (by) => send(test, by, "DELETE", `/api/admin/orders/${id}/repair-days/${days.id}`, { reason });
    },
  },
  {
    name: "records that a car is back",
    call: "POST /api/admin/orders/:id/car-back",
    make: async ({ test, renter }) => {
      const id = await makeOrder(test, renter.id, { status: "completed", isCarOut: true });
      return (by) => send(test, by, "POST", `/api/admin/orders/${id}/car-back`);
    },
  },
  {
    name: "records a payment",
    call: "POST /api/admin/orders/:id/payments",
    make: async ({ test, renter }) => {
      const id = await makeRental(test, renter.id);
      return (by) =>
        send(test, by, "POST", `/api/admin/orders/${id}/payments`, {
          ...sentId(),
          amount: "50.00",
          method: "cash",
          paidOn: addDays(today(test.services), -1),
        });
    },
  },
  {
    name: "takes back a payment recorded by mistake",
    call: "POST /api/admin/payments/:id/take-back",
    make: async (setting) => {
      const id = await recorded(setting, 10_000);
      return (by) =>
        send(setting.test, by, "POST", `/api/admin/payments/${id}/take-back`, { reason: "Mistyped" });
    },
  },
  {
    name: "moves a payment to another order",
    call: "POST /api/admin/payments/:id/move",
    make: async (setting) => {
      const id = await recorded(setting, 10_000);
      const orderId = await makeRental(setting.test, setting.renter.id);
      const to = { orderId, reason: "Meant for the other car" };
      return (by) => send(setting.test, by, "POST", `/api/admin/payments/${id}/move`, to);
    },
  },
  {
    name: "approves the correction of a payment",
    call: "PUT /api/admin/payment-corrections/:id",
    make: async (setting) => {
      const { test, other } = setting;
      const paymentId = await recorded(setting, 60_000);
      const url = `/api/admin/payments/${paymentId}/take-back`;
      await send(test, other, "POST", url, { reason: "Mistyped" });
      const [row] = await test.services.database.db
        .select()
        .from(paymentCorrections)
        .where(eq(paymentCorrections.paymentId, paymentId));
      return (by) =>
        send(test, by, "PUT", `/api/admin/payment-corrections/${row?.id}`, { decision: "approved" });
    },
  },
  {
    name: "refunds by hand",
    call: "POST /api/admin/orders/:id/refunds",
    make: async (setting) => {
      const id = await paid(setting);
      const body = { ...sentId(), amount: "50.00", reason: "Goodwill" };
      return (by) => send(setting.test, by, "POST", `/api/admin/orders/${id}/refunds`, body);
    },
  },
  {
    name: "approves a refund",
    call: "PUT /api/admin/refunds/:id",
    make: decided("approved", "awaiting_approval"),
  },
  {
    name: "declines a refund",
    call: "PUT /api/admin/refunds/:id",
    make: decided("declined", "awaiting_approval"),
  },
  {
    name: "records a refund as paid",
    call: "PUT /api/admin/refunds/:id",
    make: decided("paid", "approved"),
  },
  {
    name: "writes off what is owed",
    call: "POST /api/admin/orders/:id/write-offs",
    make: async (setting) => {
      const id = await owing(setting);
      const body = { ...sentId(), amount: "50.00", reason: "Moved away" };
      return (by) => send(setting.test, by, "POST", `/api/admin/orders/${id}/write-offs`, body);
    },
  },
  {
    name: "approves a write-off",
    call: "PUT /api/admin/write-offs/:id",
    make: async (setting) => {
      const id = await writeOff(setting, await owing(setting));
      return (by) => send(setting.test, by, "PUT", `/api/admin/write-offs/${id}`, { decision: "written" });
    },
  },
  {
    name: "declines a write-off",
    call: "PUT /api/admin/write-offs/:id",
    make: async (setting) => {
      const id = await writeOff(setting, await owing(setting));
      return (by) => send(setting.test, by, "PUT", `/api/admin/write-offs/${id}`, { decision: "declined" });
    },
  },
];

/** What an action has done to the money of all orders together. */
export type Effect =
  | "gives back"
  | "proposes a refund"
  | "withdraws a refund"
  | "takes in"
  | "corrects a payment"
  | "writes off"
  | "is owed"
  | "asks"
  | "asks no more";

type Money = Record<
  "givenBack" | "waiting" | "received" | "writtenOff" | "owed" | "asked" | "corrected",
  number
>;

export async function moneyOf({ services }: TestApp): Promise<Money> {
  const { db } = services.database;
  const all = await db.select({ status: refunds.status, amount: refunds.amount }).from(refunds);
  const sum = (statuses: string[]) =>
    all.filter(({ status }) => statuses.includes(status)).reduce((total, { amount }) => total + amount, 0);
  const [ledger] = await services.database.rows<
    Record<"received" | "writtenOff" | "asked" | "paidOut" | "corrected", number>
  >(
    `select coalesce(sum(e.amount) filter (where t.kind = 'payment' and e.account in ('cash', 'provider_clearing')), 0)::int as received,
       coalesce(sum(e.amount) filter (where t.kind = 'write_off' and e.account = 'write_off'), 0)::int as "writtenOff",
       coalesce(sum(e.amount) filter (where t.kind in ('instalment', 'reversal') and e.account = 'renter'), 0)::int as asked,
       count(distinct t.id) filter (where t.kind = 'correction')::int as corrected,
       coalesce(-sum(e.amount) filter (where t.kind = 'refund' and e.account in ('cash', 'provider_clearing')), 0)::int as "paidOut"
     from ledger_entries e join ledger_transactions t on t.id = e.transaction_id`,
  );
  const owed = await db.select({ owed: charges.owed }).from(charges);
  return {
    givenBack: sum(["approved", "paid"]) + (ledger?.paidOut ?? 0),
    waiting: sum(["awaiting_approval"]),
    received: ledger?.received ?? 0,
    writtenOff: ledger?.writtenOff ?? 0,
    owed: owed.reduce((total, charge) => total + (charge.owed ?? 0), 0),
    asked: ledger?.asked ?? 0,
    corrected: ledger?.corrected ?? 0,
  };
}

/** What has moved between two moments. */
export function effectsOf(before: Money, after: Money): Effect[] {
  const more = (what: keyof Money) => after[what] - before[what];
  const found: [boolean, Effect][] = [
    [more("givenBack") > 0, "gives back"],
    [more("waiting") > 0, "proposes a refund"],
    [more("givenBack") <= 0 && more("givenBack") + more("waiting") < 0, "withdraws a refund"],
    [more("received") !== 0, "takes in"],
    [more("corrected") !== 0, "corrects a payment"],
    [more("writtenOff") !== 0, "writes off"],
    [more("owed") !== 0, "is owed"],
    [more("asked") > 0, "asks"],
    [more("asked") < 0, "asks no more"],
  ];
  return found.flatMap(([isSo, effect]) => (isSo ? [effect] : []));
}
