import { type Config, isLoopback } from "#server/config.ts";

/**
 * The address that a link may lead back to: this site, an allowed origin, or, if this site is on this machine, any
 * page of this machine. Undefined for any other text.
 */
export function readRedirect(
  { publicUrl, auth, isLocal }: Pick<Config, "publicUrl" | "auth" | "isLocal">,
  wanted: unknown,
): string | undefined {
  if (typeof wanted !== "string" || wanted.length > 2000 || !URL.canParse(wanted)) return undefined;
  const url = new URL(wanted);
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  const isPlain = url.username === "" && url.password === "" && !wanted.includes("\\");
  if (!isWeb || !isPlain) return undefined;
  const isAllowed =
    url.origin === publicUrl.origin ||
    auth.allowedOrigins.includes(url.origin) ||
    (isLocal && isLoopback(url.hostname));
  return isAllowed ? url.href : undefined;
}
