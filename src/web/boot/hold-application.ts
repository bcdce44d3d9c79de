import { bootScript } from "./boot-script.ts";

const applicationScript = /<script type="module" async="">([\s\S]*?)<\/script>/;
const preloads = /<link rel="modulepreload"/g;

/**
 * Makes a rendered document wait with the application: its module script becomes inert text, its preloads inert links,
 * and the boot script takes their place. While the document comes it says so, for styles. Measured: React and the router are 98 kB that nobody needs to read a page.
 */
export function holdApplication(html: string): string {
  const application = applicationScript.exec(html);
  if (!application) return html;
  return html
    .replace("<html", '<html data-coming=""')
    .replace(preloads, '<link data-app="" rel="prefetch-later"')
    .replace(applicationScript, (_whole, code: string) => `<script type="text/plain" id="app">${code}</script><script>${bootScript}</script>`);
}
