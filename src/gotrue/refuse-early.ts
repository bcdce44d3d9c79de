import type { FastifyInstance } from "fastify";
import { type AuthCode, AuthError } from "./auth-error.ts";
import type { AuthServices } from "./auth-services.ts";
import { bearerToken, readBearer } from "./bearer.ts";
import { hidden } from "./protocol.ts";

/** Calls with a body that only somebody with a session may make. */
const forHolders = new Set([
  "PUT /user",
  "POST /logout",
  "POST /factors",
  "POST /factors/:id/challenge",
  "POST /factors/:id/verify",
  "DELETE /factors/:id",
]);

/** Refuses whoever has no session before their body is read: they have sent us nothing. */
export function refuseStrangersEarly(app: FastifyInstance, services: AuthServices): void {
  app.addHook("onRequest", async ({ method, routeOptions, headers }) => {
    const path = routeOptions.url?.slice(app.prefix.length) ?? "";
    if (forHolders.has(`${method} ${path}`)) await readBearer(services, bearerToken(headers.authorization));
  });
}

/** A route of what is not offered: it says so before the body is read. */
export const refusedEarly = (code: AuthCode) => ({
  ...hidden,
  onRequest: () => Promise.reject(new AuthError(code)),
  handler: () => undefined,
});
