import { AuthClient, isAuthApiError, isAuthRetryableFetchError, type User } from "@supabase/auth-js";
import { createRemoteJWKSet, decodeProtectedHeader, errors, jwtVerify } from "jose";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { Refusal } from "#contract/errors.ts";
import type { Config } from "#server/config.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import { normalPassword } from "#domain/people/credentials.ts";
import { backTo } from "./back-to.ts";
import { lastSignIn } from "./fresh-sign-in.ts";
import { hashToken } from "./link-tokens.ts";
import { clientKey, wideKey } from "#server/http/client-key.ts";
import { roomOf } from "#server/http/email-budget.ts";
import type { Identity, SignIn } from "./sign-in-service.ts";
import { type AuthLimitServices, countCall, countEmailCall, reserveTry } from "#gotrue/auth-limits.ts";
import { errorCodeOf, refusing } from "#gotrue/refusing.ts";
import { olderForm } from "#gotrue/sign-up/passwords.ts";

type Hosted = NonNullable<Config["hosted"]>;

/**
 * Milliseconds for which the project's answer about a session is kept: a sign-out or a removed factor there takes
 * effect here within this time.
 */
const remembered = 30_000;
const patience = 8000;
/** Questions to the project at once. */
const mostAsked = 4;

const away = () =>
  new Refusal("unavailable", "The sign-in service isn't responding. Please try again in a moment.");

/**
 * A hosted Supabase project signs people in. Its tokens are verified with its public keys; the project is also
 * asked for the user, at most twice a minute per token, since only the project knows of sign-outs and second
 * factors. Projects that sign with a shared secret publish no key: there only the project's answer counts. The
 * project's user ids are our account ids; roles stay in our own table. The project sees all our callers under one
 * address, so the limits of the built-in service apply before it.
 */
