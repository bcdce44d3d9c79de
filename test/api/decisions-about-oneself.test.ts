// @one-database
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accounts } from "#server/db/schema/accounts.ts";
import { auditEvents } from "#server/db/schema/audit.ts";
import { orders } from "#server/db/schema/orders.ts";
import { makePerson, type Person } from "../accounts.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { refusalOf } from "../client.ts";
import { moneyOf, type Send } from "../money-actions.ts";
import { ownActions } from "../own-actions.ts";

let test: TestApp;
let other: Person;
beforeAll(async () => {
  test = await startTestApp();
  other = await makePerson(test, { role: "admin", permissions: ["all"] });
});
afterAll(() => test.close());

/** Sets whether there is another administrator who could decide. */
const thereIsAnother = (isSo: boolean) =>
  test.services.database.db
    .update(accounts)
    .set({ suspendedAt: isSo ? null : new Date() })
    .where(eq(accounts.id, other.id));

/** Makes an administrator who has rented a car a customer, so that each test stands alone. */
async function rentsOnly(person: Person): Promise<void> {
  const { db } = test.services.database;
  await db.update(accounts).set({ role: "customer" }).where(eq(accounts.id, person.id));
  await thereIsAnother(true);
}

const decidedAlone = (by: Person) =>
  test.services.database.db.$count(
    auditEvents,
    and(eq(auditEvents.actor, by.id), eq(auditEvents.action, "own_decided_alone")),
  );

const rulings = new Map<string, { another: string; alone: string }>();

describe("an administrator's decisions about themselves", () => {
  describe.each(ownActions)("when somebody $name", (action) => {
    let renter: Person;
    let send: Send;
    beforeAll(async () => {
      renter = await makePerson(test, { role: "admin", permissions: ["all"] });
      send = await action.make({ test, renter, other });
    });
    afterAll(() => rentsOnly(renter));

    const isOfOrder = /\/orders\/:id|refunds|payment/.test(action.call);
    it.each(isOfOrder ? [action] : [])(
      "an order with only an administrator's email address is their own, when somebody $name",
      async () => {
        const { db } = test.services.database;
        const own = await db.select().from(orders).where(eq(orders.accountId, renter.id));
        const written = renter.email.toUpperCase();
        await db
          .update(orders)
          .set({ accountId: null, customerEmail: written })
          .where(eq(orders.accountId, renter.id));
        expect(refusalOf(await send(renter))).toMatchObject({ status: 403, code: "own_affair" });
        await db
          .update(orders)
          .set({ accountId: renter.id, customerEmail: own[0]?.customerEmail ?? "" })
          .where(eq(orders.customerEmail, written));
      },
    );

    it.each([action])(
      "a decision about oneself needs another administrator, unless there is none, when somebody $name",
      async ({ name }) => {
        const before = await moneyOf(test);
        const refused = await send(renter);
        expect(refusalOf(refused)).toMatchObject({ status: 403, code: "own_affair" });
        expect(await moneyOf(test)).toEqual(before);
        expect(await decidedAlone(renter)).toBe(0);

        await thereIsAnother(false);
        const done = await send(renter);
        expect([done.statusCode < 300, done.body]).toEqual([true, done.body]);
        expect(await decidedAlone(renter)).toBeGreaterThan(0);
        rulings.set(name, { another: "refused", alone: "done, and written down" });
      },
    );
  });

  it("an administrator who rents may still cancel their own rental as any renter", async () => {
    const renter = await makePerson(test, { role: "admin", permissions: ["all"] });
    const action = ownActions.find(({ name }) => name === "cancels a paid rental");
    await action?.make({ test, renter, other });
    const [order] = await test.services.database.db
      .select()
      .from(orders)
      .where(eq(orders.accountId, renter.id));
    const before = await moneyOf(test);
    const cancelled = await test.app.inject({
      method: "POST",
      url: `/api/orders/${order?.id}/changes`,
      payload: { kind: "cancel" },
      headers: renter.authorization,
    });
    expect([cancelled.statusCode, cancelled.body]).toEqual([201, cancelled.body]);
    const after = await moneyOf(test);
    expect([after.givenBack - before.givenBack, after.waiting]).toEqual([order?.total, before.waiting]);
    await rentsOnly(renter);
  });

  it("the rulings are the ones that docs/decisions-about-oneself.md shows", async () => {
    expect(rulings.size).toBe(ownActions.length);
    await expect(page()).toMatchFileSnapshot("../../docs/decisions-about-oneself.md");
  });
});

function page(): string {
  const rows = ownActions.map(({ name, call }) => {
    const { another = "", alone = "" } = rulings.get(name) ?? {};
    return `| ${name} | \`${call}\` | ${another} | ${alone} |`;
  });
  return `# What administrators decide about themselves

Made by \`npm test -- test/api/decisions-about-oneself.test.ts -u\`; the test fails where this page says otherwise.

An administrator's own are the orders of their account and of their address, with all that belongs to them, and their
papers, reviews and applications. What a renter may do anyway, they do as any renter.

| An administrator who has rented, and | Call | while another could decide | as the only one who can |
| --- | --- | --- | --- |
${rows.join("\n")}
`;
}
