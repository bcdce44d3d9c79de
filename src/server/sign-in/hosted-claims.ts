import { createRemoteJWKSet, decodeProtectedHeader, errors, jwtVerify } from "jose";
import { Refusal } from "#contract/errors.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import { lastSignIn } from "#server/auth/fresh-sign-in.ts";

/** Milliseconds for the project to answer. */
export const patience = 8000;

export type Claims = { sub: string; sessionId: string; aal: string; signedInAt: number };

export const away = () =>
  new Refusal("unavailable", "The sign-in service isn't responding. Please try again in a moment.");

/** Reads tokens that a hosted project signed. Its public keys are fetched once and kept. */
export function claimsReader(issuer: string, publishableKey: string) {
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`), {
    timeoutDuration: patience,
    headers: { apikey: publishableKey },
  });

  /**
   * The claims of a token that the project signed for a person; undefined for any other. Throws a Refusal
   * when its keys can't be had.
   */
  return async function readClaims(token: string): Promise<Claims | undefined> {
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
  };
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

/** The project's keys could not be loaded: no answer, a late answer, or an answer that isn't a key set. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof TypeError ||
  error instanceof errors.JWKSTimeout ||
  (error instanceof errors.JOSEError && error.code === "ERR_JOSE_GENERIC");
