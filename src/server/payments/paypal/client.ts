import { ApiError, Client, Environment, OAuthAuthorizationController } from "@paypal/paypal-server-sdk";
import type { PaypalSettings } from "#server/provider-settings.ts";

const longestWait = 10_000;
const addresses = { live: "https://api-m.paypal.com", sandbox: "https://api-m.sandbox.paypal.com" };

export type Paypal = { client: Client; settings: PaypalSettings };

/** The official client. It knows PayPal's two addresses; any other one, as in tests, replaces them. */
export function openPaypal(settings: PaypalSettings): Paypal {
  const { clientId, clientSecret, apiUrl } = settings;
  const isElsewhere = apiUrl !== undefined && apiUrl.origin !== addresses.sandbox;
  const client = new Client({
    clientCredentialsAuthCredentials: { oAuthClientId: clientId, oAuthClientSecret: clientSecret },
    environment: apiUrl ? Environment.Sandbox : Environment.Production,
    timeout: longestWait,
    ...(isElsewhere && {
      unstable_httpClientOptions: { baseURL: apiUrl.origin, allowAbsoluteUrls: false },
    }),
  });
  return { client, settings };
}

/** A call that the client lacks: a post with a body, a get without. */
export async function callPaypal(
  { client, settings }: Paypal,
  path: string,
  body?: object,
): Promise<unknown> {
  const { clientId, clientSecret, apiUrl } = settings;
  const { result } = await new OAuthAuthorizationController(client).requestToken({
    authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
  });
  const response = await fetch(new URL(path, apiUrl ?? addresses.live), {
    method: body ? "POST" : "GET",
    headers: { "content-type": "application/json", authorization: `Bearer ${result.accessToken}` },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(longestWait),
  });
  if (!response.ok) throw new Error(`PayPal answered ${response.status}`);
  return response.json();
}

/** Why PayPal refused a request, in its own word; undefined where it gave no answer, or may yet do it. */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || ![400, 404, 422].includes(error.statusCode)) return undefined;
  const body: unknown = error.result;
  if (typeof body !== "object" || body === null) return "refused";
  const { details, name } = body as { details?: { issue?: unknown }[]; name?: unknown };
  const issue = Array.isArray(details) ? details[0]?.issue : undefined;
  return String(issue ?? name ?? "refused")
    .toLowerCase()
    .slice(0, 60);
}
