import { createHmac, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { showPage } from "./provider-page.ts";
import { stripeConnect } from "./stripe-connect.ts";
import { stripeDisputes } from "./stripe-disputes.ts";

export const stripeKey = "sk_test_longbay12345678";
export const webhookSecret = "whsec_longbay12345678";

type Fields = Record<string, string>;
type Row = Record<string, unknown> & { id: string };
type Answer = { status: number; body: object };
/** How a call fails: before it has done anything, or after. */
export type Trouble = "429" | "500" | "500-after" | "hangs-after" | "cut-after";
export type StripeEvent = { id: string; type: string; data: { object: Row } };

/** How the saved or typed card behaves. */
export type Card = "good" | "declined" | "insufficient_funds" | "authentication_required" | "expired_card";

const id = (prefix: string) => `${prefix}_${randomBytes(12).toString("hex")}`;
const seconds = () => Math.floor(Date.now() / 1000);

class ApiError extends Error {
  readonly status: number;
  readonly body: object;
  constructor(status: number, body: object) {
    super();
    this.status = status;
    this.body = body;
  }
}
const refused = (code: string, message: string, status = 400) =>
  new ApiError(status, { error: { type: "invalid_request_error", code, message } });

/** Parses `a[b][0][c]=1`, as Stripe's client writes it. */
function nested(fields: Fields): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const path = name.split(/[[\]]+/).filter(Boolean);
    let at = read;
    for (const part of path.slice(0, -1)) at = (at[part] ??= {}) as Record<string, unknown>;
    at[path.at(-1) ?? ""] = value;
  }
  return read;
}

/**
 * Stripe as far as we use it, with its published shapes, on a free port of this machine: Checkout sessions, payment
 * intents, refunds, keys of idempotency, and signed events. Nothing is sent by itself: tests take the events and
 * deliver them as they like.
 */
