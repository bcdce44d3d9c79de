import type { FastifyInstance } from "fastify";
import { type AuthCode, AuthError } from "./auth-error.ts";
import type { AuthServices } from "./auth-services.ts";
import { bearerToken, readBearer } from "./bearer.ts";
import { hidden } from "./protocol.ts";

/** Calls that only a person with a session may make, and whether a suspended host may make them. */
const forHolders = new Map([
  ["PUT /user", false],
  ["POST /logout", true],
  ["POST /factors", false],
  ["POST /factors/:id/challenge", true],
  ["POST /factors/:id/verify", true],
  ["DELETE /factors/:id", false],
]);

/** Refuses callers without a session before their body is read. */
export function refuseStrangersEarly(app: FastifyInstance, services: AuthServices): void {
  app.addHook("onRequest", async ({ method, routeOptions, headers }) => {
    const path = routeOptions.url?.slice(app.prefix.length) ?? "";
    const admitsSuspendedHosts = forHolders.get(`${method} ${path}`);
    if (admitsSuspendedHosts === undefined) return;
    await readBearer(services, bearerToken(headers.authorization), { admitsSuspendedHosts });
  });
}

/** A route for a feature that we don't offer: it refuses before the body is read. */
export const refusedEarly = (code: AuthCode) => ({
  ...hidden,
  onRequest: () => Promise.reject(new AuthError(code)),
  handler: () => undefined,
});
