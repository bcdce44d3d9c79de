import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "#contract/errors.ts";
import { etagOf, versionOf } from "#server/http/etag.ts";
import { type Services, today } from "#server/services.ts";
import { carOfKey, hostOfKey } from "./address.ts";
import { calendarOfHost, carCalendar } from "./ical.ts";

/** The calendars of hosts' cars for other services, behind the keys of secret addresses. */
export function icalRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services.database;

  app.get<{ Params: { id: string } }>(
    "/api/cars/:id/calendar.ics",
    { schema: { hide: true } },
    async (request, reply) => {
      const car = await carOfKey(services, db, request.params.id, keyIn(request));
      if (!car) throw notFound();
      return send(request, reply, await carCalendar(services, car.id, today(services)));
    },
  );
  app.get("/api/host/calendar.ics", { schema: { hide: true } }, async (request, reply) => {
    const host = await hostOfKey(services, db, keyIn(request));
    if (!host) throw notFound();
    return send(request, reply, await calendarOfHost(services, host.id, today(services)));
  });
}

/** Without a key, a caller doesn't learn which calendars exist. */
const notFound = (): Refusal => new Refusal("not_found", "There is no such calendar.");

function keyIn(request: FastifyRequest): string {
  const { key } = request.query as { key?: unknown };
  return typeof key === "string" ? key : "";
}

function send(request: FastifyRequest, reply: FastifyReply, content: string): FastifyReply {
  const etag = etagOf(versionOf(content));
  reply.headers({ etag, "cache-control": "private, no-cache", "x-robots-tag": "noindex" });
  const seen = request.headers["if-none-match"] ?? "";
  if (seen.split(",").some((one) => one.trim().replace(/^W\//, "") === etag)) return reply.code(304).send();
  return reply
    .type("text/calendar; charset=utf-8")
    .header("content-disposition", 'inline; filename="calendar.ics"')
    .send(content);
}