export async function startStripe() {
  const sessions = new Map<string, Row>();
  const intents = new Map<string, Row>();
  const refunds = new Map<string, Row>();
  const balance: Row[] = [];
  const methods = new Map<string, Row & { card: object; behaves: Card }>();
  const answered = new Map<string, { request: string; answer: Answer }>();
  const events: StripeEvent[] = [];
  const calls: { method: string; path: string; key: string | undefined }[] = [];
  const troubles: { path: RegExp; trouble: Trouble }[] = [];
  let hangsFor = 0;

  const deliver = (type: string, object: Row) =>
    void events.push({ id: id("evt"), type, data: { object: structuredClone(object) } });

  /** Adds a line to the balance: money that came or left, and Stripe's fee. */
  function move(
    category: string,
    amount: number,
    source: Row,
    fee = category === "charge" ? Math.round(amount * 0.029) + 30 : 0,
  ): Row {
    const line = {
      id: id("txn"),
      object: "balance_transaction",
      amount,
      fee,
      net: amount - fee,
      currency: "usd",
      type: category,
      reporting_category: category,
      source,
      created: seconds(),
      status: "available",
    };
    balance.unshift(line);
    return line;
  }
  /** The payment that a charge belongs to. */
  const intentOfCharge = (charge: string | null) =>
    balance.map(({ source }) => source as Row).find((source) => source.id === charge)?.payment_intent;
  const claims = stripeDisputes({ deliver, move, intents });
  const connect = stripeConnect({ move, refused });

  function newMethod(behaves: Card): Row & { card: object; behaves: Card } {
    const method = {
      id: id("pm"),
      object: "payment_method",
      type: "card",
      card: { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2034 },
      behaves,
    };
    methods.set(method.id, method);
    return method;
  }

  function settleIntent(intent: Row, behaves: Card): Row | undefined {
    if (behaves === "good") {
      Object.assign(intent, {
        status: "succeeded",
        amount_received: intent.amount,
        last_payment_error: null,
      });
      move("charge", Number(intent.amount), { id: id("ch"), object: "charge", payment_intent: intent.id });
      deliver("payment_intent.succeeded", intent);
      return undefined;
    }
    const error = {
      id: "",
      type: "card_error",
      code: behaves === "authentication_required" || behaves === "expired_card" ? behaves : "card_declined",
      decline_code: behaves === "declined" ? "generic_decline" : behaves,
      message: "Your card was declined.",
    };
    Object.assign(intent, { status: "requires_payment_method", last_payment_error: error });
    deliver("payment_intent.payment_failed", intent);
    return error;
  }

  function newIntent(wanted: Record<string, unknown>): Row {
    const intent: Row = {
      id: id("pi"),
      object: "payment_intent",
      amount: Number(wanted.amount),
      amount_received: 0,
      currency: wanted.currency,
      customer: wanted.customer ?? null,
      payment_method: wanted.payment_method ?? null,
      setup_future_usage: wanted.setup_future_usage ?? null,
      metadata: wanted.metadata ?? {},
      status: "requires_payment_method",
      last_payment_error: null,
      created: seconds(),
      livemode: false,
    };
    intents.set(intent.id, intent);
    return intent;
  }

  const shownIntent = (intent: Row): Row => ({
    ...intent,
    payment_method: methods.get(String(intent.payment_method)) ?? intent.payment_method,
  });
  const found = (rows: Map<string, Row>, key: string): Row => {
    const row = rows.get(key);
    if (!row) throw refused("resource_missing", `No such object: ${key}`, 404);
    return row;
  };
  const list = (rows: Row[]) => ({ object: "list", data: rows, has_more: false, url: "/" });

  /** Lines of a time, newest first, after a given one. Sources are ids unless the call asks for whole ones. */
  function balancePage(asked: URLSearchParams): object {
    const [from, before] = ["created[gte]", "created[lt]"].map((name) => Number(asked.get(name)));
    const isWhole = [...asked].some(([name, value]) => name.startsWith("expand") && value === "data.source");
    const after = balance.findIndex((row) => row.id === asked.get("starting_after")) + 1;
    const rest = balance
      .slice(after)
      .filter(({ created }) => Number(created) >= (from ?? 0) && Number(created) < (before ?? 0));
    const limit = Math.min(Number(asked.get("limit") ?? 10), server.pageSize);
    const data = rest
      .slice(0, limit)
      .map((row) => (isWhole ? row : { ...row, source: (row.source as Row).id }));
    return { object: "list", data, has_more: rest.length > limit, url: "/v1/balance_transactions" };
  }

  function createSession(wanted: Record<string, unknown>): Row {
    const line = (wanted.line_items as Record<string, { price_data: Fields }>)["0"];
    const about = wanted.payment_intent_data as Record<string, unknown>;
    const session: Row = {
      id: id("cs_test"),
      object: "checkout.session",
      status: "open",
      payment_status: "unpaid",
      amount_total: Number(line?.price_data.unit_amount),
      currency: line?.price_data.currency,
      customer: wanted.customer ?? null,
      customer_email: wanted.customer_email ?? null,
      metadata: wanted.metadata ?? {},
      about,
      payment_intent: null,
      success_url: wanted.success_url,
      expires_at: Number(wanted.expires_at),
      locale: wanted.locale,
      livemode: false,
    };
    session.url = `${address()}/pay/${session.id}`;
    sessions.set(session.id, session);
    return session;
  }

  const shownSession = (session: Row): Row => ({
    ...session,
    payment_intent: session.payment_intent
      ? shownIntent(found(intents, String(session.payment_intent)))
      : null,
  });

  function expire(session: Row): Row {
    if (session.status !== "open")
      throw refused("", 'Only Checkout Sessions with a status in ["open"] can be expired.');
    Object.assign(session, { status: "expired", url: null });
    deliver("checkout.session.expired", session);
    return session;
  }

  function charge(wanted: Record<string, unknown>): Row {
    const method = methods.get(String(wanted.payment_method));
    if (!method) throw refused("resource_missing", "No such PaymentMethod");
    const intent = newIntent(wanted);
    const error = settleIntent(intent, method.behaves);
    if (error) throw new ApiError(402, { error: { ...error, payment_intent: shownIntent(intent) } });
    return shownIntent(intent);
  }

  function refund(wanted: Record<string, unknown>): Row {
    const intent = found(intents, String(wanted.payment_intent));
    if (claims.isDisputed(intent.id)) throw refused("charge_disputed", "This payment has been charged back");
    const amount = Number(wanted.amount);
    const given = [...refunds.values()]
      .filter(({ payment_intent, status }) => payment_intent === intent.id && status !== "failed")
      .reduce((sum, { amount: part }) => sum + Number(part), 0);
    if (given + amount > Number(intent.amount_received))
      throw refused("charge_already_refunded", "Refund amount is greater than the unrefunded amount");
    const row: Row = {
      id: id("re"),
      object: "refund",
      amount,
      currency: "usd",
      payment_intent: intent.id,
      metadata: wanted.metadata ?? {},
      status: server.refundsAre,
      created: seconds(),
    };
    refunds.set(row.id, row);
    move("refund", -amount, row);
    deliver("refund.created", row);
    return row;
  }

  /** Removes a payment method: nobody can charge it again. */
  function detach(key: string): object {
    const method = methods.get(key);
    if (!method) throw refused("resource_missing", `No such PaymentMethod: '${key}'`, 404);
    methods.delete(key);
    return { ...method, customer: null };
  }

  function answer(method: string, url: URL, wanted: Record<string, unknown>): object {
    const [, , kind = "", key = "", act] = url.pathname.replace("/checkout/", "/").split("/");
    if (kind === "sessions" && method === "POST")
      return act === "expire" ? expire(found(sessions, key)) : createSession(wanted);
    if (kind === "sessions") return shownSession(found(sessions, key));
    if (kind === "payment_intents" && method === "POST") return charge(wanted);
    if (kind === "payment_intents" && key) return shownIntent(found(intents, key));
    if (kind === "payment_intents")
      return list(
        [...intents.values()]
          .filter(({ customer }) => customer === url.searchParams.get("customer"))
          .map(shownIntent),
      );
    if (kind === "refunds" && method === "POST") return refund(wanted);
    if (kind === "refunds" && key) return found(refunds, key);
    if (kind === "refunds")
      return list(
        [...refunds.values()].filter(
          ({ payment_intent }) =>
            payment_intent === url.searchParams.get("payment_intent") ||
            payment_intent === intentOfCharge(url.searchParams.get("charge")),
        ),
      );
    if (kind === "disputes" && !key) return claims.page(url.searchParams, server.pageSize);
    if (kind === "disputes") return claims.shown(key) ?? found(new Map(), key);
    if (kind === "balance_transactions") return balancePage(url.searchParams);
    if (kind === "payment_methods" && act === "detach") return detach(key);
    const ofHosts = connect.answer({ method, kind, key, asked: url.searchParams, wanted });
    if (ofHosts) return ofHosts;
    throw refused("", `Unrecognized request URL (${method}: ${url.pathname})`, 404);
  }

  /** The same key brings the same answer, also an error; another request under this key is refused. */
  function once(key: string | undefined, request: string, make: () => object): Answer {
    const known = key ? answered.get(key) : undefined;
    if (known && known.request !== request)
      return {
        status: 400,
        body: {
          error: {
            type: "idempotency_error",
            message:
              "Keys for idempotent requests can only be used with the same parameters they were first used with.",
          },
        },
      };
    if (known) return known.answer;
    let made: Answer;
    try {
      made = { status: 200, body: make() };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      made = { status: error.status, body: error.body };
    }
    // A copy, because later changes must not change an answer.
    if (key) answered.set(key, { request, answer: structuredClone(made) });
    return made;
  }

  const takeTrouble = (path: string): Trouble | undefined => {
    const at = troubles.findIndex((one) => one.path.test(path));
    return at < 0 ? undefined : troubles.splice(at, 1)[0]?.trouble;
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const url = new URL(request.url ?? "/", address());
    const method = request.method ?? "GET";
    const key = request.headers["idempotency-key"]?.toString();
    const send = ({ status, body }: Answer) =>
      response
        .writeHead(status, { "content-type": "application/json", "request-id": id("req") })
        .end(JSON.stringify(body));
    if (url.pathname.startsWith("/pay/"))
      return showPage(request, response, {
        name: "Stripe",
        ways: { good: "Pay", declined: "Pay with a card that is declined" },
        back: String(sessions.get(url.pathname.split("/")[2] ?? "")?.success_url),
        choose(way) {
          server.pay(url.pathname.split("/")[2] ?? "", way as Card);
          return way === "good";
        },
      });
    calls.push({ method, path: url.pathname, key });
    if (request.headers.authorization !== `Bearer ${stripeKey}`)
      return void send({
        status: 401,
        body: { error: { type: "invalid_request_error", message: "Invalid API Key provided" } },
      });
    const trouble = takeTrouble(`${method} ${url.pathname}`);
    if (trouble === "429")
      return void send({
        status: 429,
        body: { error: { type: "rate_limit_error", code: "rate_limit", message: "Too many requests" } },
      });
    if (trouble === "500")
      return void send({ status: 500, body: { error: { type: "api_error", message: "Sorry" } } });
    const fields = Object.fromEntries(new URLSearchParams(text));
    const made = once(method === "POST" ? key : undefined, `${url.pathname} ${text}`, () =>
      answer(method, url, nested(fields)),
    );
    if (trouble === "500-after")
      return void send({ status: 500, body: { error: { type: "api_error", message: "Sorry" } } });
    if (trouble === "cut-after") return void request.socket.destroy();
    if (trouble === "hangs-after") await wait(hangsFor);
    send(made);
  }

  const http = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      response.writeHead(500).end(JSON.stringify({ error: { type: "api_error", message: String(error) } }));
    });
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const address = () => `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

  const server = {
    url: address(),
    env: {
      STRIPE_SECRET_KEY: stripeKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: address(),
    },
    events,
    calls,
    sessions,
    intents,
    refunds,
    methods,
    balance,
    claims,
    connect,
    /** The number of balance lines in one answer. */
    pageSize: 100,
    refundsAre: "succeeded" as "succeeded" | "pending",
    /** Lets the next calls to matching paths fail in these ways. */
    trouble(path: RegExp, ...kinds: Trouble[]) {
      for (const trouble of kinds) troubles.push({ path, trouble });
    },
    calm() {
      troubles.length = 0;
    },
    hang(milliseconds: number) {
      hangsFor = milliseconds;
    },
    /** The renter pays on the page. A card that is declined leaves the page open. */
    pay(sessionId: string, card: Card = "good", saved: Card = card): void {
      const session = found(sessions, sessionId);
      if (session.status !== "open") throw new Error("The page has ended");
      const customer = session.customer ?? id("cus");
      const about = session.about as Record<string, unknown>;
      const known = intents.get(String(session.payment_intent));
      const method = newMethod(saved);
      const intent =
        known ?? newIntent({ ...about, amount: session.amount_total, currency: session.currency, customer });
      Object.assign(intent, { payment_method: method.id, customer });
      Object.assign(session, { payment_intent: intent.id });
      if (settleIntent(intent, card)) return;
      Object.assign(session, { status: "complete", payment_status: "paid", customer, url: null });
      deliver("checkout.session.completed", session);
    },
    /** Somebody gives back part of a payment on Stripe's own pages. */
    refundByHand(intentId: string, amount: number): Row {
      return refund({ payment_intent: intentId, amount });
    },
    /** The bank sends a refund back, weeks after it had succeeded. */
    bounce(refundId: string): void {
      const row = found(refunds, refundId);
      Object.assign(row, { status: "failed", failure_reason: "lost_or_stolen_card" });
      move("refund_failure", Number(row.amount), row);
      deliver("refund.failed", row);
    },
    /** Stripe sends a part of our balance to our bank. */
    payOut(amount: number): Row {
      return move("payout", -amount, { id: id("po"), object: "payout" });
    },
    /** Stripe charges a fee apart from payments, such as its monthly fee. */
    takeFee(amount: number): Row {
      return move("fee", -amount, { id: id("fee"), object: "fee" });
    },
    /** The balance that Stripe holds for us. */
    held: (): number => balance.reduce((sum, { net }) => sum + Number(net), 0),
    /** Sets how saved cards behave from now on. */
    makeCards(behaves: Card) {
      for (const method of methods.values()) method.behaves = behaves;
    },
    /** An event as Stripe sends it: its bytes, and its signature over them. */
    signed(event: object, { secret = webhookSecret, at = seconds() } = {}) {
      const payload = JSON.stringify({ object: "event", api_version: "2026-10-28.endive", ...event });
      const signature = createHmac("sha256", secret).update(`${at}.${payload}`).digest("hex");
      return {
        payload,
        headers: {
          "content-type": "application/json; charset=utf-8",
          "stripe-signature": `t=${at},v1=${signature}`,
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

export type StripeServer = Awaited<ReturnType<typeof startStripe>>;
