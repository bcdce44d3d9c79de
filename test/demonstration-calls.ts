import type { Product } from "./product.ts";

export const demonstrationPassword = "harbor fog 4";
/** The settings of a demonstration that keeps all it has in a folder. */
export const demonstrationIn = (folder: string) => ({
  DATA_DIR: folder,
  DEMO: "on",
  DEMO_PASSWORD: demonstrationPassword,
  DATABASE_URL: "",
  SMTP_URL: "",
});

type Json = Record<string, unknown>;

export type Calls = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Json>;

/** API calls as a person of the demonstration. They reject when refused, and when the process is gone. */
export async function callsOf({ address }: Product, who: "admin" | "customer" = "admin"): Promise<Calls> {
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const isForm = body instanceof Buffer;
    const answer = await fetch(address + path, {
      method,
      headers: { ...(body && !isForm ? { "content-type": "application/json" } : {}), ...headers },
      ...(body ? { body: isForm ? new Uint8Array(body) : JSON.stringify(body) } : {}),
    });
    return { status: answer.status, body: (await answer.json()) as Json };
  };
  const session = await send(
    "POST",
    "/auth/v1/token?grant_type=password",
    { email: `${who}@longbay.example`, password: demonstrationPassword },
    { apikey: "longbay" },
  );
  const authorization = { authorization: `Bearer ${String(session.body.access_token)}` };
  return async (method, path, body, headers = {}) => {
    const answer = await send(method, path, body, { ...headers, ...authorization });
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
}
