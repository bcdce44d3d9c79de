import type { FastifyRequest } from "fastify";
import { visitorLanguage } from "#server/http/visitor-language.ts";
import type { Caller } from "./sign-in-service.ts";

/** Where a call comes from, as the sign-in service wants to know it. */
export const callerOf = (request: FastifyRequest): Caller => ({
  address: request.ip,
  userAgent: (request.headers["user-agent"] ?? "").slice(0, 300),
  language: visitorLanguage(request),
});
