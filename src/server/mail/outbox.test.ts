// @one-database
import { afterEach, describe, expect, it, vi } from "vitest";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";
import { type MailServer, startMailServer } from "#test/stand-ins/smtp.ts";
import { freePort } from "#test/throwaway-cluster.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function mailServer(
  options?: Parameters<typeof startMailServer>[0],
  port?: number,
): Promise<MailServer> {
  const server = await startMailServer(options, port);
  closing.push(server.close);
  return server;
}

async function appWith(smtpUrl: string): Promise<TestApp> {
  const test = await startTestApp({ SMTP_URL: smtpUrl });
  closing.push(test.close);
  return test;
}

/** Orders a car, as a visitor or with a session. */
async function placeOrder(
  test: TestApp,
  wanted: object = {},
  person?: Person,
): Promise<{ id: string; orderNumber: string }> {
  const carId = await makeCar(test);
  const dates = aMonth(test);
  const post = (url: string, payload: object) =>
    test.app.inject({ method: "POST", url, payload, headers: person?.authorization ?? {} });
  const { total } = (await post("/api/quotes", { carId, ...dates })).json<{ total: string }>();
  const answer = await post("/api/bookings", { ...renter, ...dates, carId, totalPrice: total, ...wanted });
  expect(answer.statusCode).toBe(201);
  return answer.json<{ id: string; orderNumber: string }>();
}

const soon = { timeout: 30_000, interval: 100 };
const jobs = ({ services }: TestApp, state: string) =>
  services.database.rows<{ id: string }>(
    "select id from pgboss.job where name = 'letters' and state = $1::pgboss.job_state",
    [state],
  );
/** Makes the next attempt due, in place of the pause before it. */
const hurry = ({ services }: TestApp) =>
  services.database.rows(
    "update pgboss.job set start_after = now() where name = 'letters' and state = 'retry'",
  );

describe("the email of a placed order", () => {
  it("an order's email arrives over SMTP, only at the renter, as text and HTML with its appointments", async () => {
    const server = await mailServer();
    const test = await appWith(server.url);
    const { id, orderNumber } = await placeOrder(
      test,
      {},
      await makePerson(test, { email: renter.customerEmail }),
    );
    await vi.waitFor(() => expect(server.received).toHaveLength(2), soon);
    const email = server.received.find(({ to }) => to.includes(renter.customerEmail));
    if (!email) throw new Error("The renter has no email");
    expect(email).toMatchObject({ from: "hello@longbay.example", to: [renter.customerEmail] });
    expect(email.email).toMatchObject({
      subject: expect.stringContaining(orderNumber),
      from: { name: "Longbay", address: "hello@longbay.example" },
      to: [{ address: renter.customerEmail }],
    });
    expect(email.header).toMatch(/^Auto-Submitted: auto-generated$/im);
    expect(email.email.text).toContain(`/order-complete?order=${id}&key=`);
    expect(email.email.html).toContain(orderNumber);
    const [calendar] = email.email.attachments;
    expect(calendar).toMatchObject({ filename: `${orderNumber}.ics`, mimeType: "text/calendar" });
    expect(String(calendar?.content)).toMatch(/BEGIN:VCALENDAR[^]*BEGIN:VEVENT[^]*END:VCALENDAR/);
    await vi.waitFor(
      async () =>
        expect(await test.services.database.rows("select from emails where sent_at is null")).toEqual([]),
      soon,
    );
    const [row] = await test.services.database.rows<{ messageId: string }>(
      `select message_id as "messageId" from emails where order_id = $1 and kind = 'order_received'`,
      [id],
    );
    expect(email.email.messageId).toBe(row?.messageId);
  });

  it("an order's email waits while the mail server is down, and the order does not", async () => {
    const port = await freePort();
    const test = await appWith(`smtp://127.0.0.1:${port}?greetingTimeout=400`);
    await placeOrder(test);
    await vi.waitFor(async () => expect(await jobs(test, "retry")).toHaveLength(2), soon);
    expect(await test.services.database.rows("select from emails where sent_at is not null")).toEqual([]);
    const server = await mailServer({}, port);
    await hurry(test);
    await vi.waitFor(() => expect(server.received).toHaveLength(2), soon);
    await vi.waitFor(async () => expect(await jobs(test, "completed")).toHaveLength(2), soon);
  });

  it("a deferred email is sent again with the same Message-ID", async () => {
    const seen: string[] = [];
    let refusals = 0;
    const server = await mailServer({
      onData(stream, session, done) {
        let raw = "";
        stream.on("data", (chunk: Buffer) => (raw += chunk.toString()));
        stream.on("end", () => {
          seen.push(`${session.envelope.rcptTo[0]?.address} ${/^Message-ID: (.*)$/im.exec(raw)?.[1]}`);
          if (refusals++ < 3) return done(Object.assign(new Error("try again later"), { responseCode: 451 }));
          return done();
        });
      },
    });
    const test = await appWith(server.url);
    await placeOrder(test);
    await vi.waitFor(async () => {
      await hurry(test);
      expect(await jobs(test, "completed")).toHaveLength(2);
    }, soon);
    expect(seen).toHaveLength(5);
    expect(new Set(seen).size).toBe(2);
  });

  it("an email that no server accepts is set aside, and others are sent meanwhile", async () => {
    const server = await mailServer({
      onRcptTo({ address }, _session, done) {
        if (address === "poison@example.com")
          return done(Object.assign(new Error("no such person"), { responseCode: 550 }));
        return done();
      },
    });
    const test = await appWith(server.url);
    const poisoned = await placeOrder(test, { customerEmail: "poison@example.com" });
    await vi.waitFor(async () => expect(await jobs(test, "retry")).toHaveLength(1), soon);
    await placeOrder(test);
    await vi.waitFor(
      () =>
        expect(server.received.map(({ to }) => to[0])).toEqual(
          expect.arrayContaining([renter.customerEmail]),
        ),
      soon,
    );
    await test.services.database.rows(
      "update pgboss.job set retry_count = retry_limit, start_after = now() where name = 'letters' and state = 'retry'",
    );
    const lost =
      "select l.order_id from pgboss.job j join emails l on l.id::text = j.data->>'emailId' where j.name = 'letters-undelivered'";
    await vi.waitFor(
      async () => expect(await test.services.database.rows(lost)).toEqual([{ order_id: poisoned.id }]),
      soon,
    );
    const unsent = "select recipient from emails where sent_at is null";
    await vi.waitFor(
      async () =>
        expect(await test.services.database.rows(unsent)).toEqual([{ recipient: "poison@example.com" }]),
      soon,
    );
  });
});
