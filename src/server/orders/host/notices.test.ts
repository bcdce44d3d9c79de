import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { requestCalls } from "#test/host-requests.ts";
import { orders } from "#server/db/schema/orders.ts";
import { tellHost } from "#server/orders/emails/to-host.ts";
import { remindHosts } from "./remind.ts";

let test: TestApp;
let renter: Person;
const { call, rows, requested, carOf } = requestCalls(() => test);
beforeAll(async () => {
  test = await startTestApp({ SMS_URL: "http://127.0.0.1:9/sms" });
  renter = await makePerson(test);
});
afterAll(() => test.close());

const emailsTo = (who: Person, kind: string) =>
  rows<{ subject: string; content: string; orderId: string | null }>(
    `select subject, content::text as content, order_id as "orderId" from emails where recipient = $1 and kind = $2`,
    [who.email, kind],
  );

it("a host with several waiting renters gets one reminder, in the order of their deadlines", async () => {
  const host = await makePerson(test, { role: "host" });
  const ids: string[] = [];
  for (const _one of [1, 2, 3]) ids.push(await requested(renter, { carId: await carOf(host) }));
  await rows("update orders set host_asked_at = now() - interval '13 hours' where id = any($1)", [ids]);
  for (const [index, hours] of [3, 1, 2].entries())
    await rows(`update orders set expires_at = now() + $2 * interval '1 hour' where id = $1`, [
      ids[index],
      hours,
    ]);
  await remindHosts(test.services);
  await remindHosts(test.services);
  const reminders = await emailsTo(host, "host_order_reminder");
  expect(reminders.map(({ subject, orderId }) => [subject, orderId])).toEqual([
    ["Renters waiting for your answer: 3", null],
  ]);
  const named = [...(reminders[0]?.content ?? "").matchAll(/\/host\/requests\/([\w-]+)/g)].map(
    ([, id]) => id,
  );
  expect(named).toEqual([ids[1], ids[2], ids[0]]);

  const single = await requested(renter, { carId: await carOf(host) });
  await rows("update orders set host_asked_at = now() - interval '13 hours' where id = $1", [single]);
  await remindHosts(test.services);
  expect((await emailsTo(host, "host_order_reminder")).map(({ orderId }) => orderId)).toContain(single);
});

it("a host who chose text messages for orders gets one at a confirmed number, and no other host does", async () => {
  const [texted, plain] = [
    await makePerson(test, { role: "host" }),
    await makePerson(test, { role: "host" }),
  ];
  await rows("update users set phone = '+16505550123', phone_confirmed_at = now() where id = $1", [
    texted.id,
  ]);
  const chosen = await call(texted, "PUT", "/api/account/notifications", {
    occasions: [{ occasion: "orders", sms: true }],
  });
  expect(chosen.statusCode).toBe(200);
  for (const host of [texted, plain]) await requested(renter, { carId: await carOf(host) });
  const texts = await rows<{ kind: string; recipient: string }>(
    "select kind, recipient from text_messages where kind like 'host_%'",
  );
  expect(texts).toEqual([{ kind: "host_order_asked", recipient: "+16505550123" }]);

  // News waits for more to go in one email; its text message doesn't.
  const [order] = await rows<{ id: string }>("select id from orders where host_id = $1", [texted.id]);
  await test.services.database.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(orders)
      .where(eq(orders.id, order?.id ?? ""));
    if (row) await tellHost(test.services, tx, row, "booked");
  });
  const waits = await rows<{ name: string; seconds: number }>(
    `select name, round(extract(epoch from start_after - created_on))::int as seconds from pgboss.job
     where data->>'emailId' = (select id::text from emails where kind = 'host_order_booked') order by name`,
  );
  expect(waits).toEqual([
    { name: "letters", seconds: 60 },
    { name: "texts", seconds: 0 },
  ]);
});
