import type { FastifyInstance, FastifyRequest } from "fastify";
import { generateLink, invite } from "./admin-links.ts";
import {
  changeUserAsAdmin,
  createUserAsAdmin,
  deleteFactor,
  deleteUser,
  listFactors,
  listUsers,
  loadById,
  present,
  requireService,
} from "./admin.ts";
import { signUpClientOf } from "#gotrue/asker.ts";
import type { AuthServices } from "#gotrue/auth-services.ts";
import { bearerToken } from "#gotrue/bearer.ts";
import { AdminUserBody, LinkBody, PageQuery, readBody } from "#gotrue/bodies.ts";
import { hidden } from "#gotrue/protocol.ts";
import { readRedirect } from "#gotrue/redirect-to.ts";

type ById = { Params: { id: string } };

/** The calls for holders of the service's key. Registered only with AUTH_ADMIN_API=on. */
export function adminRoutes(app: FastifyInstance, services: AuthServices): void {
  const admitted = {
    ...hidden,
    onRequest: (request: FastifyRequest) =>
      requireService(services, bearerToken(request.headers.authorization)),
  };
  const asker = (request: FastifyRequest) => signUpClientOf(services, request);

  app.get("/admin/users", admitted, async (request, reply) => {
    const { users, total, page, perPage } = await listUsers(services, readBody(PageQuery, request.query));
    const last = Math.max(1, Math.ceil(total / perPage));
    const link = (to: number, rel: string) =>
      `<${services.issuer}/admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`;
    reply.headers({
      "x-total-count": String(total),
      link: [...(page < last ? [link(page + 1, "next")] : []), link(last, "last")].join(", "),
    });
    return { users, aud: "authenticated" };
  });
  app.post("/admin/users", admitted, (request) =>
    createUserAsAdmin(services, readBody(AdminUserBody, request.body), asker(request)),
  );
  app.get<ById>("/admin/users/:id", admitted, async (request) =>
    present(services, await loadById(services, request.params.id)),
  );
  app.put<ById>("/admin/users/:id", admitted, (request) =>
    changeUserAsAdmin(services, request.params.id, readBody(AdminUserBody, request.body)),
  );
  app.delete<ById>("/admin/users/:id", admitted, (request) => deleteUser(services, request.params.id));
  app.get<ById>("/admin/users/:id/factors", admitted, (request) => listFactors(services, request.params.id));
  app.delete<{ Params: { id: string; factorId: string } }>(
    "/admin/users/:id/factors/:factorId",
    admitted,
    (request) => deleteFactor(services, request.params.id, request.params.factorId),
  );
  app.post("/invite", admitted, (request) =>
    invite(services, readBody(LinkBody, request.body), asker(request)),
  );
  app.post("/admin/generate_link", admitted, (request) => {
    const body = readBody(LinkBody, request.body);
    const redirectTo = readRedirect(services.config, body.redirect_to) ?? asker(request).redirectTo;
    return generateLink(services, body, { ...asker(request), redirectTo });
  });
}
