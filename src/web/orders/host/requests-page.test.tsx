import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import type { HostChange } from "#contract/host/changes.ts";
import { hostChangesQuery } from "#web/changes/queries.ts";
import HostRequestsPage from "./requests-page.tsx";
import { hostRequestsQuery } from "./queries.ts";

/** The page at an address, for a host without an order's request, and with these changes that wait. */
function shown(path: string, changes: Partial<HostChange>[]): string {
  const cache = new QueryClient();
  const pages = <T,>(items: T[]) => ({ pages: [{ items, total: items.length }], pageParams: [""] });
  for (const state of ["waiting", "answered"] as const)
    cache.setQueryData(hostRequestsQuery(state).queryKey, pages([]));
  cache.setQueryData(hostChangesQuery.queryKey, pages(changes as HostChange[]));
  return renderToStaticMarkup(
    <QueryClientProvider client={cache}>
      <MemoryRouter initialEntries={[path]}>
        <HostRequestsPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

it("the page says that no request waits only if no change waits either", () => {
  expect(shown("/host/requests", [])).toContain("No request is waiting for you.");
  expect(shown("/host/requests", [{ id: "1" }])).not.toContain("No request is waiting");
});

it("the answered requests say that there are none yet, even if a change waits", () => {
  expect(shown("/host/requests?show=answered", [{ id: "1" }])).toContain(
    "You haven’t answered any requests yet.",
  );
});
