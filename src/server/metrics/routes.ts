import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Gauge, type Histogram, type Registry } from "prom-client";
import { notFound } from "#contract/params.ts";
import { isSameText } from "#server/http/constant-time.ts";
import { isFromThisMachine } from "#server/http/this-machine.ts";
import type { Services } from "#server/services.ts";
import type { Metrics } from "./open-metrics.ts";
import { type Backlog, readBacklog } from "./queries.ts";

/** The label for addresses that don't exist: there may be any number of them. */
const nowhere = "none";

/**
 * Counts requests, and answers `/metrics` to a caller with METRICS_TOKEN; without this setting, only to this
 * machine. Any other caller gets "not found".
 */
export function metricsRoutes(app: FastifyInstance, services: Services): void {
  const { config, database, events, hold, metrics } = services;
  const ofLabels = childrenOf(metrics.requests);
  app.addHook("onResponse", ({ method, routeOptions }, reply, done) => {
    ofLabels(method, routeOptions.url ?? nowhere, String(reply.statusCode)).observe(reply.elapsedTime / 1000);
    done();
  });

  gauge(metrics.registry, "longbay_event_streams", "Open screens that are told what happens", () =>
    events.count(),
  );
  gauge(metrics.registry, "longbay_held", "1 while a restored installation sends and charges nothing", () =>
    hold.current() ? 1 : 0,
  );
  // All figures from the database come from one query per collection.
  let backlog: Promise<Backlog> | undefined;
  const ask = () =>
    (backlog ??= readBacklog(database).finally(() => {
      backlog = undefined;
    }));
  const waiting: [string, string, keyof Backlog][] = [
    ["longbay_deliveries_due", "Emails and text messages whose time has come", "due"],
    ["longbay_deliveries_oldest_due_seconds", "Since when the oldest of them could have gone", "oldestDue"],
    ["longbay_deliveries_undelivered", "Emails and text messages that were given up", "lost"],
    ["longbay_payments_begun", "Payments that a provider has not decided", "paymentsBegun"],
    ["longbay_provider_events_dead", "Events of providers that could not be followed", "eventsDead"],
  ];
  for (const [name, help, part] of waiting)
    gauge(metrics.registry, name, help, async () => (await ask())[part]);

  app.get(
    "/metrics",
    { schema: { hide: true }, onRequest: refuseOthers(config.metricsToken) },
    async (_, reply) =>
      reply
        .header("cache-control", "no-store")
        .type(metrics.registry.contentType)
        .send(await metrics.registry.metrics()),
  );
}

/** The histogram of each combination of labels, looked up once: there are as many as routes have answers. */
function childrenOf(histogram: Metrics["requests"]) {
  const children = new Map<string, Histogram.Internal<string>>();
  return (...labels: [method: string, route: string, status: string]) => {
    const key = labels.join(" ");
    const child = children.get(key) ?? histogram.labels(...labels);
    children.set(key, child);
    return child;
  };
}

function gauge(registry: Registry, name: string, help: string, read: () => number | Promise<number>): void {
  const figure = new Gauge({
    name,
    help,
    registers: [],
    async collect() {
      // The other figures are still given while the database is away.
      const value = await Promise.resolve(read()).catch(() => undefined);
      if (value === undefined) this.remove();
      else this.set(value);
    },
  });
  registry.registerMetric(figure);
}

const refuseOthers =
  (token: string | undefined) =>
  async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    const [, given = ""] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? "") ?? [];
    const isOurs = token === undefined ? isFromThisMachine(request) : isSameText(token, given);
    if (!isOurs) throw notFound("not_found");
  };
