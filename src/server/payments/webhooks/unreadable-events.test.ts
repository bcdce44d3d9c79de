// @one-database
import { afterAll, describe, expect, it } from "vitest";
import { refusalOf } from "#test/client.ts";
import { startPaypal } from "#test/stand-ins/paypal.ts";
import { startRentals } from "#test/provider-rentals.ts";

const paypal = await startPaypal();
afterAll(paypal.close);
const { test, rentals } = await startRentals(paypal.env);

const deliverPaypal = (event: object, isForged = false) =>
  test.app.inject({ method: "POST", url: "/api/webhooks/paypal", ...paypal.signed(event, isForged) });
const countKept = async () => {
  const [row] = await test.services.database.rows<{ kept: number }>(
    "select count(*)::int as kept from webhook_events",
  );
  return row?.kept;
};

describe("an event with a valid signature and an unreadable content", () => {
  const long = "x".repeat(256);
  const kind = "CHECKOUT.ORDER.APPROVED";
  const resource = { id: "5O190127TN364715T" };

  it.each<[string, object]>([
    ["an object for an id", { id: "WH-1", event_type: kind, resource: { id: { a: 1 } } }],
    ["a number for an id", { id: "WH-2", event_type: kind, resource: { id: 7 } }],
    ["a list for a dispute", { id: "WH-3", event_type: kind, resource: { dispute_id: ["a"] } }],
    ["a NUL in its own id", { id: "WH-4\u0000", event_type: kind, resource }],
    ["a NUL in its kind", { id: "WH-5", event_type: "X\u0000", resource }],
    ["a NUL in an id", { id: "WH-6", event_type: kind, resource: { id: "a\u0000" } }],
    ["half a character in its id", { id: "WH-\ud800", event_type: kind, resource }],
    ["a number for its own id", { id: 8, event_type: kind, resource }],
    ["too long an id", { id: long, event_type: kind, resource }],
    ["no kind", { id: "WH-9", resource }],
    ["nothing that it is about", { id: "WH-10", event_type: kind, resource: null }],
    ["nothing at all", {}],
    ["a list", []],
  ])("an event from PayPal with unreadable content is refused and not stored: %s", async (_name, event) => {
    const before = await countKept();
    expect(refusalOf(await deliverPaypal(event))).toMatchObject({ status: 400, code: "malformed" });
    expect(await countKept()).toBe(before);
  });

  const object = { id: "cs_test_1" };
  it.each<[string, object]>([
    ["a number for its own id", { id: 7, type: "customer.created", data: { object } }],
    ["a NUL in its own id", { id: "evt_\u0000", type: "customer.created", data: { object } }],
    ["a NUL in its kind", { id: "evt_1", type: "customer.\u0000", data: { object } }],
    ["a NUL in an id", { id: "evt_2", type: "customer.created", data: { object: { id: "\u0000" } } }],
    [
      "an object for an id",
      { id: "evt_3", type: "checkout.session.completed", data: { object: { id: {} } } },
    ],
    ["too long an id", { id: long, type: "customer.created", data: { object } }],
    ["no data", { id: "evt_4", type: "customer.created" }],
    ["nothing that it is about", { id: "evt_5", type: "customer.created", data: { object: null } }],
    ["no kind", { id: "evt_6", data: { object } }],
  ])("an event from Stripe with unreadable content is refused and not stored: %s", async (_name, event) => {
    const before = await countKept();
    expect(refusalOf(await rentals.deliver(event))).toMatchObject({ status: 400, code: "malformed" });
    expect(await countKept()).toBe(before);
  });

  it("an event about an object without an id is accepted", async () => {
    const event = { id: "evt_balance", type: "balance.available", data: { object: { object: "balance" } } };
    expect((await rentals.deliver(event)).statusCode).toBe(200);
    const other = { id: "WH-vault", event_type: "VAULT.PAYMENT-TOKEN.CREATED", resource: { id: null } };
    expect((await deliverPaypal(other)).statusCode).toBe(200);
  });

  it("a forged event is refused before anything in it is read", async () => {
    expect(refusalOf(await deliverPaypal({ id: 7 }, true))).toMatchObject({
      status: 400,
      code: "bad_signature",
    });
    expect(refusalOf(await rentals.deliver({ id: 7 }, { secret: "whsec_somebodyelse" }))).toMatchObject({
      status: 400,
      code: "bad_signature",
    });
  });
});

describe("an event while PayPal is unavailable", () => {
  it.each(["500", "429", "cut-after"] as const)(
    "an event that PayPal can't verify now is refused, and accepted later: %s",
    async (trouble) => {
      const { id, person } = await rentals.confirmed();
      const opened = await rentals.call(
        "POST",
        `/api/orders/${id}/payment-session`,
        { provider: "paypal" },
        person,
      );
      paypal.approve(rentals.sessionIdOf(opened.json<{ url: string }>().url));
      const event = paypal.events.at(-1) ?? {};
      paypal.trouble(/POST .*verify-webhook-signature/, trouble);
      const before = await countKept();
      const answer = await deliverPaypal(event);
      expect(refusalOf(answer)).toMatchObject({ status: 503, code: "provider_unavailable" });
      expect(answer.headers["retry-after"]).toBe("60");
      expect(await countKept()).toBe(before);
      expect((await deliverPaypal(event)).statusCode).toBe(200);
      expect((await rentals.money(id)).payments.map(({ status }) => status)).toEqual(["succeeded"]);
    },
  );
});
