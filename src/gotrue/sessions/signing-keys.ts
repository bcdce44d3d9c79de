import { existsSync, readFileSync } from "node:fs";
import {
  calculateJwkThumbprint,
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from "jose";
import { LRUCache } from "lru-cache";
import { hashToken } from "#server/auth/link-tokens.ts";
import type { Database } from "#server/db/open-database.ts";
import { ConfigError } from "#server/config.ts";

/** Seconds that an access token lasts. */
export const accessTokenSeconds = 3600;
/** Clocks of other machines may be this many seconds off. */
const leeway = 30;
/** What is read of a person's token. The rest may be large: what they typed at their sign-up is in it. */
const sessionClaims = ({ sub, session_id, aal, exp, nbf }: JWTPayload): JWTPayload => ({
  ...(sub !== undefined && { sub }),
  session_id,
  aal,
  ...(exp !== undefined && { exp }),
  ...(nbf !== undefined && { nbf }),
});

/** The tokens whose signature is not checked again: a check takes as long as two short queries. */
const mostRemembered = 5000;

export type SigningKeys = {
  /** The public fields of the keys, which everybody may read. */
  jwks: { keys: JWK[] };
  sign: (claims: JWTPayload) => Promise<string>;
  /**
   * The user, session and assurance level of a token that one of our keys signed, with our issuer and audience, and
   * not expired. Throws the errors of jose.
   */
  verify: (token: string) => Promise<JWTPayload>;
  /** The claims of an administrator's token, which names a role and no audience. */
  verifyService: (token: string) => Promise<JWTPayload>;
};

type PublishedKey = { kid: string; algorithm: string; publicKey: CryptoKey; jwk: JWK };

/**
 * `now` is in milliseconds. Opens the keys of AUTH_SIGNING_KEY, or the keys that the first process made and the
 * database keeps. Throws ConfigError for keys that can't sign.
 */
export async function openSigningKeys(
  database: Database,
  issuer: string,
  configured: string | undefined,
  now: () => number,
): Promise<SigningKeys> {
  const given = configured === undefined ? [await keptKey(database)] : parseKeys(configured);
  const published = await Promise.all(given.map(publish));
  const [first] = given;
  const [current] = published;
  if (!first?.d || !current) throw new ConfigError("AUTH_SIGNING_KEY must begin with a private key");
  const privateKey = await importJWK(first, current.algorithm);

  const keyOf = ({ kid, alg }: { kid?: string; alg?: string }): CryptoKey => {
    const found = published.find((key) => key.kid === kid && key.algorithm === alg);
    if (!found) throw new Error("no key of ours has this id and algorithm");
    return found.publicKey;
  };
  const algorithms = [...new Set(published.map(({ algorithm }) => algorithm))];
  /** The claims of verified tokens. The keys stay the same as long as the process; only time ends a token. */
  const verified = new LRUCache<string, JWTPayload>({ max: mostRemembered });
  const isCurrent = ({ exp = 0, nbf = 0 }: JWTPayload): boolean => {
    const seconds = Math.floor(now() / 1000);
    return exp > seconds - leeway && nbf <= seconds + leeway;
  };
  return {
    jwks: { keys: published.map(({ jwk }) => jwk) },
    sign: (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: current.algorithm, kid: current.kid, typ: "JWT" })
        .sign(privateKey),
    async verify(token) {
      const key = hashToken(token);
      const known = verified.get(key);
      if (known && isCurrent(known)) return known;
      const { payload } = await jwtVerify(token, keyOf, {
        algorithms,
        issuer,
        audience: "authenticated",
        clockTolerance: leeway,
        currentDate: new Date(now()),
        requiredClaims: ["exp", "iat"],
      });
      const claims = sessionClaims(payload);
      verified.set(key, claims);
      return claims;
    },
    async verifyService(token) {
      const { payload } = await jwtVerify(
        token,
        (header) => (header.kid === undefined ? current.publicKey : keyOf(header)),
        {
          algorithms,
          clockTolerance: leeway,
          currentDate: new Date(now()),
          requiredClaims: ["exp", "role"],
        },
      );
      return payload;
    },
  };
}

async function keptKey({ rows }: Database): Promise<JWK> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  await rows("insert into settings (key, value) values ('signing_key', $1) on conflict do nothing", [
    JSON.stringify(await exportJWK(privateKey)),
  ]);
  const [setting] = await rows<{ value: string }>("select value from settings where key = 'signing_key'");
  return JSON.parse(setting?.value ?? "{}") as JWK;
}

function parseKeys(configured: string): JWK[] {
  const text =
    configured.trim().startsWith("{") || !existsSync(configured)
      ? configured
      : readFileSync(configured, "utf8");
  try {
    const parsed = JSON.parse(text) as JWK | { keys: JWK[] };
    return "keys" in parsed && Array.isArray(parsed.keys) ? parsed.keys : [parsed as JWK];
  } catch {
    throw new ConfigError("AUTH_SIGNING_KEY must be a JWK, a JWK set, or the path of a file with one");
  }
}

/** The public part of a key. Clients verify only ES256 and RS256. */
async function publish(key: JWK): Promise<PublishedKey> {
  const algorithm =
    key.kty === "EC" && key.crv === "P-256" ? "ES256" : key.kty === "RSA" ? "RS256" : undefined;
  if (!algorithm)
    throw new ConfigError("AUTH_SIGNING_KEY must hold keys for ES256 (EC, P-256) or RS256 (RSA)");
  const { kty, crv, x, y, n, e } = key;
  const bare: JWK = algorithm === "ES256" ? { kty, crv, x, y } : { kty, n, e };
  const kid = key.kid ?? (await calculateJwkThumbprint(bare));
  const jwk = { ...bare, kid, alg: algorithm, use: "sig", key_ops: ["verify"] } as JWK;
  return { kid, algorithm, publicKey: (await importJWK(bare, algorithm)) as CryptoKey, jwk };
}
