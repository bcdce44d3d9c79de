import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { addBoot } from "./inline/add-boot.ts";
import { isForReading } from "./cached-pages.ts";
import { scopeContext } from "./site-settings.ts";

export const streamTimeout = 5000;

export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  console.error(error);
};

/** Renders a page whole: it can then be hashed, kept and compressed once for everybody. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { nonce } = context.get(scopeContext);
  headers.set("content-type", "text/html; charset=utf-8");
  const html = await new Promise<string>((resolve, reject) => {
    const body = new PassThrough();
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
      {
        nonce,
        onAllReady() {
          text(body).then(resolve, reject);
          pipe(body);
        },
        onError: (error) => {
          reject(error);
        },
      },
    );
    setTimeout(abort, streamTimeout + 1000).unref();
  });
  const page = import.meta.env.PROD
    ? addBoot(html, nonce, isForReading(new URL(request.url).pathname))
    : html;
  return new Response(page, { status, headers });
}