// oxlint-disable-next-line max-lines-per-function -- the calls of one service, which share its keys
export function hostedSignIn({ url, publishableKey }: Hosted, services: AuthLimitServices): SignIn {
  const issuer = `${url.href.replace(/\/$/, "")}/auth/v1`;
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`), {
    timeoutDuration: patience,
    headers: { apikey: publishableKey },
  });
  const known = new LRUCache<string, Identity>({ max: 10_000, ttl: remembered });
  const headers = (token?: string) => ({
    apikey: publishableKey,
    Authorization: `Bearer ${token ?? publishableKey}`,
  });
  const client = (token?: string) =>
    new AuthClient({
      url: issuer,
      headers: headers(token),
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      fetch: patiently,
    });

  return {
    web: { url: issuer, key: publishableKey, isHosted: true },

    async identify(token, onSigned) {
      const key = hashToken(token);
      const cached = known.get(key);
      if (cached) {
        onSigned?.(cached.userId);
        return cached;
      }
      const claims = await readClaims(token);
      if (!claims) return undefined;
      const { data, error } = await client(token).getUser(token);
      if (isAway(error)) throw away();
      if (error || !data.user || data.user.id !== claims.sub || isBanned(data.user)) return undefined;
      const identity = identityOf(data.user, claims);
      known.set(key, identity);
      return identity;
    },

    async stillSignedIn(sessions) {
      const asking = pLimit(mostAsked);
      const open = await Promise.all(
        sessions.map(({ sessionId, token }) =>
          asking(async () => {
            const identity = await this.identify(token);
            return identity && !identity.lacksFactor ? sessionId : "";
          }),
        ),
      );
      return new Set(open);
    },

    async signUp({ email, password, full_name, username, phone, type, language }, { address }) {
      const network = clientKey(services, address);
      await refusing(() => countCall(services, "signup", network));
      if (!(await mayAsk(services, address, { purpose: "sign-up", recipient: email }))) return;
      const data = {
        full_name,
        username,
        ...(phone && { phone }),
        account_type: type ?? "customer",
        ...(language && { language }),
      };
      refuse((await client().signUp({ email, password: normalPassword(password), options: { data } })).error);
    },

    async logIn({ email, password, code }, { address }) {
      const network = clientKey(services, address);
      await refusing(() => countCall(services, "token", network));
      const attempt = await refusing(() => reserveTry(services, email.toLowerCase(), network, false));
      const auth = client();
      // The project compares passwords byte by byte.
      const older = olderForm(password);
      let answer = await auth.signInWithPassword({ email, password: normalPassword(password) });
      if (older !== undefined && isWrongPassword(answer.error))
        answer = await auth.signInWithPassword({ email, password: older });
      const { data, error } = answer;
      // Only a wrong password counts as a try: a project that is away has checked no password.
      if (isAway(error)) await attempt.undo();
      refuse(error);
      await attempt.forgive();
      if (!data.session) throw away();
      const factor = data.user?.factors?.find(({ status }) => status === "verified");
      if (!factor) return tokensOf(data.session);
      if (!code) {
        await auth.signOut({ scope: "local" });
        throw new Refusal("insufficient_aal", "Two-step verification is on. Please enter its code too.");
      }
      const verified = await auth.mfa.challengeAndVerify({ factorId: factor.id, code });
      refuse(verified.error);
      if (!verified.data) throw away();
      return tokensOf({
        ...verified.data,
        expires_at: Math.floor(Date.now() / 1000) + verified.data.expires_in,
      });
    },

    async recover(email, { address }, destination) {
      const network = clientKey(services, address);
      await refusing(() => countCall(services, "recover", network));
      if (!(await mayAsk(services, address, { purpose: "recovery", recipient: email }))) return;
      const redirectTo = backTo(services.config, destination);
      refuse(
        (await client().resetPasswordForEmail(email, { ...(redirectTo !== undefined && { redirectTo }) }))
          .error,
      );
    },

    async signOut(token) {
      known.delete(hashToken(token));
      const { error } = await client().admin.signOut(token, "local");
      if (isAway(error)) throw away();
    },

    deleteAccount: undefined,
  };

  /**
   * The claims of a token that the project signed for a person; undefined for any other. Throws a Refusal
   * when its keys can't be had.
   */
  async function readClaims(token: string): Promise<Claims | undefined> {
    try {
      const payload = isSharedSecret(token)
        ? unverified(token)
        : (
            await jwtVerify(token, keys, {
              algorithms: ["ES256", "RS256"],
              issuer,
              audience: "authenticated",
              clockTolerance: 30,
              requiredClaims: ["exp", "sub"],
            })
          ).payload;
      const { sub, session_id, aal, amr, role } = payload;
      return isUuid(String(sub)) &&
        typeof sub === "string" &&
        typeof session_id === "string" &&
        role === "authenticated"
        ? { sub, sessionId: session_id, aal: String(aal), signedInAt: lastSignIn(amr) }
        : undefined;
    } catch (error) {
      if (isUnreachable(error)) throw away();
      if (error instanceof errors.JOSEError || error instanceof SyntaxError) return undefined;
      throw error;
    }
  }
}

/** Whether the token has a HS256 signature, as from projects older than public keys. */
function isSharedSecret(token: string): boolean {
  try {
    return decodeProtectedHeader(token).alg === "HS256";
  } catch {
    return false;
  }
}

/**
 * A token signed with a secret that only the project has: read for its ids, and believed only as far as the
 * project confirms them.
 */
function unverified(token: string): Record<string, unknown> {
  const claims: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
  return typeof claims === "object" && claims !== null ? { ...claims } : {};
}

/** The project gave no answer, or has no time for us: neither says anything about the caller. */
const isAway = (error: Error | null): boolean =>
  isAuthRetryableFetchError(error) ||
  (isAuthApiError(error) && (error.status === 429 || error.status >= 500));

const isWrongPassword = (error: Error | null): boolean =>
  isAuthApiError(error) && error.code === "invalid_credentials";

/** The project's keys could not be loaded: no answer, a late answer, or an answer that is no key set. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof TypeError ||
  error instanceof errors.JWKSTimeout ||
  (error instanceof errors.JOSEError && error.code === "ERR_JOSE_GENERIC");

type Claims = { sub: string; sessionId: string; aal: string; signedInAt: number };

function identityOf(user: User, { sessionId, aal, signedInAt }: Claims): Identity {
  const hasFactor = user.factors?.some(({ status }) => status === "verified") ?? false;
  return {
    userId: user.id,
    email: user.email_confirmed_at ? (user.email ?? "").toLowerCase() : "",
    sessionId,
    hasFactor,
    lacksFactor: hasFactor && aal !== "aal2",
    signedInAt,
    // A user that somebody wrote straight into the project's table has no metadata.
    metadata: { ...(user.user_metadata as object | null) },
  };
}

/** A ban in the project ends no session by itself: the user's tokens stay valid until they expire. */
const isBanned = ({ banned_until }: User): boolean =>
  banned_until !== undefined && Date.parse(banned_until) > Date.now();

const tokensOf = ({
  access_token,
  refresh_token,
  expires_in,
  expires_at,
}: {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  expires_at?: number;
}) => ({
  access_token,
  refresh_token,
  token_type: "bearer" as const,
  expires_in,
  expires_at: expires_at ?? Math.floor(Date.now() / 1000) + expires_in,
});

function refuse(error: Error | null): void {
  if (!error) return;
  if (isAuthRetryableFetchError(error)) throw away();
  if (isAuthApiError(error)) throw new Refusal(errorCodeOf(error.code), error.message);
  throw error;
}

const patiently: typeof fetch = (input, init) =>
  fetch(input, { ...init, signal: init?.signal ?? AbortSignal.timeout(patience) });

/**
 * Whether to ask the project for an email; false if the same email has just gone. The project can't send an email
 * later, so this throws a Refusal when the limit is reached.
 */
async function mayAsk(
  services: AuthLimitServices,
  address: string,
  asked: { purpose: "sign-up" | "recovery"; recipient: string },
): Promise<boolean> {
  const asker = { network: clientKey(services, address), wideNetwork: wideKey(services, address) };
  await refusing(() => countEmailCall(services, asker));
  const wait = await roomOf(services, asked);
  if (typeof wait === "number")
    throw new Refusal("too_many_requests", "Too many emails went to this address. Please try again later.", {
      retryAfter: wait,
    });
  return wait === undefined;
}
