// @one-database
import { readFileSync } from "node:fs";
import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { logOptions } from "#server/open-log.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";
import { type MailServer, startMailServer } from "#test/stand-ins/smtp.ts";
import { openMetrics } from "./open-metrics.ts";

const token = "a-token-of-24-letters-or-more";
let mail: MailServer;
let test: TestApp;
const lines: string[] = [];
const sink = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(chunk.toString());
    done();
  },
});
beforeAll(async () => {
  mail = await startMailServer();
  test = await startTestApp(
    { SMTP_URL: mail.url, TRUST_PROXY: "127.0.0.1" },
    { log: pino(logOptions("info"), sink) },
  );
});
afterAll(async () => {
  await test.close();
  await mail.close();
});

const scrape = (headers: Record<string, string> = {}) => test.app.inject({ url: "/metrics", headers });

async function order(requestId: string, customerEmail: string) {
  const wanted = { carId: await makeCar(test), ...aMonth(test) };
  const quote = await test.app.inject({ method: "POST", url: "/api/quotes", payload: wanted });
  return test.app.inject({
    method: "POST",
    url: "/api/bookings",
    headers: { "x-request-id": requestId },
    payload: { ...renter, customerEmail, ...wanted, totalPrice: quote.json<{ total: string }>().total },
  });
}

describe("/metrics", () => {
  it("the metrics answer only this machine while there is no token", async () => {
    expect((await scrape()).statusCode).toBe(200);
    const passedOn: Record<string, string>[] = [
      { "x-forwarded-for": "203.0.113.7" },
      { via: "1.1 proxy" },
      { host: "longbay.example" },
    ];
    for (const headers of passedOn) expect((await scrape(headers)).statusCode).toBe(404);
    const far = await test.app.inject({ url: "/metrics", remoteAddress: "203.0.113.7" });
    expect(far.statusCode).toBe(404);
  });

  it("the metrics answer only the token once there is one", async () => {
    const guarded = await startTestApp({ METRICS_TOKEN: token });
    const ask = async (headers: Record<string, string>) =>
      (await guarded.app.inject({ url: "/metrics", headers, remoteAddress: "203.0.113.7" })).statusCode;
    expect([
      await ask({}),
      await ask({ authorization: `Bearer ${token}x` }),
      await ask({ authorization: `Basic ${token}` }),
      await ask({ authorization: `Bearer ${token}` }),
      (await guarded.app.inject({ url: "/metrics" })).statusCode,
    ]).toEqual([404, 404, 404, 200, 404]);
    await guarded.close();
  });

  it("the metrics count requests by route and answer, and name no person, order or address", async () => {
    const placed = await order(crypto.randomUUID(), "canary@example.com");
    expect(placed.statusCode).toBe(201);
    const { id } = placed.json<{ id: string }>();
    await test.app.inject({ url: `/api/orders/${id}?email=canary@example.com` });
    for (let n = 0; n < 30; n++) await test.app.inject({ url: `/api/nothing-${n}` });
    const { body } = await scrape();
    expect(body).toMatch(
      /longbay_http_request_duration_seconds_count\{method="POST",route="\/api\/bookings",status="201"\} 1/,
    );
    expect(body).toMatch(/route="\/api\/orders\/:id"/);
    expect(body).not.toMatch(/canary|nothing-/);
    expect(body).not.toContain(id);
    expect(body.match(/_count\{[^}]*status="404"\}/g)?.length).toBeLessThan(6);
    for (const name of ["deliveries_due", "held", "event_streams", "payments_begun", "provider_events_dead"])
      expect(body).toMatch(new RegExp(`^longbay_${name} \\d`, "m"));
  });
});

describe("a request's id", () => {
  it("a request's id is the proxy's, in the answer, the log and the email", async () => {
    const requestId = crypto.randomUUID();
    const placed = await order(requestId, "followed@example.com");
    expect(placed.headers["x-request-id"]).toBe(requestId);
    await expect
      .poll(() => mail.received.find(({ to }) => to.includes("followed@example.com"))?.header.toLowerCase(), {
        timeout: 60_000,
      })
      .toContain(`x-request-id: ${requestId}`);
    const bad = await test.app.inject({
      method: "POST",
      url: "/api/bookings",
      headers: { "x-request-id": requestId, "content-type": "application/json" },
      payload: "{",
    });
    expect(bad.json<{ requestId: string }>().requestId).toBe(requestId);
  });

  it("an invalid request id from a stranger is replaced", async () => {
    for (const given of ["4242424242424242", 'a"b', "x".repeat(2000), ""]) {
      const { headers } = await test.app.inject({ url: "/healthz", headers: { "x-request-id": given } });
      expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it("a request's id is in every log line of the request", async () => {
    const requestId = crypto.randomUUID();
    const { withRequestId } = await import("#server/http/request-id.ts");
    withRequestId(requestId, () => test.services.log.info("something happened"));
    const line = lines.find((text) => text.includes("something happened"));
    expect(JSON.parse(line ?? "{}")).toMatchObject({ requestId });
  });
});

describe("the dashboard and the alerts", () => {
  const Rules = z.object({
    groups: z.array(
      z.object({
        rules: z.array(
          z.object({ alert: z.string(), expr: z.string(), annotations: z.object({ summary: z.string() }) }),
        ),
      }),
    ),
  });
  const Dashboard = z.object({
    panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
  });
  const alerts = Rules.parse(parse(readFileSync("deploy/alerts.yaml", "utf8"))).groups.flatMap(
    ({ rules }) => rules,
  );
  const { panels } = Dashboard.parse(JSON.parse(readFileSync("deploy/grafana-dashboard.json", "utf8")));

  it("the dashboard and the alerts name only existing metrics", async () => {
    const metrics = openMetrics({ connections: () => ({ busy: 0, idle: 0, waiting: 0 }) });
    metrics.collectProcess();
    const known = new Set(
      [
        ...test.services.metrics.registry.getMetricsAsArray(),
        ...metrics.registry.getMetricsAsArray(),
      ].flatMap(({ name }) => [name, `${name}_bucket`, `${name}_count`, `${name}_sum`]),
    );
    const expressions = [
      ...alerts.map(({ expr }) => expr),
      ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ];
    const named = expressions.flatMap((expr) => expr.match(/\b(?:longbay|process|nodejs)_\w+/g) ?? []);
    expect(new Set(named).size).toBeGreaterThan(12);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
    metrics.registry.clear();
  });

  it("the six alerts have a summary and instructions in the docs", () => {
    expect(alerts).toHaveLength(6);
    const docs = readFileSync("docs/operations.md", "utf8");
    for (const { alert, annotations } of alerts) {
      expect(docs).toContain(`| ${alert} |`);
      expect(annotations.summary.length).toBeGreaterThan(20);
    }
  });
});
