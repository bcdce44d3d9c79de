import { bootScript } from "./page-scripts.ts";

const preloads = /<link rel="modulepreload"/g;
const [begin, end] = ["<script ", "</script>"] as const;

/**
 * Puts the boot script before a document's application. On a page to read the application waits: its module script
 * becomes inert text, its preloads inert links, and the document carries `data-coming` for the styles. A page of a
 * flow loads the application at once; until it has come, the boot script guards people's actions there too. The
 * inert text keeps its nonce, so that the policy allows the script that the boot script makes of it.
 */
export function addBoot(html: string, nonce: string, waits: boolean): string {
  const application = applicationIn(html, nonce);
  if (!application) return html;
  const { start, code, stop } = application;
  if (!waits) return `${html.slice(0, start)}<script>${bootScript}</script>${html.slice(start)}`;
  const waiting = `<script type="text/plain" id="app" nonce="${nonce}">${code}</script><script>${bootScript}</script>`;
  return (html.slice(0, start) + waiting + html.slice(stop))
    .replace("<html", '<html data-coming=""')
    .replace(preloads, '<link data-app="" rel="prefetch-later"');
}

/**
 * The application's module script: the one with the nonce, in any order of its attributes and whatever else the page
 * contains.
 */
function applicationIn(
  html: string,
  nonce: string,
): { start: number; code: string; stop: number } | undefined {
  for (let start = html.indexOf(begin); start >= 0; start = html.indexOf(begin, start + begin.length)) {
    const open = html.indexOf(">", start);
    const close = html.indexOf(end, open);
    if (open < 0 || close < 0) return undefined;
    if (isApplication(html.slice(start, open), nonce))
      return { start, code: html.slice(open + 1, close), stop: close + end.length };
  }
  return undefined;
}

const isApplication = (attributes: string, nonce: string): boolean =>
  attributes.includes(' type="module"') && attributes.includes(`nonce="${nonce}"`);
