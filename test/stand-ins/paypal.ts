import { createHmac, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { showPage } from "./provider-page.ts";

const clientId = "paypal-client-12345678";
const clientSecret = "paypal-secret-12345678";
const webhookId = "WH-LONGBAY-12345678";
const token = "A21AA-token";

type Money = { currency_code: string; value: string };
type Capture = { id: string; status: string; amount: Money; custom_id: string };
type Unit = {
  reference_id: string;
  custom_id: string;
  invoice_id: string;
  amount: Money;
  payments?: { captures: Capture[] };
};
type Source = { vault_id?: string; attributes?: unknown; experience_context?: { return_url: string } };
type Order = {
  id: string;
  status: string;
  purchase_units: Unit[];
  payment_source: { paypal: Record<string, unknown> };
  links: object[];
};
type Refund = {
  id: string;
  status: string;
  amount: Money;
  custom_id: string;
  capture: string;
  links: object[];
};
type Answer = { status: number; body: object };
export type PaypalTrouble = "429" | "500" | "500-after" | "cut-after";
export type PaypalEvent = {
  id: string;
  event_type: string;
  resource: { id: string } | { dispute_id: string };
};
type Dispute = {
  dispute_id: string;
  status: string;
  dispute_amount: Money;
  dispute_outcome?: { outcome_code: string };
  fund_movements: object[];
} & Record<string, unknown>;

class Refused extends Error {
  readonly answer: Answer;
  constructor(status: number, issue: string) {
    super(issue);
    this.answer = {
      status,
      body: { name: status === 404 ? "RESOURCE_NOT_FOUND" : "UNPROCESSABLE_ENTITY", details: [{ issue }] },
    };
  }
}
const newId = () => randomBytes(9).toString("hex").toUpperCase();
const cents = ({ value }: Money) => Math.round(Number(value) * 100);

/**
 * The parts of PayPal that we use, with its published shapes: orders, approval, captures, saved accounts, refunds,
 * idempotency keys, events, and the call that verifies events. The official client's settings lead it here.
 */
export async function startPaypal() {
  const orders = new Map<string, Order>();
  const refunds = new Map<string, Refund>();
  const reported: { info: Record<string, unknown>; at: number }[] = [];
  const vaults = new Map<string, { isDeclined: boolean }>();
  /** The address that a payer returns to, by order. */
  const returns = new Map<string, string>();
  const invoices = new Set<string>();
  const answered = new Map<string, Answer>();
  const events: PaypalEvent[] = [];
  const troubles: { path: RegExp; trouble: PaypalTrouble }[] = [];
  /** The largest number of transactions in one answer. */
  const settings = { pageSize: 500 };
  const disputes = new Map<string, Dispute>();
  const deliver = (event_type: string, id: string) =>
    void events.push({ id: `WH-${newId()}`, event_type, resource: { id } });

  /** A transaction that the search knows: at PayPal an hour or more later, here at once. */
  const move = (code: string, id: string, cents: number, fee: number, about?: string) =>
    void reported.push({
      at: Date.now(),
      info: {
        transaction_id: id,
        transaction_event_code: code,
        transaction_initiation_date: new Date().toISOString().replace(/\.\d+Z$/, "+0000"),
        transaction_amount: { currency_code: "USD", value: (cents / 100).toFixed(2) },
        ...(fee && { fee_amount: { currency_code: "USD", value: (-fee / 100).toFixed(2) } }),
        transaction_status: "S",
        ...(about && { paypal_reference_id: about, paypal_reference_id_type: "TXN" }),
      },
    });

  function take(order: Order): void {
    const unit = order.purchase_units[0];
    if (!unit) throw new Refused(400, "INVALID_REQUEST");
    if (invoices.has(unit.invoice_id)) throw new Refused(422, "DUPLICATE_INVOICE_ID");
    invoices.add(unit.invoice_id);
    const capture = { id: newId(), status: "COMPLETED", amount: unit.amount, custom_id: unit.custom_id };
    unit.payments = { captures: [capture] };
    order.status = "COMPLETED";
    move("T0006", capture.id, cents(capture.amount), Math.round(cents(capture.amount) * 0.0349) + 49);
    deliver("PAYMENT.CAPTURE.COMPLETED", capture.id);
  }

  function createOrder({
    purchase_units,
    payment_source,
  }: {
    purchase_units: Unit[];
    payment_source: { paypal: Source };
  }): Order {
    const order: Order = {
      id: newId(),
      status: "PAYER_ACTION_REQUIRED",
      purchase_units: structuredClone(purchase_units),
      payment_source: { paypal: {} },
      links: [],
    };
    const vault = payment_source.paypal.vault_id;
    if (vault !== undefined) {
      const known = vaults.get(vault);
      if (!known) throw new Refused(422, "TOKEN_NOT_FOUND");
      if (known.isDeclined) throw new Refused(422, "INSTRUMENT_DECLINED");
      take(order);
    } else order.links = [{ rel: "payer-action", method: "GET", href: `${address()}/pay/${order.id}` }];
    returns.set(order.id, payment_source.paypal.experience_context?.return_url ?? "");
    orders.set(order.id, order);
    return order;
  }

  function capture(order: Order): Order {
    if (order.status !== "APPROVED") throw new Refused(422, "ORDER_NOT_APPROVED");
    take(order);
    const id = newId().toLowerCase();
    vaults.set(id, { isDeclined: false });
    order.payment_source.paypal = {
      attributes: { vault: { id, status: "VAULTED", customer: { id: newId() } } },
    };
    return order;
  }

  const captureOf = (id: string) => {
    for (const order of orders.values())
      for (const found of order.purchase_units[0]?.payments?.captures ?? [])
        if (found.id === id) return { found, order };
    throw new Refused(404, "INVALID_RESOURCE_ID");
  };

  function refund(id: string, body: { amount: Money; custom_id: string }): Refund {
    const { found } = captureOf(id);
    const given = [...refunds.values()]
      .filter(({ capture: of }) => of === id)
      .reduce((sum, { amount }) => sum + cents(amount), 0);
    if (given + cents(body.amount) > cents(found.amount)) throw new Refused(422, "REFUND_AMOUNT_EXCEEDED");
    const row = {
      id: newId(),
      status: "COMPLETED",
      amount: body.amount,
      custom_id: body.custom_id,
      capture: id,
      links: [{ rel: "up", method: "GET", href: `${address()}/v2/payments/captures/${id}` }],
    };
    refunds.set(row.id, row);
    move("T1107", row.id, -cents(body.amount), 0);
    deliver("PAYMENT.CAPTURE.REFUNDED", row.id);
    return row;
  }

  const find = <Row>(rows: Map<string, Row>, id: string): Row => {
    const row = rows.get(id);
    if (!row) throw new Refused(404, "INVALID_RESOURCE_ID");
    return row;
  };
  const sign = (id: string, time: string, event: unknown) =>
    createHmac("sha256", webhookId)
      .update(`${id}|${time}|${JSON.stringify(event)}`)
      .digest("base64");

  /** Pages begin at 1; one search covers at most 31 days. */
  function search(asked: URLSearchParams): object {
    const [from, to] = ["start_date", "end_date"].map((name) => Date.parse(asked.get(name) ?? ""));
    if (!from || !to || to - from > 31 * 86_400_000) throw new Refused(400, "INVALID_REQUEST");
    const rows = reported.filter(({ at }) => at >= from && at <= to);
    const size = Math.min(Number(asked.get("page_size") ?? 100), 500, settings.pageSize);
    const page = Number(asked.get("page") ?? 1);
    return {
      transaction_details: rows
        .slice((page - 1) * size, page * size)
        .map(({ info }) => ({ transaction_info: info })),
      page,
      total_items: rows.length,
      total_pages: Math.ceil(rows.length / size),
    };
  }

  function listDisputes(asked: URLSearchParams): object {
    const since = Date.parse(asked.get("update_time_after") ?? "");
    if (!since) throw new Refused(400, "INVALID_REQUEST");
    const rows = [...disputes.values()]
      .filter(({ create_time: at }) => Date.parse(String(at)) >= since)
      .toReversed();
    const from = Number(asked.get("next_page_token") ?? 0);
    const until = from + Math.min(Number(asked.get("page_size") ?? 10), settings.pageSize);
    const next = new URLSearchParams({ ...Object.fromEntries(asked), next_page_token: String(until) });
    const href = `https://api-m.sandbox.paypal.com/v1/customer/disputes?${next}`;
    return {
      items: rows.slice(from, until).map(({ dispute_id, create_time }) => ({ dispute_id, create_time })),
      links: until < rows.length ? [{ href, rel: "next", method: "GET" }] : [],
    };
  }

  function answer(method: string, path: string, body: never, asked: URLSearchParams): object {
    if (path === "/v1/reporting/transactions") return search(asked);
    if (path === "/v1/customer/disputes") return listDisputes(asked);
    if (path.startsWith("/v1/customer/disputes/")) return find(disputes, path.split("/")[4] ?? "");
    const [, , , kind = "", id = "", act] = path.replace("/checkout/", "/payments/").split("/");
    if (path === "/v1/notifications/verify-webhook-signature") {
      const sent: Record<string, string> & { webhook_event: unknown } = body;
      const isOurs =
        sent.webhook_id === webhookId &&
        sent.transmission_sig ===
          sign(sent.transmission_id ?? "", sent.transmission_time ?? "", sent.webhook_event);
      return { verification_status: isOurs ? "SUCCESS" : "FAILURE" };
    }
    if (kind === "orders" && method === "POST")
      return act === "capture" ? capture(find(orders, id)) : createOrder(body);
    if (kind === "orders") return find(orders, id);
    if (kind === "captures" && method === "POST") return refund(id, body);
    if (kind === "captures") {
      const { found, order } = captureOf(id);
      return { ...found, supplementary_data: { related_ids: { order_id: order.id } } };
    }
    if (kind === "refunds") return find(refunds, id);
    if (kind === "payment-tokens" && method === "DELETE" && vaults.delete(id)) return {};
    throw new Refused(404, "INVALID_RESOURCE_ID");
  }

  function once(key: string | undefined, make: () => object): Answer {
    const known = key === undefined ? undefined : answered.get(key);
    if (known) return known;
    let made: Answer;
    try {
      made = { status: 200, body: structuredClone(make()) };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return error.answer;
    }
    if (key !== undefined) answered.set(key, made);
    return made;
  }

  const deliverDispute = (what: string, id: string) =>
    void events.push({
      id: `WH-${newId()}`,
      event_type: `CUSTOMER.DISPUTE.${what}`,
      resource: { dispute_id: id },
    });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    // The client appends PayPal's own address to ours.
    const url = new URL(request.url ?? "/", address());
    const path = url.pathname.replace(/^\/https:\/\/[^/]+/, "");
    const method = request.method ?? "GET";
    const send = ({ status, body }: Answer) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (path.startsWith("/pay/")) {
      const id = path.split("/")[2] ?? "";
      return showPage(request, response, {
        name: "PayPal",
        ways: { good: "Agree and pay" },
        back: returns.get(id) ?? "",
        choose() {
          server.approve(id);
          return true;
        },
      });
    }
    if (path === "/v1/oauth2/token") {
      const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
      const isOurs = request.headers.authorization === basic;
      return void send(
        isOurs
          ? { status: 200, body: { access_token: token, token_type: "Bearer", expires_in: 32_400 } }
          : {
              status: 401,
              body: { error: "invalid_client", error_description: "Client Authentication failed" },
            },
      );
    }
    if (request.headers.authorization !== `Bearer ${token}`)
      return void send({ status: 401, body: { name: "AUTHENTICATION_FAILURE" } });
    const at = troubles.findIndex((one) => one.path.test(`${method} ${path}`));
    const trouble = at < 0 ? undefined : troubles.splice(at, 1)[0]?.trouble;
    if (trouble === "429" || trouble === "500")
      return void send({ status: Number(trouble), body: { name: "INTERNAL_SERVER_ERROR" } });
    const key = request.headers["paypal-request-id"]?.toString();
    const made = once(method === "POST" ? key : undefined, () =>
      answer(method, path, JSON.parse(text || "{}") as never, url.searchParams),
    );
    if (trouble === "500-after") return void send({ status: 500, body: { name: "INTERNAL_SERVER_ERROR" } });
    if (trouble === "cut-after") return void request.socket.destroy();
    send(made);
  }

  const http = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      response.writeHead(500).end(JSON.stringify({ name: String(error) }));
    });
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const address = () => `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

  const server = {
    env: {
      PAYPAL_CLIENT_ID: clientId,
      PAYPAL_CLIENT_SECRET: clientSecret,
      PAYPAL_WEBHOOK_ID: webhookId,
      PAYPAL_API_URL: address(),
    },
    events,
    orders,
    refunds,
    disputes,
    vaults,
    reported,
    settings,
    trouble(path: RegExp, ...kinds: PaypalTrouble[]) {
      for (const trouble of kinds) troubles.push({ path, trouble });
    },
    calm() {
      troubles.length = 0;
    },
    /** The payer approves at PayPal; no money moves yet. */
    approve(id: string): void {
      find(orders, id).status = "APPROVED";
      deliver("CHECKOUT.ORDER.APPROVED", id);
    },
    /** A payer disputes a payment for an order of ours. No money moves before the decision. */
    dispute(orderId: string, reason = "UNAUTHORISED"): string {
      const unit = [...orders.values()]
        .flatMap(({ purchase_units }) => purchase_units)
        .find(({ reference_id, payments }) => reference_id === orderId && payments);
      const capture = unit?.payments?.captures[0];
      if (!unit || !capture) throw new Error("Nothing was taken");
      const dispute_id = `PP-D-${randomBytes(3).readUIntBE(0, 3)}`;
      disputes.set(dispute_id, {
        dispute_id,
        create_time: new Date().toISOString(),
        reason,
        status: "WAITING_FOR_SELLER_RESPONSE",
        dispute_amount: capture.amount,
        disputed_transactions: [{ seller_transaction_id: capture.id, custom: unit.custom_id }],
        fund_movements: [],
        seller_response_due_date: new Date(Date.now() + 10 * 86_400_000).toISOString(),
      });
      deliverDispute("CREATED", dispute_id);
      return dispute_id;
    },
    /** Our evidence is with PayPal. */
    answerDispute(id: string): void {
      find(disputes, id).status = "UNDER_REVIEW";
      deliverDispute("UPDATED", id);
    },
    /** PayPal decides: a lost dispute takes the money and a fee; a won appeal brings the money back. */
    decideDispute(id: string, outcome_code: "RESOLVED_BUYER_FAVOUR" | "RESOLVED_SELLER_FAVOUR"): void {
      const dispute = find(disputes, id);
      Object.assign(dispute, { status: "RESOLVED", dispute_outcome: { outcome_code } });
      const isLost = outcome_code === "RESOLVED_BUYER_FAVOUR";
      const amount = dispute.dispute_amount;
      const movement = (type: string, reason: string, moved: Money) =>
        dispute.fund_movements.push({ party: "SELLER", type, reason, amount: moved });
      const [about] = dispute.disputed_transactions as { seller_transaction_id: string }[];
      if (isLost) {
        movement("DEBIT", "DISPUTE_SETTLEMENT", amount);
        movement("DEBIT", "DISPUTE_FEE", { currency_code: "USD", value: "15.00" });
        move("T1106", newId(), -cents(amount), 0, about?.seller_transaction_id);
      } else if (dispute.fund_movements.length > 0) {
        movement("CREDIT", "DISPUTE_SETTLEMENT", amount);
        move("T1106", newId(), cents(amount), 0, about?.seller_transaction_id);
      }
      deliverDispute("RESOLVED", id);
    },
    /** Somebody refunds at PayPal itself, at most `most` of one payment for an order, if anything is left. */
    refundByHand(orderId: string, most: number): void {
      const captures = [...orders.values()]
        .flatMap(({ purchase_units }) => purchase_units)
        .filter(({ reference_id }) => reference_id === orderId)
        .flatMap(({ payments }) => payments?.captures ?? []);
      for (const { id, amount } of captures) {
        const given = [...refunds.values()]
          .filter(({ capture: of }) => of === id)
          .reduce((sum, row) => sum + cents(row.amount), 0);
        const value = Math.min(most, cents(amount) - given);
        if (value <= 0) continue;
        refund(id, { amount: { currency_code: "USD", value: (value / 100).toFixed(2) }, custom_id: "" });
        return;
      }
    },
    /** Saved accounts decline charges from now on, or accept them again. */
    decline(isDeclined: boolean) {
      for (const vault of vaults.values()) vault.isDeclined = isDeclined;
    },
    /** The payments for an order of ours, minus its refunds. */
    takenFor(orderId: string): number {
      const captures = [...orders.values()]
        .flatMap(({ purchase_units }) => purchase_units)
        .filter(({ reference_id }) => reference_id === orderId)
        .flatMap(({ payments }) => payments?.captures ?? []);
      const ids = new Set(captures.map(({ id }) => id));
      const given = [...refunds.values()].filter(({ capture: of }) => ids.has(of));
      const sum = (rows: { amount: Money }[]) => rows.reduce((total, { amount }) => total + cents(amount), 0);
      return sum(captures) - sum(given);
    },
    /** An event as PayPal sends it. */
    signed(event: object, isForged = false) {
      const time = new Date().toISOString();
      const id = newId();
      return {
        payload: JSON.stringify(event),
        headers: {
          "content-type": "application/json",
          "paypal-auth-algo": "SHA256withRSA",
          "paypal-cert-url": "https://api.paypal.com/cert.pem",
          "paypal-transmission-id": id,
          "paypal-transmission-time": time,
          "paypal-transmission-sig": isForged ? "forged" : sign(id, time, event),
        },
      };
    },
    close: () =>
      new Promise<void>((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  return server;
}
