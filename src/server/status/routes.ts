import type { FastifyInstance } from "fastify";
import { discardDeadLetter, getBackend, retryDeadLetter, retryDeadLetters } from "#contract/admin/status.ts";
import { notFound } from "#contract/params.ts";
import { serve } from "#server/http/serve.ts";
import type { Services } from "#server/services.ts";
import { readSystemHealth } from "./look-at-system.ts";

/** The state of this installation, and the routes for given-up deliveries. For full administrators. */
export function statusRoutes(app: FastifyInstance, services: Services): void {
  const { deadLetters } = services.outbox;

  serve(app, getBackend, () => readSystemHealth(services));
  serve(app, retryDeadLetters, async () => ({ count: await deadLetters.retry() }));
  serve(app, retryDeadLetter, async ({ params }) => ({
    count: found(await deadLetters.retry([params.id])),
  }));
  serve(app, discardDeadLetter, async ({ params }) => ({
    count: found(await deadLetters.discard(params.id)),
  }));
}

function found(count: number): number {
  if (count === 0) throw notFound("delivery_not_found");
  return count;
}
