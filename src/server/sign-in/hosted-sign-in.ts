import { AuthClient, isAuthApiError, isAuthRetryableFetchError, type User } from "@supabase/auth-js";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { Refusal } from "#contract/errors.ts";
import type { Config } from "#server/config.ts";
import { normalPassword } from "#domain/people/credentials.ts";
import { backTo } from "./back-to.ts";
import { away, type Claims, claimsReader, patience } from "./hosted-claims.ts";
import { hashToken } from "#server/auth/link-tokens.ts";
import { clientKey, wideKey } from "#server/http/client-key.ts";
import { roomOf } from "#server/http/email-budget.ts";
import type { Identity, SignIn } from "#server/auth/sign-in-service.ts";
import { type AuthLimitServices, countCall, countEmailCall, reserveTry } from "#gotrue/auth-limits.ts";
import { errorCodeOf, refusing } from "#gotrue/refusing.ts";
import { olderForm } from "#gotrue/sign-up/passwords.ts";

type Client = InstanceType<typeof AuthClient>;
type HostedAuthConfig = NonNullable<Config["hosted"]>;

/**
 * Milliseconds for which the project's answer about a session is kept: a sign-out or a removed factor there takes
 * effect here within this time.
 */
const remembered = 30_000;
/** Questions to the project at once. */
const mostAsked = 4;

/**
 * A hosted Supabase project signs people in. Its tokens are verified with its public keys; the project is also
 * asked for the user, at most twice a minute per token, since only the project knows of sign-outs and second
 * factors. Projects that sign with a shared secret publish no key: there only the project's answer counts. The
 * project's user ids are our account ids; roles stay in our own table. The project sees all our callers under one
 * address, so the limits of the built-in service apply before it.
 */
export function hostedSignIn({ url, publishableKey }: HostedAuthConfig, services: AuthLimitServices): SignIn {
  const issuer = `${url.href.replace(/\/$/, "")}/auth/v1`;
  const readClaims = claimsReader(issuer, publishableKey);
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
      const { data, error } = await signInWithEitherForm(auth, email, password);
      // Only a wrong password counts as a try: a project that is away has checked no password.
      if (isAway(error)) await attempt.undo();
      refuse(error);
      await attempt.forgive();
      if (!data.session) throw away();
      const factor = data.user?.factors?.find(({ status }) => status === "verified");
      return factor ? verifyFactor(auth, factor.id, code) : tokensOf(data.session);
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
}

/** The project compares passwords byte by byte, so an older form of the password is tried too. */
async function signInWithEitherForm(auth: Client, email: string, password: string) {
  const older = olderForm(password);
  const answer = await auth.signInWithPassword({ email, password: normalPassword(password) });
  return older !== undefined && isWrongPassword(answer.error)
    ? auth.signInWithPassword({ email, password: older })
    : answer;
}

/** The tokens of a session once its second step is taken; without a code the session ends. */
async function verifyFactor(auth: Client, factorId: string, code: string | undefined) {
  if (!code) {
    await auth.signOut({ scope: "local" });
    throw new Refusal("insufficient_aal", "Two-step verification is on. Please enter its code too.");
  }
  const verified = await auth.mfa.challengeAndVerify({ factorId, code });
  refuse(verified.error);
  if (!verified.data) throw away();
  return tokensOf({
    ...verified.data,
    expires_at: Math.floor(Date.now() / 1000) + verified.data.expires_in,
  });
}

/** The project gave no answer, or has no time for us: neither says anything about the caller. */
const isAway = (error: Error | null): boolean =>
  isAuthRetryableFetchError(error) ||
  (isAuthApiError(error) && (error.status === 429 || error.status >= 500));

const isWrongPassword = (error: Error | null): boolean =>
  isAuthApiError(error) && error.code === "invalid_credentials";

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
