import type { FastifyRequest } from "fastify";
import { clientKey, wideKey } from "#server/http/client-key.ts";
import { visitorLanguage } from "#server/http/visitor-language.ts";
import type { AuthServices } from "./auth-services.ts";
import { readRedirect } from "./redirect-to.ts";
import { signUpCookie } from "./sign-up/sign-up-cookie.ts";
import type { SignUpClient } from "./sign-up/sign-up.ts";

/** The caller of a sign-up or sign-in: their network, their language, and the address to lead them back to. */
export function signUpClientOf(services: AuthServices, request: FastifyRequest): SignUpClient {
  const { redirect_to } = request.query as { redirect_to?: unknown };
  return {
    browser: signUpCookie(services.config).read(request),
    network: clientKey(services, request.ip),
    wideNetwork: wideKey(services, request.ip),
    userAgent: (request.headers["user-agent"] ?? "").slice(0, 300),
    language: visitorLanguage(request),
    redirectTo: readRedirect(services.config, redirect_to),
  };
}
