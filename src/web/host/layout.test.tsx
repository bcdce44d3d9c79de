import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, it } from "vitest";
import { profileQuery } from "#web/accounts/queries.ts";
import { ApiError } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import HostLayout from "./layout.tsx";

const refusal = (code: string) =>
  new ApiError(403, "Forbidden", JSON.stringify({ code, message: code, error: code, requestId: "x" }));

/** A page of a host's side, whose profile was answered with an error, or not at all yet. */
function shownAt(path: string, error?: Error): string {
  const cache = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
  if (error) {
    const query = cache.getQueryCache().build(cache, { queryKey: profileQuery.queryKey });
    query.setState({ ...query.state, status: "error", error });
  }
  const children = [{ path: "host/*", element: <p>The page itself</p> }];
  const router = createMemoryRouter([{ element: <HostLayout />, children }], { initialEntries: [path] });
  return renderToStaticMarkup(
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
const linksOf = (html: string): string[] =>
  [...html.matchAll(/href="([^"]+)"/g)].map(([, to]) => to ?? "").filter((to) => to !== "/contact");

describe("the navigation of a host's side", () => {
  it("lists to a suspended host what still works, and says why", () => {
    const html = shownAt("/host/earnings", refusal("account_suspended"));
    expect(linksOf(html)).toEqual(["/host/earnings", "/host/statements", "/host/payouts"]);
    expect(html).toContain(m.host_suspended());
    expect(html).toContain("The page itself");
  });

  it.each(["/host", "/host/cars", "/host/requests/1"])("opens no page at %s to them", (path) => {
    const html = shownAt(path, refusal("account_suspended"));
    expect(html).toContain(m.host_suspended());
    expect(html).not.toContain("The page itself");
  });

  it.each([undefined, refusal("busy"), new TypeError("Failed to fetch")])(
    "is whole for everybody else, whatever else fails",
    (error) => {
      const html = shownAt("/host", error);
      expect(linksOf(html)).toContain("/host/requests");
      expect(html).not.toContain(m.host_suspended());
      expect(html).toContain("The page itself");
    },
  );
});
