import { errors, type JWTPayload } from "jose";
import { isUuid } from "#server/db/is-uuid.ts";
import { AuthError } from "./auth-error.ts";
import type { AuthServices } from "./auth-services.ts";
import { type Bearer, findBearer } from "./queries.ts";
import { sessionEnd } from "./sessions/session-end.ts";

const isId = (claim: unknown): claim is string => typeof claim === "string" && isUuid(claim);

/** The token of an Authorization header. */
export const bearerToken = (header: string | undefined): string | undefined =>
  /^Bearer (\S+)$/i.exec(header ?? "")?.[1];

/** The token, if it looks like a JWT: clients without a session send their publishable key there. */
export function bearerJwt(header: string | undefined): string | undefined {
  const token = bearerToken(header);
  return token && /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token) ? token : undefined;
}

/** The claims of a token. Throws AuthError with GoTrue's words if the token is not valid. */
export async function readSignature(claims: Promise<JWTPayload>): Promise<JWTPayload> {
  try {
    return await claims;
  } catch (error) {
    const reason = error instanceof errors.JWTExpired ? "token is expired" : "token is not valid";
    throw new AuthError("bad_jwt", `invalid JWT: unable to parse or verify signature, ${reason}`);
  }
}

type Reading = {
  /** Gets the id of the token's user before the session is looked up. */
  onSigned?: ((userId: string) => void) | undefined;
  /** Accepts a suspended host's token, too: for signing in and out, and for the reads that the API allows them. */
  admitsSuspendedHosts?: boolean;
};

/**
 * The session and the user that a token stands for now. It checks the signature, the issuer, the audience and the
 * time, then the session's row: signing out, a ban or a lost factor act at once. The assurance level is the lower
 * one of the token's and the session's. Throws AuthError.
 */
export async function readBearer(
  services: AuthServices,
  token: string | undefined,
  { onSigned, admitsSuspendedHosts = false }: Reading = {},
): Promise<Bearer> {
  if (!token) throw new AuthError("no_authorization");
  const claims = await readSignature(services.keys.verify(token));
  if (!isId(claims.sub)) throw new AuthError("bad_jwt", "invalid claim: missing sub claim");
  if (!isId(claims.session_id)) throw new AuthError("session_not_found");
  onSigned?.(claims.sub);
  const bearer = await findBearer(services.database, claims.session_id);
  if (!bearer || bearer.userId !== claims.sub) throw new AuthError("session_not_found");
  const times = { createdAt: new Date(bearer.began), refreshedAt: new Date(bearer.renewed) };
  if (sessionEnd(services, times).getTime() <= services.now()) throw new AuthError("session_not_found");
  if (bearer.isBanned && !(admitsSuspendedHosts && bearer.isSuspendedHost))
    throw new AuthError("user_banned", undefined, { status: 403 });
  const aal = claims.aal === "aal2" && bearer.session.aal === "aal2" ? "aal2" : "aal1";
  return { ...bearer, session: { ...bearer.session, aal } };
}

/**
 * The session and the user of a token that signs in or out. It accepts a suspended host's token, too: they show
 * the second factor that they have, but set up no new one. Throws AuthError.
 */
export const readSigningBearer = (services: AuthServices, token: string | undefined): Promise<Bearer> =>
  readBearer(services, token, { admitsSuspendedHosts: true });

/** Throws AuthError for a suspended host who has no second factor to show, or has shown it already. */
export function refuseNewFactor({ isBanned, hasVerifiedFactor, session }: Bearer): void {
  if (isBanned && (!hasVerifiedFactor || session.aal === "aal2"))
    throw new AuthError("user_banned", undefined, { status: 403 });
}

/** Refuses a session whose user has a second factor and has not shown it. Throws AuthError. */
export function requireAssurance(
  { session, hasVerifiedFactor }: Bearer,
  message: string,
  status: number,
): void {
  if (hasVerifiedFactor && session.aal !== "aal2")
    throw new AuthError("insufficient_aal", message, { status });
}
