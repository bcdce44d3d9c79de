import type { FastifyReply, FastifyRequest } from "fastify";
import { day, secondsIn } from "#domain/durations.ts";
import type { Config } from "#server/config.ts";
import { cookieValue } from "#server/http/cookie-value.ts";
import { hashToken, randomToken } from "#server/auth/link-tokens.ts";

const isToken = /^[\w-]{43}$/;

/**
 * Marks the browser that signs up, so that it needs no password when it opens the email. No script can read the
 * cookie; we only store its hash.
 */
export function signUpCookie({ publicUrl }: Pick<Config, "publicUrl">) {
  const isSecure = publicUrl.protocol === "https:";
  const name = isSecure ? "__Host-sign-up" : "sign-up";
  const valueIn = (request: FastifyRequest): string | undefined => {
    const value = cookieValue(request, name);
    return value !== undefined && isToken.test(value) ? value : undefined;
  };
  return {
    /** The hash of the request's cookie, or "". */
    read(request: FastifyRequest): string {
      const value = valueIn(request);
      return value ? hashToken(value) : "";
    },
    /** Gives the browser a cookie, or renews its own for another day. Returns its hash. */
    set(request: FastifyRequest, reply: FastifyReply): string {
      const value = valueIn(request) ?? randomToken();
      reply.header(
        "set-cookie",
        `${name}=${value}; Path=/; Max-Age=${secondsIn(day)}; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`,
      );
      return hashToken(value);
    },
  };
}
