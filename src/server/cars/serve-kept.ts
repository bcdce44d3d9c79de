import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Endpoint } from "#contract/endpoint.ts";
import { dateParameters } from "#domain/site/pages.ts";
import { cachedResponse, cacheResponses, sendCached } from "#server/http/response-cache.ts";
import { type EndpointCall, serve } from "#server/http/serve.ts";
import { type Services, today } from "#server/services.ts";

const hotBytes = 64 * 1024 * 1024;
const headersKept = ["x-total-count", "link"];

type ServeKept = <const E extends Endpoint>(
  endpoint: E,
  answer: (call: EndpointCall<E>) => Promise<unknown>,
  options?: { isAlwaysDated?: true },
) => void;

/**
 * Serves endpoints whose answers are the same for everybody, and keeps the answers by their address: until a car
 * changes or, if they depend on free days, until a car's taken days change, also by the clock.
 */
export function keptServing(app: FastifyInstance, services: Services): ServeKept {
  const { catalogue, heldDays } = services;
  const undated = {
    facts: catalogue,
    answers: cacheResponses(catalogue, hotBytes),
    keyOf: (url: string) => url,
    control: "no-cache",
  };
  // Clients must not keep these answers: a day can be taken at any moment.
  const dated = {
    facts: heldDays,
    answers: cacheResponses(heldDays, hotBytes),
    keyOf: (url: string) => `${today(services)} ${url}`,
    control: "no-store",
  };

  return (endpoint, answer, { isAlwaysDated = false } = {}) => {
    const isDated = ({ query }: { query?: unknown }) =>
      isAlwaysDated || dateParameters.some((name) => Object.hasOwn(query ?? {}, name));
    serve(
      app,
      endpoint,
      async (call) => {
        const url = call.request.raw.url ?? "";
        const { facts, answers, keyOf, control } = isDated(call.request) ? dated : undated;
        const [version, key] = [facts.version(), keyOf(url)];
        const value = await answer(call);
        const body = Buffer.from(call.reply.serialize(value as Record<string, unknown>) as string);
        const headers = Object.fromEntries(
          headersKept.flatMap((name) =>
            call.reply.hasHeader(name) ? [[name, String(call.reply.getHeader(name))]] : [],
          ),
        );
        const kept = cachedResponse(
          endpoint.status,
          {
            ...headers,
            "content-type": "application/json; charset=utf-8",
            "cache-control": control,
            vary: "Accept-Encoding",
          },
          body,
        );
        answers.put(key, version, kept);
        return sendCached(call.request, call.reply, kept) as never;
      },
      {
        isCompiled: true,
        early(request: FastifyRequest, reply: FastifyReply) {
          const url = request.raw.url ?? "";
          const kept = undated.answers.get(url) ?? dated.answers.get(dated.keyOf(url));
          if (kept) sendCached(request, reply, kept);
        },
      },
    );
  };
}
