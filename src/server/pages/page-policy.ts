import { createHash } from "node:crypto";

/** What a page's Content-Security-Policy depends on: with a hosted project, the browser calls its origin. */
export type Policy = { isDeveloping: boolean; signInOrigin: string | undefined };

const hashOf = (code: string): string => `'sha256-${createHash("sha256").update(code).digest("base64")}'`;

/** Hashes of scripts in the form of a Content-Security-Policy. */
export const scriptHashes = (scripts: Iterable<string>): string =>
  [...new Set([...scripts].map(hashOf))].join(" ");

/** The scripts in a document, with their attributes. */
export function* inlineScripts(html: string): Generator<{ attributes: string; code: string }> {
  for (const part of html.split("<script").slice(1)) {
    const open = part.indexOf(">");
    const close = part.indexOf("</script", open);
    const isElsewhere = part.slice(0, open).includes(" src=");
    if (open >= 0 && close >= 0 && !isElsewhere)
      yield { attributes: part.slice(0, open), code: part.slice(open + 1, close) };
  }
}

/**
 * A rendered page in its final form, with its policy. The policy allows our own scripts, known from the build, and
 * the scripts that the router wrote around this page's data: they have a nonce made for this rendering, which no
 * script from the content can have. The nonce is then replaced by these scripts' hashes, so that a cached page,
 * and its 304, need none.
 */
export function finishPage(
  html: string,
  nonce: string,
  ours: string,
  policy: Policy,
): { html: string; policy: string } {
  const mark = ` nonce="${nonce}"`;
  const written = [...inlineScripts(html)]
    .filter(({ attributes }) => attributes.includes(mark))
    .map(({ code }) => code);
  return { html: html.replaceAll(mark, ""), policy: policyOf(`${ours} ${scriptHashes(written)}`, policy) };
}

const policyOf = (scripts: string, { isDeveloping, signInOrigin }: Policy): string =>
  [
    "default-src 'self'",
    `script-src 'self' ${scripts.trim()}`,
    // Vite adds styles to the page and reloads it through a socket.
    isDeveloping ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    "img-src 'self' data: https:",
    `connect-src 'self'${isDeveloping ? " ws:" : ""}${signInOrigin ? ` ${signInOrigin}` : ""}`,
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
