import { bootScript } from "./boot-script.ts";

const applicationScript = /<script type="module" async="">([\s\S]*?)<\/script>/;
const preloads = /<link rel="modulepreload"/g;

/**
 * Puts the boot script before a document's application. On a page to read the application waits: its module script becomes
 * inert text, its preloads inert links, and while the document comes it says so, for styles. A page of a flow asks for it at
 * once; until it has come the boot script guards what people do there too.
 */
export function addBoot(html: string, waits: boolean): string {
  if (!applicationScript.test(html)) return html;
  if (!waits) return html.replace(applicationScript, (whole) => `<script>${bootScript}</script>${whole}`);
  return html
    .replace("<html", '<html data-coming=""')
    .replace(preloads, '<link data-app="" rel="prefetch-later"')
    .replace(applicationScript, (_whole, code: string) => `<script type="text/plain" id="app">${code}</script><script>${bootScript}</script>`);
}
