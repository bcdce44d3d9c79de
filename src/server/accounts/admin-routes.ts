import type { FastifyInstance } from "fastify";
import {
  decideHostApplication,
  getAdminUser,
  listHostApplications,
  listUsers,
  restoreUser,
  setNamedRole,
  setRole as setRoleEndpoint,
  suspendUser,
} from "#contract/admin/accounts.ts";
import { can, roles } from "#domain/people/permissions.ts";
import { namedRoleNames, namedRoles } from "#domain/people/named-roles.ts";
import { findSignInFacts } from "#gotrue/queries.ts";
import { serve } from "#server/http/serve.ts";
import type { Services } from "#server/services.ts";
import { setPageHeaders, usualPage } from "#server/http/pagination.ts";
import { accountNotFound, restore, setRole, suspend } from "./change-rights.ts";
import { applicationNotFound, decideApplication } from "./decide-application.ts";
import {
  countAccounts,
  countApplications,
  countOrdersOf,
  findAccounts,
  findApplications,
  findHistory,
} from "./admin-queries.ts";
import { presentApplication, presentAdminUser, presentEvent } from "./present-admin.ts";
import { findAccount } from "#server/auth/accounts.ts";
import { attachOrders } from "#server/orders/attach-orders.ts";

/** The routes where administrators manage accounts. */
export function accountAdminRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;
  const { db } = database;

  serve(app, listUsers, async ({ query, signedIn, reply }) => {
    const { limit = usualPage, cursor, ...asked } = query;
    const filters = can(signedIn.account, "manage_users") ? asked : { ...asked, role: "admin" as const };
    const found = await findAccounts(db, filters, { limit, cursor });
    setPageHeaders(reply, {
      path: listUsers.path,
      total: await countAccounts(db, filters),
      limit,
      found,
      filters,
    });
    return found.map(presentAdminUser);
  });

  serve(app, getAdminUser, async ({ params, signedIn }) => {
    const account = await findAccount(db, params.id);
    if (!account) throw accountNotFound();
    // Orders placed without signing in belong to the account as well, even if its owner hasn't looked at them yet.
    await attachOrders(db, account.id, account.email);
    const facts = await findSignInFacts(db, account.id);
    const history = await findHistory(db, account.id, signedIn.account);
    return {
      ...presentAdminUser(account),
      orders: await countOrdersOf(db, account.id),
      sessions: facts?.sessions ?? null,
      lastSignInAt: facts?.lastSignInAt?.toISOString() ?? null,
      hasSecondStep: facts?.hasSecondStep ?? null,
      history: history.map(presentEvent),
    };
  });

  serve(app, setRoleEndpoint, async ({ params, body: { reason, seen, ...wanted }, signedIn }) => {
    const action = { id: params.id, by: signedIn.account, reason };
    return presentAdminUser(await setRole(services, action, () => wanted, seen));
  });
  serve(app, setNamedRole, async ({ params, body: { role, isReadOnly, reason }, signedIn }) => {
    const action = { id: params.id, by: signedIn.account, reason };
    const named = namedRoleNames.find((name) => name === role);
    const changed = await setRole(services, action, (account) =>
      named
        ? { role: "admin", permissions: [...namedRoles[named]], isReadOnly }
        : {
            role: roles.find((one) => one === role) ?? account.role,
            permissions: account.permissions,
            isReadOnly,
          },
    );
    return presentAdminUser(changed);
  });
  serve(app, suspendUser, async ({ params, body, signedIn }) =>
    presentAdminUser(await suspend(services, { id: params.id, by: signedIn.account, reason: body.reason })),
  );
  serve(app, restoreUser, async ({ params, body, signedIn }) =>
    presentAdminUser(await restore(services, { id: params.id, by: signedIn.account, reason: body.reason })),
  );

  serve(app, listHostApplications, async ({ query, reply }) => {
    const { limit = usualPage, cursor, status } = query;
    const found = await findApplications(db, status, { limit, cursor });
    const rows = found.map(({ application }) => application);
    setPageHeaders(reply, {
      path: listHostApplications.path,
      total: await countApplications(db, status),
      limit,
      found: rows,
      filters: { status },
    });
    return found.map(presentApplication);
  });

  serve(app, decideHostApplication, async ({ params, body, signedIn }) => {
    await decideApplication(services, { id: params.id, by: signedIn.account, ...body });
    const [decided] = await findApplications(db, undefined, { id: params.id });
    if (!decided) throw applicationNotFound();
    return presentApplication(decided);
  });
}
