import type { FastifyRequest } from "fastify";
import { visitorLanguage } from "#server/http/visitor-language.ts";
import type { Caller } from "./sign-in-service.ts";

/** Where a call comes from, in the form that the sign-in service takes. */
export const callerOf = (request: FastifyRequest): Caller => ({
  address: request.ip,
  userAgent: (request.headers["user-agent"] ?? "").slice(0, 300),
  language: visitorLanguage(request),
});
