// The one module that the server loads from the web room: from Vite's graph during development, otherwise from the
// bundle.
import { createRequestHandler, RouterContextProvider } from "react-router";
import * as build from "virtual:react-router/server-build";
import { withLanguage } from "./i18n/server-language.ts";
import { type RequestScope, scopeContext } from "./site-settings.ts";

export { pageScripts } from "./inline/page-scripts.ts";
export { cachedQuery } from "./cached-pages.ts";

const handler = createRequestHandler(build, import.meta.env.MODE);

export function render(request: Request, scope: RequestScope): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(scopeContext, scope);
  return withLanguage(scope.language, () => handler(request, context));
}
