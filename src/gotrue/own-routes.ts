import { and, eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import {
  endSession,
  listSessions as listSessionsEndpoint,
  makeRecoveryCodes,
  readLink as readLinkEndpoint,
} from "#contract/accounts.ts";
import { Refusal } from "#contract/errors.ts";
import { notFound } from "#contract/params.ts";
import { sessions } from "#server/db/schema/accounts.ts";
import { serve } from "#server/http/serve.ts";
import { signUpClientOf } from "./asker.ts";
import { AuthError } from "./auth-error.ts";
import { countCall } from "./auth-limits.ts";
import type { AuthServices } from "./auth-services.ts";
import { readBearer } from "./bearer.ts";
import { notify } from "./users/change-user.ts";
import { requireFreshFactor } from "./users/factors.ts";
import { lockUser } from "./queries.ts";
import { replaceRecoveryCodes } from "./users/recovery-codes.ts";
import { refusing } from "./refusing.ts";
import { forgetNetworks } from "./known-networks.ts";
import { sessionEnd } from "./sessions/session-end.ts";
import { listSessions } from "./sessions/sessions.ts";
import { readLink } from "./verify.ts";

/** Calls for a person's own sessions and recovery codes, which the protocol doesn't have. */
export function authAccountRoutes(app: FastifyInstance, services: AuthServices): void {
  const { database } = services;

  serve(app, listSessionsEndpoint, async ({ signedIn }) => {
    const { userId, sessionId } = signedIn.identity;
    const found = await listSessions(services, userId);
    return found.map((session) => ({
      id: session.id,
      userAgent: session.userAgent,
      createdAt: session.createdAt.toISOString(),
      refreshedAt: session.refreshedAt.toISOString(),
      endsAt: sessionEnd(services, session).toISOString(),
      isCurrent: session.id === sessionId,
    }));
  });

  serve(app, readLinkEndpoint, async ({ body, request, reply }) => {
    reply.header("cache-control", "no-store");
    const asker = signUpClientOf(services, request);
    await refusing(() => countCall(services, "link", asker.network));
    return readLink(services, body, asker);
  });

  serve(app, endSession, async ({ params, signedIn }) => {
    const { userId } = signedIn.identity;
    const [ended] = await database.db
      .delete(sessions)
      .where(and(eq(sessions.id, params.id), eq(sessions.userId, userId)))
      .returning();
    if (!ended) throw notFound("session_not_found");
    await forgetNetworks(database.db, userId, ended.network);
    return { message: "The session has ended." };
  });

  serve(app, makeRecoveryCodes, async ({ signedIn }) => {
    const bearer = await readBearer(services, signedIn.token);
    if (!bearer.hasVerifiedFactor)
      throw new Refusal("insufficient_aal", "Recovery codes need two-step verification: turn it on first.");
    try {
      requireFreshFactor(services, bearer, "Please confirm your sign-in with two-step verification.", 403);
    } catch (error) {
      throw error instanceof AuthError ? new Refusal("insufficient_aal", error.message) : error;
    }
    const codes = await database.transaction(async (tx) => {
      const user = await lockUser(tx, bearer.userId);
      if (user) await notify(services, tx, user, "recovery_codes_made");
      return replaceRecoveryCodes(services, tx, bearer.userId);
    });
    return { codes };
  });
}
