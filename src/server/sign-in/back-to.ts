import type { Config } from "#server/config.ts";

/** The address that an email's link leads to, so that its reader goes on to the page that they wanted to see. */
export function backTo({ publicUrl }: Pick<Config, "publicUrl">, destination: string): string | undefined {
  if (destination === "/") return undefined;
  const url = new URL("/auth/confirm", publicUrl.origin);
  url.searchParams.set("redirect", destination);
  return url.href;
}
