import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import { adminRoutes } from "./users/admin-routes.ts";
import { signUpClientOf } from "./asker.ts";
import { type AuthCode, AuthError } from "./auth-error.ts";
import { countCall } from "./auth-limits.ts";
import type { AuthServices } from "./auth-services.ts";
import { bearerToken, readBearer, readSigningBearer, refuseNewFactor } from "./bearer.ts";
import {
  CallQuery,
  FactorBody,
  FactorCodeBody,
  MailBody,
  readBody,
  SignUpBody,
  TokenBody,
  UserBody,
  VerifyBody,
} from "./bodies.ts";
import { changeOwnUser, load, reauthenticate } from "./users/change-user.ts";
import { challenge, verifyFactor } from "./users/challenges.ts";
import { enrol, unenrol } from "./users/factors.ts";
import { anyMethod, hidden, speakGoTrue } from "./protocol.ts";
import { presentUser } from "./present-user.ts";
import { type Bearer, findFactors } from "./queries.ts";
import { recover, resend, sendOtp } from "./users/recovery.ts";
import { refusedEarly, refuseStrangersEarly } from "./refuse-early.ts";
import { endSessions, refreshSession } from "./sessions/sessions.ts";
import { exchangeCode, signInWithPassword } from "./sign-in.ts";
import { signUpCookie } from "./sign-up/sign-up-cookie.ts";
import { type SignUpClient, signUp } from "./sign-up/sign-up.ts";
import { verify } from "./verify.ts";
import { verifyRoute } from "./verify-route.ts";

/**
 * The GoTrue protocol, as its clients use it. Its errors have a form of their own, so it is separate from the API.
 */
// oxlint-disable-next-line max-lines-per-function -- the routes of one protocol, one after the other
export function authRoutes(app: FastifyInstance, services: AuthServices): void {
  speakGoTrue(app, services);
  refuseStrangersEarly(app, services);
  const post = (path: string, handle: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) =>
    app.post(path, hidden, handle);
  const asker = (request: FastifyRequest): SignUpClient => signUpClientOf(services, request);
  const bearer = (request: FastifyRequest): Promise<Bearer> =>
    readBearer(services, bearerToken(request.headers.authorization));
  const signingBearer = (request: FastifyRequest): Promise<Bearer> =>
    readSigningBearer(services, bearerToken(request.headers.authorization));
  /** The session of a person who shows a second factor. */
  const stepping = async (request: FastifyRequest): Promise<Bearer> => {
    const known = await signingBearer(request);
    refuseNewFactor(known);
    return known;
  };

  app.get("/.well-known/jwks.json", hidden, (_request, reply) =>
    reply.header("cache-control", "public, max-age=600").send(services.keys.jwks),
  );
  app.get("/health", hidden, () => ({
    version: "longbay",
    name: "GoTrue",
    description: "GoTrue is a user registration and authentication API",
  }));
  app.get("/settings", hidden, () => ({
    external: {
      email: true,
      phone: services.config.smsUrl !== undefined || services.config.isLocal,
      anonymous_users: services.config.auth.autoconfirm,
    },
    disable_signup: false,
    mailer_autoconfirm: services.config.auth.autoconfirm,
    phone_autoconfirm: services.config.auth.autoconfirm,
    mfa_enabled: true,
  }));

  const cookie = signUpCookie(services.config);
  post("/signup", async (request, reply) => {
    const from = asker(request);
    await countCall(services, "signup", from.network);
    const body = readBody(SignUpBody, request.body);
    return signUp(services, body, { ...from, browser: cookie.set(request, reply) });
  });

  post("/token", async (request) => {
    const from = asker(request);
    const body = readBody(TokenBody, request.body);
    const { grant_type: grant } = readBody(CallQuery, request.query);
    if (grant === "refresh_token") {
      await countCall(services, "refresh", from.network);
      return refreshSession(services, body.refresh_token);
    }
    await countCall(services, "token", from.network);
    if (grant === "password")
      return { ...(await signInWithPassword(services, body, from)), weak_password: null };
    if (grant === "pkce") return exchangeCode(services, body, from);
    if (grant === "web3") throw new AuthError("web3_provider_disabled");
    if (grant === "id_token") throw new AuthError("provider_disabled");
    throw new AuthError("invalid_credentials", "unsupported_grant_type");
  });

  post("/recover", async (request) => {
    await countCall(services, "recover", asker(request).network);
    return recover(services, readBody(MailBody, request.body), asker(request));
  });
  post("/resend", async (request) => {
    await countCall(services, "recover", asker(request).network);
    return resend(services, readBody(MailBody, request.body), asker(request));
  });
  const otp = async (request: FastifyRequest) => {
    await countCall(services, "recover", asker(request).network);
    return sendOtp(services, readBody(MailBody, request.body), asker(request));
  };
  post("/otp", otp);
  post("/magiclink", otp);

  post("/verify", async (request) => {
    await countCall(services, "verify", asker(request).network);
    return verify(services, readBody(VerifyBody, request.body), asker(request));
  });
  verifyRoute(app, services);

  app.get("/user", hidden, async (request) => {
    const user = await load(services, await signingBearer(request));
    return presentUser(user, await findFactors(services.database.db, user.id));
  });
  app.put("/user", hidden, async (request) => {
    const known = await bearer(request);
    await countCall(services, "user", asker(request).network);
    return changeOwnUser(services, known, readBody(UserBody, request.body), asker(request));
  });
  app.get("/reauthenticate", hidden, async (request) => {
    const known = await bearer(request);
    await countCall(services, "recover", asker(request).network);
    return reauthenticate(services, known);
  });
  post("/logout", async (request, reply) => {
    const { userId, session } = await signingBearer(request);
    const { scope = "global" } = readBody(CallQuery, request.query);
    if (scope !== "local" && scope !== "others" && scope !== "global")
      throw new AuthError("validation_failed", "Unsupported logout scope");
    await endSessions(services.database.db, userId, session.id, scope);
    return reply.code(204).send();
  });

  post("/factors", async (request) => {
    const known = await bearer(request);
    await countCall(services, "factor", asker(request).network);
    return enrol(services, known, readBody(FactorBody, request.body));
  });
  app.post<{ Params: { id: string } }>("/factors/:id/challenge", hidden, async (request) => {
    const known = await stepping(request);
    await countCall(services, "factor", asker(request).network);
    return challenge(services, known, request.params.id, asker(request));
  });
  app.post<{ Params: { id: string } }>("/factors/:id/verify", hidden, async (request) => {
    const known = await stepping(request);
    await countCall(services, "factor", asker(request).network);
    return verifyFactor(services, known, request.params.id, readBody(FactorCodeBody, request.body));
  });
  app.delete<{ Params: { id: string } }>("/factors/:id", hidden, async (request) =>
    unenrol(services, await bearer(request), request.params.id),
  );

  const refuse = (method: HTTPMethods | HTTPMethods[], url: string, code: AuthCode) =>
    app.route({ method, url, ...refusedEarly(code) });
  refuse("POST", "/sso", "saml_provider_disabled");
  refuse("GET", "/user/identities/authorize", "manual_linking_disabled");
  refuse("DELETE", "/user/identities/:id", "manual_linking_disabled");
  refuse("GET", "/authorize", "provider_disabled");
  if (services.config.auth.adminApi) adminRoutes(app, services);
  refuse([...anyMethod], "/*", "not_found");
}
