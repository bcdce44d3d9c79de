import type { Config } from "#server/config.ts";

/** Where an email's link leads back to, so that its reader goes on to what they wanted to see. */
export function backTo({ publicUrl }: Pick<Config, "publicUrl">, destination: string): string | undefined {
  if (destination === "/") return undefined;
  const url = new URL("/auth/confirm", publicUrl.origin);
  url.searchParams.set("redirect", destination);
  return url.href;
}
