import type { FastifyInstance } from "fastify";
import { AuthError } from "./auth-error.ts";
import { countCall } from "./auth-limits.ts";
import type { AuthServices } from "./auth-services.ts";
import { signUpClientOf } from "./asker.ts";
import { readBody, VerifyQuery } from "./bodies.ts";
import { isSession, verifyLink } from "./verify.ts";

/**
 * GoTrue's own link. Our emails lead to a page with a button instead; links made by administrators lead here.
 */
export function verifyRoute(app: FastifyInstance, services: AuthServices): void {
  // A HEAD, as mail scanners send, must not open what a GET opens.
  app.get("/verify", { schema: { hide: true }, exposeHeadRoute: false }, async (request, reply) => {
    const asker = signUpClientOf(services, request);
    await countCall(services, "verify", asker.network);
    const { token, type } = readBody(VerifyQuery, request.query);
    const back = new URL(asker.redirectTo ?? services.config.publicUrl.origin);
    const isPkce = token?.startsWith("pkce_") ?? false;
    try {
      const opened = await verifyLink(services, { token, type }, asker);
      if ("type" in opened) back.searchParams.set("code", opened.code);
      else
        back.hash = isSession(opened)
          ? fragment({ ...only(opened), type: type ?? "" })
          : fragment({ message: opened.msg });
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      const reason = { error: "access_denied", error_code: error.code, error_description: error.message };
      if (isPkce) for (const [name, value] of Object.entries(reason)) back.searchParams.set(name, value);
      back.hash = fragment(reason);
    }
    return reply.redirect(back.href, 303);
  });
}

const only = ({
  access_token,
  expires_at,
  expires_in,
  refresh_token,
  token_type,
}: {
  access_token: string;
  expires_at: number;
  expires_in: number;
  refresh_token: string;
  token_type: string;
}) => ({
  access_token,
  expires_at: String(expires_at),
  expires_in: String(expires_in),
  refresh_token,
  token_type,
});

/** The parameter `sb` marks a fragment as the sign-in service's, so that its client recognizes it. */
function fragment(values: Record<string, string>): string {
  const entries = Object.entries({ ...values, sb: "" }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return new URLSearchParams(entries).toString();
}
