import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { profileQuery } from "#web/accounts/queries.ts";
import { ApiError } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import AccountLayout from "./layout.tsx";

/** Renders a renter's page: the profile was refused with `code`, or is not asked for yet. */
function shownAt(path: string, code?: string): string {
  const cache = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
  if (code) {
    const error = new ApiError(403, "Forbidden", JSON.stringify({ code, message: code, error: code }));
    const query = cache.getQueryCache().build(cache, { queryKey: profileQuery.queryKey });
    query.setState({ ...query.state, status: "error", error });
  }
  const children = [{ path: "dashboard/*", element: <p>The page itself</p> }];
  const router = createMemoryRouter([{ element: <AccountLayout />, children }], { initialEntries: [path] });
  return renderToStaticMarkup(
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
const linksOf = (html: string): string[] => [...html.matchAll(/href="([^"]+)"/g)].map(([, to]) => to ?? "");

it("a suspended person finds the renter's pages closed and a link to their earnings", () => {
  const html = shownAt("/dashboard/trips", "account_suspended");
  expect(linksOf(html)).toEqual(["/host/earnings"]);
  expect(html).toContain(m.me_suspended());
  expect(html).not.toContain("The page itself");
});

it.each([undefined, "busy"])("a renter's pages stay open while the profile is answered with %s", (code) => {
  const html = shownAt("/dashboard/trips", code);
  expect(linksOf(html)).toContain("/dashboard/settings");
  expect(html).toContain("The page itself");
});
