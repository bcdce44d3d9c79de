import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "#server/config.ts";
import { cookieValue } from "#server/http/cookie-value.ts";

/**
 * The cookie of callers without a place for tokens: no script reads it, no other site sends it, and it ends
 * with its token.
 */
export function sessionCookie({ publicUrl }: Pick<Config, "publicUrl">) {
  const isSecure = publicUrl.protocol === "https:";
  const name = isSecure ? "__Host-session" : "session";
  const set = (reply: FastifyReply, value: string, seconds: number) =>
    reply.header(
      "set-cookie",
      `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`,
    );
  const isToken = /^[\w-]+\.[\w-]+\.[\w-]+$/;
  return {
    read(request: Pick<FastifyRequest, "headers">): string | undefined {
      const value = cookieValue(request, name);
      return value !== undefined && isToken.test(value) ? value : undefined;
    },
    set,
    clear: (reply: FastifyReply) => set(reply, "", 0),
  };
}
