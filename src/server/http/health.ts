import type { FastifyInstance } from "fastify";
import { Refusal } from "#contract/errors.ts";
import { isDatabaseAway, sendRefusal } from "./error-handler.ts";
import type { Services } from "#server/services.ts";

/** /healthz: this process lives. /readyz: it can serve, its database included. */
export function healthRoutes(app: FastifyInstance, { database }: Pick<Services, "database">): void {
  const hidden = { schema: { hide: true } };
  app.get("/healthz", hidden, (_request, reply) =>
    reply.header("cache-control", "no-store").send({ status: "ok" }),
  );
  app.get("/readyz", hidden, async (request, reply) => {
    const isReady = await Promise.race([
      isAnswering(database),
      new Promise<false>((late) => setTimeout(late, 1500, false).unref()),
    ]);
    if (!isReady)
      return sendRefusal(new Refusal("unavailable", "The database isn't responding."), request, reply);
    return reply.header("cache-control", "no-store").send({ status: "ready" });
  });
}

async function isAnswering(database: Services["database"]): Promise<boolean> {
  try {
    await database.rows("select 1");
    return true;
  } catch (error) {
    if (isDatabaseAway(error)) return false;
    throw error;
  }
}
