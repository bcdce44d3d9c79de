import type { FastifyInstance } from "fastify";
import {
  enterAdminCode,
  changeProfile,
  changeProfileSimply,
  forgotPassword,
  getAdminUser,
  getProfile,
  getUser,
  logIn,
  logOut,
  type ProfileChange,
  signOut,
  signUp,
} from "#contract/accounts.ts";
import {
  inviteAdministrator,
  listInvitations as listInvitationsEndpoint,
  withdrawInvitation as withdrawInvitationEndpoint,
} from "#contract/admin/invitations.ts";
import { Refusal } from "#contract/errors.ts";
import { safeRedirect } from "#domain/site/redirects.ts";
import { serve } from "#server/http/serve.ts";
import type { Services } from "#server/services.ts";
import { sessionCookie } from "#server/auth/session-cookie.ts";
import { authorise, type SignedIn, signedInOf, wholeAccountOf } from "#server/auth/authorise.ts";
import { callerOf } from "#server/auth/caller.ts";
import { tryAdminCode, listInvitations, makeInvitation, withdrawInvitation } from "./invitations.ts";
import { presentCurrentUser, presentProfile } from "./present.ts";
import { changeAccount } from "#server/auth/accounts.ts";

/** Routes of accounts, for the screens and for API callers: a thin layer over either sign-in service. */
export function accountRoutes(app: FastifyInstance, services: Services): void {
  const { signIn, database } = services;
  const cookie = sessionCookie(services.config);

  serve(app, getProfile, ({ signedIn }) => presentProfile(signedIn.account));
  const change = ({ signedIn, body }: { signedIn: SignedIn; body: ProfileChange }) =>
    database.transaction(async (tx) => {
      const changed = await changeAccount(tx, signedIn.account, body);
      if (changed === "taken") throw usernameTaken();
      return presentProfile(changed);
    });
  serve(app, changeProfile, change);
  serve(app, changeProfileSimply, change);

  serve(app, getUser, ({ signedIn }) => presentCurrentUser(signedIn.account));
  serve(app, getAdminUser, ({ signedIn }) => presentCurrentUser(signedIn.account));

  serve(app, signUp, async ({ body, request }) => {
    if (body.type === "admin") {
      const code = body.admin_code ?? "";
      if (!code)
        throw new Refusal("admin_code_refused", "The admin code is required.", {
          fields: { admin_code: { code: "required", message: "is required" } },
        });
      await tryAdminCode(services, { email: body.email, code, address: request.ip, account: undefined });
    }
    await signIn.signUp(body, callerOf(request));
    return { message: "Please check your email to confirm your account." };
  });

  serve(app, logIn, async ({ body, request, reply }) => {
    const session = await signIn.logIn(body, callerOf(request));
    request.headers.authorization = `Bearer ${session.access_token}`;
    const signedIn = await authorise(services, request, { access: "own_money" });
    if (!signedIn) throw new Refusal("unauthenticated", "Not authenticated");
    cookie.set(reply, session.access_token, session.expires_in);
    return { message: "You are signed in.", user: presentCurrentUser(signedIn.account), session };
  });

  const leave = async (token: string | undefined) => {
    if (token) await signIn.signOut(token);
    return { message: "You are signed out." };
  };
  serve(app, logOut, async ({ request, reply }) => {
    reply.header("clear-site-data", '"cache"');
    cookie.clear(reply);
    const signedIn = await signedInOf(services, request);
    return leave(signedIn?.token);
  });
  serve(app, signOut, ({ signedIn, reply }) => {
    cookie.clear(reply);
    return leave(signedIn.token);
  });

  serve(app, forgotPassword, async ({ body, request }) => {
    await signIn.recover(body.email, callerOf(request), safeRedirect(body.redirect));
    return {
      message:
        "If this address has an account that isn’t suspended, an email with a link is on its way. The link works for 24 hours.",
    };
  });

  serve(app, enterAdminCode, async ({ body, request }) => {
    const account = await wholeAccountOf(services, request);
    await tryAdminCode(services, { ...body, address: request.ip, account });
    return { message: "The code is right." };
  });

  serve(app, listInvitationsEndpoint, () => listInvitations(database));
  serve(app, inviteAdministrator, ({ body, signedIn }) =>
    makeInvitation(services, { permissions: body.permissions, by: signedIn.account }),
  );
  serve(app, withdrawInvitationEndpoint, async ({ params, signedIn }) => {
    await withdrawInvitation(services, params.id, signedIn.account);
    return { message: "The invitation is withdrawn." };
  });
}

const usernameTaken = (): Refusal =>
  new Refusal("username_taken", "Username is already taken", {
    fields: { username: { code: "username_taken", message: "is already taken" } },
  });
