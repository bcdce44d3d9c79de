import type { FastifyInstance } from "fastify";
import { decodeJwt } from "jose";
import { Refusal } from "#contract/errors.ts";
import { refuseOver } from "#server/http/limits.ts";
import { requireAccess } from "#server/http/serve.ts";
import type { Services } from "#server/services.ts";
import { readPosition } from "./positions.ts";

/** The most bytes that wait for a slow reader before its stream ends: it reconnects, and gets what it missed. */
const mostUnread = 64 * 1024;
/** The most streams that one account opens in a minute, over all its pages. */
const mostAMinute = 60;

/** The stream of events to open pages. */
export function eventRoutes(app: FastifyInstance, services: Services): void {
  const { events } = services;
  app.addHook("preClose", (done) => {
    events.close();
    done();
  });

  app.get(
    "/api/events",
    {
      schema: {
        tags: ["Events"],
        summary:
          "What happens, as server-sent events (text/event-stream): arrays of {id, kind, orderId?, conversationId?, messageId?}. Last-Event-ID resumes without loss; `event: reset` where that can't be",
      },
      onRequest: requireAccess(app, { access: "account" }),
    },
    async (request, reply) => {
      const signedIn = await app.authorise(request, { access: "account" });
      if (!signedIn) throw new Refusal("unauthenticated", "Not authenticated");
      const { account, identity, token } = signedIn;
      await refuseOver(
        services,
        [{ key: `streams of ${account.id}`, most: mostAMinute, seconds: 60 }],
        "You have opened this too often. Please try again in a minute.",
      );
      const { raw } = reply;
      let isStreaming = false;
      let isOver = false;
      const outlet = {
        write(text: string): boolean {
          if (isOver) return false;
          if (!isStreaming) {
            isStreaming = true;
            reply.hijack();
            raw.on("error", () => raw.destroy());
            raw.writeHead(200, {
              ...headersOf(reply.getHeaders()),
              "content-type": "text/event-stream; charset=utf-8",
              "cache-control": "no-store",
              "x-accel-buffering": "no",
            });
          }
          raw.write(text);
          if (raw.writableLength <= mostUnread) return true;
          raw.destroy();
          return false;
        },
        end() {
          isOver = true;
          if (isStreaming) raw.end();
        },
      };
      const end = await events.open(
        {
          account,
          token,
          sessionId: identity.sessionId,
          expiresAt: (decodeJwt(token).exp ?? 0) * 1000,
        },
        readPosition(request.headers["last-event-id"]),
        outlet,
      );
      if (!end) throw new Refusal("too_many_requests", "Too many windows are open.", { retryAfter: 30 });
      // The client left while the stream was being opened.
      if (raw.destroyed || raw.writableEnded) return end();
      raw.once("close", end);
    },
  );
}

const headersOf = (headers: Record<string, number | string | string[] | undefined>) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
