import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdminUserDetail } from "#contract/admin/accounts.ts";
import type { AdminOrderDetail } from "#contract/admin/orders.ts";
import type { AuditEntry } from "#contract/admin/audit.ts";
import { actionsFor, auditedActions, auditEntities } from "#domain/audit/audited-actions.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import type { Permission } from "#domain/people/permissions.ts";
import { audit } from "#server/db/audit.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { callAs, refusalOf } from "#test/client.ts";
import { makeOrder } from "#test/condition.ts";
import { makeCar } from "#test/factories.ts";
import { auditConditions, auditPage } from "./queries.ts";

let test: TestApp;
let owner: Person;
beforeAll(async () => {
  test = await startTestApp();
  owner = await makePerson(test, { role: "admin", permissions: ["all"] });
});
afterAll(() => test.close());

const holderOf = (...permissions: Permission[]) => makePerson(test, { role: "admin", permissions });
const call = (by: Person, query: Record<string, string> = {}) =>
  callAs(test, by, "GET", `/api/admin/audit?${new URLSearchParams(query).toString()}`);
const entries = async (by: Person, query: Record<string, string> = {}) =>
  (await call(by, query)).json<AuditEntry[]>();

describe("the history of one thing", () => {
  it("an order's history shows each administrator what they see in the audit trail", async () => {
    const { db } = test.services.database;
    const order = { entity: "order", entityId: await makeOrder(test, null) } as const;
    for (const action of Object.keys(auditedActions.order) as (keyof typeof auditedActions.order)[])
      await audit(db, { actor: owner.id, ...order, action, after: { amount: "12.34" } });
    const seen = async (by: Person) => {
      const detail = await callAs(test, by, "GET", `/api/admin/orders/${order.entityId}`);
      return detail
        .json<AdminOrderDetail>()
        .history.map(({ action }) => action)
        .toSorted();
    };
    const inTrail = async (by: Person) =>
      (await entries(by, { thing: order.entityId, limit: "100" })).map(({ action }) => action).toSorted();
    const [plain, disputes, cashier] = await Promise.all([
      holderOf("manage_cars"),
      holderOf("manage_disputes"),
      holderOf("manage_payments"),
    ]);
    for (const by of [owner, plain, disputes, cashier]) expect(await seen(by)).toEqual(await inTrail(by));
    expect(await seen(plain)).toContain("status");
    for (const money of ["refund", "payment", "charge_proposed", "insurance_proof_verified"])
      expect(await seen(plain), money).not.toContain(money);
    expect(await seen(disputes)).toContain("charge_proposed");
    expect(await seen(disputes)).not.toContain("refund");
    expect(await seen(cashier)).toContain("refund");
  });

  it("a person's history hides money entries from an administrator who only manages users", async () => {
    const { db } = test.services.database;
    const person = await makePerson(test, { role: "host" });
    const about = { entity: "user", entityId: person.id } as const;
    for (const action of ["changed", "payouts_held", "document_opened"] as const)
      await audit(db, { actor: owner.id, ...about, action });
    const seen = async (by: Person) => {
      const detail = await callAs(test, by, "GET", `/api/admin/users/${person.id}`);
      return detail.json<AdminUserDetail>().history.map(({ action }) => action);
    };
    expect(await seen(await holderOf("manage_users"))).toEqual(
      expect.arrayContaining(["changed", "document_opened"]),
    );
    expect(await seen(await holderOf("manage_users"))).not.toContain("payouts_held");
    expect(await seen(owner)).toContain("payouts_held");
  });
});

