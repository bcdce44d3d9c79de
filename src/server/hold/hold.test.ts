import { expect, describe, it, onTestFinished } from "vitest";
import { pino } from "pino";
import { deleteUser } from "#gotrue/users/admin.ts";
import { recordErasures } from "#server/sign-in/erasures.ts";
import { scheduleJobs } from "#server/jobs.ts";
import { followBegun } from "#server/payments/follow-begun.ts";
import { postDueInstalments } from "#server/payments/jobs.ts";
import { chargeDue } from "#server/payments/saved-methods/charge-due.ts";
import { startServices } from "#server/start.ts";
import { buildApp } from "#server/app.ts";
import { makePerson } from "#test/accounts.ts";
import { startRentals } from "#test/provider-rentals.ts";
import { holdRestored } from "./keep-hold.ts";

const { test, stripe, rentals } = await startRentals();
const { database, config } = test.services;

/** The same installation in a process that starts after a restore from a backup of this moment. */
async function startHeld(env: Partial<typeof config> = {}) {
  const at = new Date(test.services.now()).toISOString();
  await holdRestored(database.rows, { takenAt: at, restoredAt: at });
  const services = await startServices({ ...config, ...env }, pino({ level: "silent" }), database);
  const app = await buildApp(services);
  onTestFinished(async () => {
    await database.rows("delete from settings where key = 'held'");
    services.hold.close();
    await app.close();
  });
  return { services, app };
}

const owner = await makePerson(test, { role: "admin", permissions: ["all"] });
const release = (app: Awaited<ReturnType<typeof buildApp>>, by = owner, payload = {}) =>
  app.inject({ method: "POST", url: "/api/admin/hold/release", headers: by.authorization, payload });

describe("a restored installation", () => {
  it("a held installation charges nothing at the provider until it is released, and then once", async () => {
    const { id, person } = await rentals.confirmed();
    await rentals.payOnPage(id, person, "good");
    await rentals.check(id, person);
    await rentals.handOver(id);
    const [, second] = await rentals.instalments(id);
    if (!second) throw new Error("no second instalment");
    const { services, app } = await startHeld();
    const paid = rentals.takenFor(id);
    const held = { ...services, now: rentals.on(second.dueOn, "10:00").now };
    await postDueInstalments(held);
    await chargeDue(held);
    await followBegun({ ...held, now: () => held.now() + 10 * 60_000 });
    expect(rentals.takenFor(id)).toBe(paid);
    expect((await release(app)).json()).toEqual({ erasedAgain: 0, differences: 0 });
    const later = { ...held, now: () => held.now() + 20 * 60_000 };
    await followBegun(later);
    await chargeDue(later);
    expect(rentals.takenFor(id)).toBe(paid + second.amount);
    await followBegun({ ...held, now: () => held.now() + 40 * 60_000 });
    await chargeDue({ ...held, now: () => held.now() + 40 * 60_000 });
    expect(rentals.takenFor(id)).toBe(paid + second.amount);
  });

  it("only a full administrator can release an installation, once, and waiting work begins in order", async () => {
    const { services, app } = await startHeld();
    const begun: string[] = [];
    await services.hold.whenReleased(async () => void begun.push("emails"));
    await services.hold.whenReleased(async () => void begun.push("jobs"));
    const other = await makePerson(test, { role: "admin", permissions: ["manage_payments", "manage_users"] });
    expect((await release(app, other)).statusCode).toBe(403);
    expect(begun).toEqual([]);
    const answers = await Promise.all([release(app), release(app)]);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
    expect(begun).toEqual(["emails", "jobs"]);
    await services.hold.whenReleased(async () => void begun.push("at once"));
    expect(begun).toEqual(["emails", "jobs", "at once"]);
    expect((await release(app)).json()).toMatchObject({ code: "not_held" });
    const [event] = await database.rows<{ actor: string }>(
      "select actor from audit_events where action = 'released' order by id desc limit 1",
    );
    expect(event).toEqual({ actor: owner.id });
  });

  it("a release by one process reaches every other", async () => {
    const first = await startHeld();
    const second = await startHeld();
    const begun: string[] = [];
    await second.services.hold.whenReleased(async () => void begun.push("the other"));
    expect((await release(first.app)).statusCode).toBe(200);
    await expect.poll(() => begun, { timeout: 30_000 }).toEqual(["the other"]);
    expect(second.services.hold.current()).toBeUndefined();
  });

  it("work that failed to begin after the release is begun again", async () => {
    const { services, app } = await startHeld();
    let tries = 0;
    await services.hold.whenReleased(async () => {
      if (++tries === 1) throw new Error("the queue is away");
    });
    expect((await release(app)).statusCode).toBe(500);
    await expect.poll(() => tries, { timeout: 30_000 }).toBe(2);
  });

  it("an installation can't be released while the setting HELD is on", async () => {
    const { services, app } = await startHeld({ isHeld: true });
    expect((await release(app)).json()).toMatchObject({ code: "held_by_setting" });
    expect(services.hold.current()).toMatchObject({ isBySetting: true });
    await database.rows("delete from settings where key = 'held'");
    await services.hold.look();
    expect(services.hold.current()).toMatchObject({ isBySetting: true });
  });

  it("a held installation runs no job", async () => {
    const { services } = await startHeld();
    let isScheduled = false;
    await services.hold.whenReleased(async () => {
      isScheduled = true;
      await scheduleJobs(services);
    });
    const queues = await database.rows("select name from pgboss.schedule");
    expect([isScheduled, queues]).toEqual([false, []]);
  });

  it("an installation whose books differ from the provider is released only if that is accepted", async () => {
    const { app } = await startHeld();
    // Somebody paid after the backup was made: the provider alone knows of it.
    stripe.balance.unshift({
      id: "txn_since",
      object: "balance_transaction",
      amount: 7700,
      fee: 0,
      net: 7700,
      currency: "usd",
      type: "charge",
      reporting_category: "charge",
      source: { id: "ch_since", object: "charge", payment_intent: "pi_since" },
      created: Math.floor(Date.now() / 1000),
      status: "available",
    });
    const refused = await release(app);
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: "not_reconciled" }]);
    expect((await release(app, owner, { acceptDifferences: true })).json()).toMatchObject({ differences: 1 });
  });

  it("a release deletes accounts again that were deleted after the backup", async () => {
    const { auth } = test.services;
    if (!auth) throw new Error("a hosted project has its own people");
    const gone = await makePerson(test);
    const stays = await makePerson(test);
    const third = await makePerson(test);
    await deleteUser(auth, third.id);
    // The erasure is written down, and the database is an older one: it still has the account and no erasure.
    await database.rows("insert into erasures (account_id) values ($1)", [gone.id]);
    await recordErasures(test.services);
    const recorded = await database.rows<{ id: string }>(
      "select account_id as id from erasures where recorded_at is not null",
    );
    expect(recorded.map(({ id }) => id).sort()).toEqual([gone.id, third.id].sort());
    await database.rows("delete from erasures where account_id = $1", [gone.id]);
    const { app } = await startHeld();
    expect((await release(app, owner, { acceptDifferences: true })).json()).toMatchObject({ erasedAgain: 1 });
    const left = await database.rows<{ id: string }>("select id from users where id = any($1)", [
      [gone.id, stays.id],
    ]);
    expect(left).toEqual([{ id: stays.id }]);
    const [account] = await database.rows<{ email: string }>("select email from accounts where id = $1", [
      gone.id,
    ]);
    expect(account?.email ?? "").toBe("");
  });
});
