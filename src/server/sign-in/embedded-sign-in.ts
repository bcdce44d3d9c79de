import { clientKey, wideKey } from "#server/http/client-key.ts";
import { backTo } from "./back-to.ts";
import { lastSignIn } from "#server/auth/fresh-sign-in.ts";
import type { Caller, SignIn } from "#server/auth/sign-in-service.ts";
import { AuthError } from "#gotrue/auth-error.ts";
import { countCall } from "#gotrue/auth-limits.ts";
import type { AuthServices } from "#gotrue/auth-services.ts";
import { readBearer, readSigningBearer } from "#gotrue/bearer.ts";
import { adoptChallenge, challenge, verifyFactor } from "#gotrue/users/challenges.ts";
import { type Bearer, findFactors } from "#gotrue/queries.ts";
import { deleteOwnUser } from "#gotrue/users/delete-own.ts";
import { recover } from "#gotrue/users/recovery.ts";
import { findOpenSessions } from "#gotrue/sessions/open-sessions.ts";
import { refusing } from "#gotrue/refusing.ts";
import { endSessions, type Tokens } from "#gotrue/sessions/sessions.ts";
import { signInWithPassword } from "#gotrue/sign-in.ts";
import { type SignUpClient, signUp } from "#gotrue/sign-up/sign-up.ts";

/** The built-in sign-in service, for the API's own calls: the same rules as under /auth/v1. */
export function embeddedSignIn(services: AuthServices): SignIn {
  const askerOf = ({ address, userAgent, language }: Caller): SignUpClient => ({
    network: clientKey(services, address),
    wideNetwork: wideKey(services, address),
    userAgent,
    language,
  });
  return {
    web: { url: "/auth/v1", key: "longbay", isHosted: false },

    // The API itself says what a suspended host may still read.
    async identify(token, onSigned) {
      const bearer = await readBearer(services, token, { onSigned, admitsSuspendedHosts: true }).catch(
        (error: unknown) => {
          if (error instanceof AuthError) return undefined;
          throw error;
        },
      );
      return bearer && identityOf(bearer);
    },

    stillSignedIn: (sessions) => findOpenSessions(services, sessions),

    signUp: ({ email, password, full_name, username, phone, type, admin_code, language }, caller) =>
      refusing(async () => {
        const asker = askerOf(caller);
        await countCall(services, "signup", asker.network);
        const data = {
          full_name,
          username,
          ...(phone && { phone }),
          account_type: type ?? "customer",
          ...(admin_code && { admin_code }),
          language: language ?? caller.language,
        };
        await signUp(
          services,
          {
            email,
            phone: undefined,
            password,
            data,
            code_challenge: undefined,
            code_challenge_method: undefined,
          },
          asker,
        );
      }),

    logIn: ({ email, password, code }, caller) =>
      refusing(async () => {
        const asker = askerOf(caller);
        await countCall(services, "token", asker.network);
        const tokens = await signInWithPassword(services, { email, password }, asker);
        const factors = (await findFactors(services.database.db, tokens.user.id)).filter(
          ({ status }) => status === "verified",
        );
        const factor = factors.find(({ type }) => type === "totp") ?? factors[0];
        if (!factor) return tokens;
        const bearer = await readSigningBearer(services, tokens.access_token);
        if (factor.type === "phone") return withPhone(services, bearer, factor.id, code, asker);
        if (code) return withApp(services, bearer, factor.id, code, asker);
        await endSessions(services.database.db, bearer.userId, bearer.session.id, "local");
        throw new AuthError("insufficient_aal", "Two-step verification is on. Please enter its code too.");
      }),

    recover: (email, caller, destination) =>
      refusing(async () => {
        const asker = { ...askerOf(caller), redirectTo: backTo(services.config, destination) };
        await countCall(services, "recover", asker.network);
        const nothing = {
          phone: undefined,
          type: undefined,
          data: {},
          create_user: false,
          code_challenge: undefined,
          code_challenge_method: undefined,
        };
        await recover(services, { email, ...nothing }, asker);
      }),

    async signOut(token) {
      const bearer = await readSigningBearer(services, token).catch(() => undefined);
      if (bearer) await endSessions(services.database.db, bearer.userId, bearer.session.id, "local");
    },

    deleteAccount: (token, proof) =>
      refusing(async () => deleteOwnUser(services, await readBearer(services, token), proof)),
  };
}

function identityOf(bearer: Bearer) {
  const { userId, email, emailConfirmedAt, session, hasVerifiedFactor } = bearer;
  return {
    userId,
    email: emailConfirmedAt ? (email ?? "") : "",
    sessionId: session.id,
    hasFactor: hasVerifiedFactor,
    lacksFactor: hasVerifiedFactor && session.aal !== "aal2",
    signedInAt: lastSignIn(session.amr),
    metadata: {},
  };
}

async function withApp(
  services: AuthServices,
  bearer: Bearer,
  factorId: string,
  code: string,
  asker: SignUpClient,
): Promise<Tokens> {
  const opened = await challenge(services, bearer, factorId, asker);
  try {
    return await verifyFactor(services, bearer, factorId, { challenge_id: opened.id, code });
  } catch (error) {
    await endSessions(services.database.db, bearer.userId, bearer.session.id, "local");
    throw error;
  }
}

/**
 * Texts a code, and in the next sign-in takes the code. The sessions in between can do nothing but hold the code's
 * challenge.
 */
async function withPhone(
  services: AuthServices,
  bearer: Bearer,
  factorId: string,
  code: string | undefined,
  asker: SignUpClient,
): Promise<Tokens> {
  const waiting = code ? await adoptChallenge(services, bearer, factorId) : undefined;
  const { id } = waiting ?? (await challenge(services, bearer, factorId, asker));
  if (!code)
    throw new AuthError(
      "insufficient_aal",
      "A second factor is needed: we have texted a code to your phone. Send it as well.",
    );
  return verifyFactor(services, bearer, factorId, { challenge_id: id, code });
}
