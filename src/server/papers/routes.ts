import type { FastifyInstance } from "fastify";
import type { Services } from "#server/services.ts";
import { documentRoutes } from "./documents/routes.ts";
import { insuranceRoutes } from "./insurance/routes.ts";
import { licenceRoutes } from "./licence/routes.ts";
import { verificationRoutes } from "./verifications/routes.ts";

/** Private documents of renters, and their check. */
export function paperRoutes(app: FastifyInstance, services: Services): void {
  documentRoutes(app, services);
  licenceRoutes(app, services);
  insuranceRoutes(app, services);
  verificationRoutes(app, services);
}
