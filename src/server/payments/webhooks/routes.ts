import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { Refusal } from "#contract/errors.ts";
import { notFound } from "#contract/params.ts";
import { paymentProviders, type ProviderName } from "#domain/payments/providers.ts";
import { webhookEvents } from "#server/db/schema/money/providers.ts";
import {
  BadSignature,
  ProviderAway,
  type ProviderEvent,
  UnreadableEvent,
} from "#server/payments/provider.ts";
import { clientKey } from "#server/http/client-key.ts";
import { refuseOver } from "#server/http/limits.ts";
import type { Services } from "#server/services.ts";
import { followEvent } from "./follow-events.ts";

/** Bytes of an event: theirs are some ten thousand. */
const longestEvent = 256 * 1024;

/**
 * Where providers report events. Bodies are taken as raw bytes; their signature is verified before anything in
 * them is read.
 */
export function webhookRoutes(app: FastifyInstance, services: Services): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: longestEvent }, (_request, body, done) =>
    done(null, body),
  );
  for (const name of paymentProviders)
    app.post(
      `/api/webhooks/${name}`,
      { bodyLimit: longestEvent, schema: { hide: true } },
      async (request, reply) => {
        reply.header("cache-control", "no-store");
        const provider = services.providers.get(name);
        if (!provider) throw notFound("not_found");
        // Verifying may cost a request to the provider.
        const limit = { key: `webhook:${clientKey(services, request.ip)}`, most: 600, seconds: 60 };
        await refuseOver(services, [limit], "Too many events at once. Please send them again later.");
        const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const event = await provider.readEvent(raw, headersOf(request.headers)).catch((error: unknown) => {
          throw refusalOf(error, request.log);
        });
        const id = await keep(services, name, event);
        if (id) await followEvent(services, id);
        return { received: true };
      },
    );
}

/** Seconds after which a provider that could not be reached may send its event again. */
const retryAfter = 60;

function refusalOf(error: unknown, log: FastifyBaseLogger): unknown {
  if (error instanceof BadSignature)
    return new Refusal("bad_signature", "This isn't signed by the provider.");
  if (error instanceof UnreadableEvent) {
    log.warn({ fields: error.message }, "a provider's event could not be read");
    return new Refusal("malformed", "The event could not be read.");
  }
  if (!(error instanceof ProviderAway)) return error;
  log.warn({ failure: error.message }, "a provider could not say whether an event is its own");
  return new Refusal(
    "provider_unavailable",
    "The provider can't be asked about this event right now. Please send it again.",
    { retryAfter },
  );
}

const headersOf = (headers: Record<string, string | string[] | undefined>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );

/** The id of the event's new row; undefined where the event is known already. */
async function keep(
  { database, now }: Services,
  mode: ProviderName,
  event: ProviderEvent,
): Promise<string | undefined> {
  const at = new Date(now());
  const [written] = await database.db
    .insert(webhookEvents)
    .values({ ...event, mode, status: "waiting", receivedAt: at, nextTryAt: at })
    .onConflictDoNothing()
    .returning({ id: webhookEvents.id });
  return written?.id;
}
