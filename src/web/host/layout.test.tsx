import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, it } from "vitest";
import { profileQuery } from "#web/accounts/queries.ts";
import { ApiError } from "#web/api.ts";
import type { HostApplicationState } from "#contract/hosting.ts";
import { applicationQuery } from "#web/accounts/queries.ts";
import "#web/session/refusal-words.ts";
import { Failed } from "#web/session/states.tsx";
import { m } from "#web/paraglide/messages.js";
import HostLayout from "./layout.tsx";

const refusal = (code: string) =>
  new ApiError(403, "Forbidden", JSON.stringify({ code, message: code, error: code, requestId: "x" }));

/** A page for hosts, for a user whose profile failed with `error` and whose application has this state. */
function shownAt(path: string, error?: Error, application?: HostApplicationState): string {
  const cache = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
  if (application) cache.setQueryData(applicationQuery.queryKey, application);
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

describe("the navigation of the host's pages", () => {
  it("a suspended host sees the sections that still work, and the reason", () => {
    const html = shownAt("/host/earnings", refusal("account_suspended"));
    expect(linksOf(html)).toEqual(["/host/earnings", "/host/statements", "/host/payouts"]);
    expect(html).toContain(m.host_suspended());
    expect(html).toContain("The page itself");
  });

  it.each(["/host", "/host/cars", "/host/requests/1"])("a suspended host can't open the page %s", (path) => {
    const html = shownAt(path, refusal("account_suspended"));
    expect(html).toContain(m.host_suspended());
    expect(html).not.toContain("The page itself");
  });

  it.each([undefined, refusal("busy"), new TypeError("Failed to fetch")])(
    "everybody else sees the whole navigation, even after other failures",
    (error) => {
      const html = shownAt("/host", error);
      expect(linksOf(html)).toContain("/host/requests");
      expect(html).not.toContain(m.host_suspended());
      expect(html).toContain("The page itself");
    },
  );
});

describe("the pages that only a host may open", () => {
  const marked = ["/host/requests", "/host/trips", "/host/reviews"];
  const stands = (status: HostApplicationState["status"], wasHost = false): HostApplicationState => ({
    status,
    wasHost,
    since: null,
  });

  it.each([
    [stands("none"), m.host_pages_not_yet()],
    [stands("declined"), m.host_pages_not_yet()],
    [stands("pending"), m.host_pages_pending()],
    [stands("pending", true), m.host_pages_pending()],
    [stands("none", true), m.host_pages_former()],
  ])(
    "a user with the application %j sees no host pages in the menu, and learns why",
    (application, words) => {
      const overview = shownAt("/host", undefined, application);
      expect(overview).toContain("The page itself");
      expect(overview).not.toContain(words);
      expect(linksOf(overview).filter((to) => marked.includes(to))).toEqual([]);
      expect(linksOf(overview)).toContain("/host/payouts");
      for (const path of [...marked, "/host/trips/7"]) {
        const html = shownAt(path, undefined, application);
        expect(html).toContain(words);
        expect(html).not.toContain("The page itself");
      }
    },
  );

  it("a host may open all host pages", () => {
    const html = shownAt("/host/trips/7", undefined, stands("approved"));
    expect(html).toContain("The page itself");
    expect(linksOf(html)).toEqual(expect.arrayContaining(marked));
  });

  it("an unknown application shows the refusal in the reader's words", () => {
    expect(renderToStaticMarkup(<Failed error={refusal("host_not_approved")} />)).toContain(
      m.host_failure_not_host(),
    );
  });
});
