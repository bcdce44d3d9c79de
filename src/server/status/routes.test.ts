// @one-database
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { BackendHealth } from "#contract/admin/status.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { scheduleJobs } from "#server/jobs.ts";
import { type MailServer, startMailServer } from "#test/stand-ins/smtp.ts";

let test: TestApp;
let admin: Person;
let mailServer: MailServer;
let isRefusing = true;
beforeAll(async () => {
  mailServer = await startMailServer({
    onRcptTo({ address }, _session, callback) {
      callback(isRefusing ? new Error(`mailbox ${address} is full`) : null);
    },
  });
  test = await startTestApp({ SMTP_URL: mailServer.url });
  admin = await makePerson(test, { role: "admin", permissions: ["all"] });
});
afterAll(async () => {
  await test.close();
  await mailServer.close();
});

const rows = <T>(text: string, values?: unknown[]) => test.services.database.rows<T>(text, values);
const call = (method: "GET" | "POST" | "DELETE", path = "") =>
  test.app.inject({ method, url: `/api/admin/backend${path}`, headers: admin.authorization });
const look = async () => (await call("GET")).json<BackendHealth>();
const soon = { timeout: 60_000, interval: 200 };

/**
 * Posts an email whose delivery is tried once and then given up. Returns the delivery's id among the given-up ones.
 */
async function giveUp(recipient: string): Promise<string> {
  const { database, outbox } = test.services;
  const content = {
    greeting: "Hello",
    blocks: [{ kind: "paragraph" as const, text: "The key is SECRET-KEY" }],
    signature: "Longbay",
  };
  await database.transaction((tx) =>
    outbox.post(tx, [
      { kind: "account_restored", recipient, language: "en", subject: "A test", isSecret: true, content },
    ]),
  );
  const [email] = await rows<{ id: string }>("select id from emails where recipient = $1", [recipient]);
  await rows("update pgboss.job set retry_limit = 0 where name = 'letters' and data->>'emailId' = $1", [
    email?.id,
  ]);
  return vi.waitFor(async () => {
    const [job] = await rows<{ id: string }>(
      "select id from pgboss.job where name = 'letters-undelivered' and data->>'emailId' = $1",
      [email?.id],
    );
    if (!job) throw new Error("not given up yet");
    return job.id;
  }, soon);
}

describe("the backend's health", () => {
  it("the health shows every part and no secret", async () => {
    await scheduleJobs(test.services);
    const health = await look();
    expect(health.database).toMatchObject({
      kind: test.services.database.kind,
      version: expect.stringMatching(/^1[5-9]/),
      lastMigration: expect.stringMatching(/^\d{4}_/),
    });
    expect(health.database.bytes).toBeGreaterThan(1_000_000);
    expect(health.storage).toMatchObject({ kind: "folder", isWritable: true, isAnswering: true });
    expect(health.versions).toMatchObject({
      product: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      node: process.versions.node,
    });
    expect(health.queues.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["letters", "letters-undelivered", "texts", "expire-orders", "warn-desk"]),
    );
    expect(health.outbox).toMatchObject({ isDelivering: true });
    expect(JSON.stringify(health)).not.toMatch(/smtp:\/\/|postgres:\/\/|127\.0\.0\.1/);
  });
});

describe("failed deliveries", () => {
  it("a failed delivery is shown with a masked address and its error, and can be retried, one or all", async () => {
    const [one, two] = [await giveUp("renter.one@example.com"), await giveUp("renter.two@example.com")];
    const health = await look();
    expect(health.outbox).toMatchObject({ undelivered: 2, waiting: 2 });
    const shown = health.deadLetters.find(({ id }) => id === one);
    expect(shown).toMatchObject({
      kind: "letter",
      letterKind: "account_restored",
      recipient: "r***@example.com",
      subject: "A test",
      tries: 1,
    });
    expect(shown?.error).toContain("r***@example.com");
    expect(JSON.stringify(health)).not.toMatch(/renter\.one|SECRET-KEY/);

    isRefusing = false;
    expect((await call("POST", `/dead-letters/${one}/retry`)).json()).toEqual({ count: 1 });
    expect(refusalOf(await call("POST", `/dead-letters/${one}/retry`))).toMatchObject({
      status: 404,
      code: "delivery_not_found",
    });
    expect((await call("POST", "/dead-letters/retry")).json()).toEqual({ count: 1 });
    await vi.waitFor(
      () =>
        expect(mailServer.received.flatMap(({ to }) => to).toSorted()).toEqual([
          "renter.one@example.com",
          "renter.two@example.com",
        ]),
      soon,
    );
    await vi.waitFor(
      async () => expect((await look()).outbox).toMatchObject({ undelivered: 0, waiting: 0, sent: 2 }),
      soon,
    );
    expect((await call("POST", "/dead-letters/retry")).json()).toEqual({ count: 0 });
    expect(two).not.toBe(one);
  });

  it("a failed delivery can be deleted", async () => {
    isRefusing = true;
    const id = await giveUp("renter.three@example.com");
    expect((await call("DELETE", `/dead-letters/${id}`)).json()).toEqual({ count: 1 });
    for (const nobody of [id, crypto.randomUUID(), "x"])
      expect(refusalOf(await call("DELETE", `/dead-letters/${nobody}`))).toMatchObject({ status: 404 });
    expect((await look()).deadLetters).toEqual([]);
  });
});