describe("the audit trail", () => {
  it("the trail can be filtered by person, thing and day", async () => {
    const { db } = test.services.database;
    const [ada, carId] = [
      await makePerson(test),
      await makeCar(test, { name: "Honda Odyssey Quince", plateNumber: "7QUI-421" }),
    ];
    const about = { entity: "car", entityId: carId } as const;
    await audit(db, { actor: ada.id, ...about, action: "blocked", after: { from: "2026-12-01" } });
    await audit(db, { actor: owner.id, ...about, action: "retired", reason: "sold" });
    const past = new Date("2026-03-08T07:59:59Z");
    await audit(db, { actor: ada.id, entity: "month", entityId: "2026-02", action: "closed", at: past });

    for (const thing of ["quince", "7qui 421", "Ｑｕíｎｃｅ, honda", "７ＱＵＩ421"])
      expect((await entries(owner, { thing })).map(({ action }) => action)).toEqual(["retired", "blocked"]);
    expect(
      (await entries(owner, { by: `<${ada.email.toUpperCase()}>` })).map(({ action }) => action),
    ).toEqual(["blocked", "opened", "closed"]);
    expect(await entries(owner, { by: ada.id, entity: "month" })).toMatchObject([
      { action: "closed", label: "2026-02", entity: "month" },
    ]);
    // A day is Los Angeles's, eight hours behind UTC: this entry is from a second before its midnight.
    expect((await entries(owner, { day: "2026-03-07" })).map(({ action }) => action)).toEqual(["closed"]);
    expect(await entries(owner, { day: "2026-03-08" })).toEqual([]);
    expect((await entries(owner, { day: dateInLosAngeles(Date.now()), thing: carId }))[0]).toMatchObject({
      label: "Honda Odyssey Quince",
      reason: "sold",
      action: "retired",
    });
  });

  it("the trail's pages show each entry once while others are written", async () => {
    const { db } = test.services.database;
    const carId = await makeCar(test);
    const at = new Date("2026-05-05T12:00:00Z");
    const write = () => audit(db, { actor: "system", entity: "car", entityId: carId, action: "updated", at });
    for (let count = 0; count < 5; count++) await write();
    const seen: number[] = [];
    let address = `/api/admin/audit?thing=${carId}&limit=2`;
    while (address) {
      const answer = await callAs(test, owner, "GET", address);
      seen.push(...answer.json<AuditEntry[]>().map(({ id }) => id));
      await write();
      address = /<([^<>]+)>/.exec(String(answer.headers.link ?? ""))?.[1] ?? "";
    }
    expect(seen).toHaveLength(5);
    expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => b - a));
    const refused = await test.app.inject({
      url: "/api/admin/audit?cursor=nonsense",
      headers: owner.authorization,
    });
    expect(refusalOf(refused).status).toBe(400);
  });

  it("the trail and its file show each row only with the permission for it", async () => {
    const { db } = test.services.database;
    for (const entity of auditEntities)
      for (const action of Object.keys(auditedActions[entity]))
        await db.execute(
          `insert into audit_events (actor, entity, entity_id, action) values ('every kind', '${entity}', '1', '${action}')`,
        );
    const all: Permission[] = [
      "manage_users",
      "manage_cars",
      "manage_payments",
      "manage_disputes",
      "upload_data",
      "view_reports",
    ];
    for (const permissions of [...all.map((one) => [one]), [], ["all" as const]]) {
      const person = await holderOf(...permissions);
      const kinds = (await entries(person, { by: "every kind", limit: "200" })).map(
        ({ entity, action }) => `${entity} ${action}`,
      );
      const wanted = actionsFor({ role: "admin", permissions }).flatMap(({ entity, actions }) =>
        actions.map((action) => `${entity} ${action}`),
      );
      expect(kinds.toSorted()).toEqual(wanted.toSorted());
      const file = await callAs(test, person, "GET", "/api/admin/audit/export.csv?by=every+kind");
      expect(file.body.trim().split("\r\n")).toHaveLength(1 + wanted.length);
    }
    const money = await entries(await holderOf("manage_cars"), { by: "every kind", limit: "200" });
    expect(money.filter(({ action }) => /^(refund|payment|write_off|payout)/.test(action))).toEqual([]);
    const papers = await entries(await holderOf("manage_payments"), { by: "every kind", limit: "200" });
    expect(papers.filter(({ action }) => /document_opened|licence_|proof_/.test(action))).toEqual([]);
  });

  it("the trail names the changed fields and hides their values", async () => {
    const carId = await makeCar(test);
    await audit(test.services.database.db, {
      actor: owner.id,
      entity: "car",
      entityId: carId,
      action: "updated",
      before: { plateNumber: "SECRET1", insurance: "Secret Mutual" },
      after: { plateNumber: "SECRET2", insurance: "Secret General" },
    });
    const answer = await call(owner, { thing: carId });
    expect(answer.json<AuditEntry[]>()).toMatchObject([{ fields: ["insurance", "plateNumber"] }]);
    expect(answer.body).not.toMatch(/SECRET|Secret (Mutual|General)/);
  });
});

/** The number of rows in the test suite; AUDIT_ROWS=1000000 is a business of ten years. */
const rows = Number(process.env.AUDIT_ROWS ?? 30_000);

it("every filter of the trail uses an index", async () => {
  const { database } = test.services;
  await database.session(async ({ query }) => {
    await query(
      `insert into audit_events (at, actor, entity, entity_id, action)
       select timestamptz '2026-01-01' + n * interval '5 minutes', 'actor ' || n % 500, (array['order', 'car', 'user'])[1 + n % 3], 'thing ' || n % 9000,
         (array['placed', 'updated', 'changed'])[1 + n % 3] from generate_series(1, ${rows}) as n`,
    );
    await query("analyze audit_events");
  });
  const reader = { role: "admin", permissions: ["all"] } as const;
  const narrowed = [
    {},
    { actors: ["actor 7"] },
    { things: ["thing 7"] },
    { from: "2026-02-01T08:00:00Z", until: "2026-02-02T08:00:00Z" },
    { actors: ["actor 7"], things: ["thing 7"], entity: "car" as const },
  ];
  for (const filters of narrowed)
    for (const after of [undefined, { at: "2026-03-01T00:00:00.000Z", id: 1 }]) {
      const where = auditConditions(reader, filters);
      const text = auditPage(where, after, 50);
      const [plan] = await database.rows<{ "QUERY PLAN": unknown }>(
        `explain (analyze, format json) ${text}`,
        where.parameters,
      );
      const written = JSON.stringify(plan);
      expect(written, JSON.stringify(filters)).toContain("audit_events_by_");
      expect(written, JSON.stringify(filters)).not.toContain("Seq Scan");
    }
}, 300_000);
