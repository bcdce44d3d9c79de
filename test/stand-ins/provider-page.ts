import type { IncomingMessage, ServerResponse } from "node:http";

type Page = {
  name: string;
  /** The payer's choices: the word that programs send, and the button's label. */
  ways: Record<string, string>;
  /** The address for a payer who has paid or goes back. */
  back: string;
  /** Acts on a choice, and returns whether it has paid. */
  choose: (way: string) => boolean;
};

/** The page of a local provider: the payer pays there, fails, or goes back. */
export function showPage(
  { method, url = "/" }: IncomingMessage,
  response: ServerResponse,
  { name, ways, back, choose }: Page,
): void {
  const way = new URL(url, "http://127.0.0.1").searchParams.get("way");
  const isPaid = method === "POST" && way !== null && choose(way);
  if (isPaid) return void response.writeHead(303, { location: back }).end();
  const buttons = Object.entries(ways).map(
    ([word, label]) => `<form method="post" action="?way=${word}"><button>${label}</button></form>`,
  );
  const notice = method === "POST" ? '<p role="alert">Your card was declined.</p>' : "";
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(
    `<!doctype html><html lang="en"><title>${name}</title><link rel="icon" href="data:,">
     <h1>${name}</h1>${notice}${buttons.join("")}<a href="${back.replaceAll("&", "&amp;")}">Back</a></html>`,
  );
}
