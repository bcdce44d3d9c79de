import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import type { HostApplicationState } from "#contract/hosting.ts";
import type { HostChange } from "#contract/host/changes.ts";
import type { HostRequest } from "#contract/host/requests.ts";
import { hostChangesQuery } from "#web/changes/queries.ts";
import { hostRequestsQuery } from "#web/orders/host/queries.ts";
import { applicationQuery } from "#web/accounts/queries.ts";
import { m } from "#web/paraglide/messages.js";
import HostOverviewPage from "./overview-page.tsx";

afterEach(() => vi.unstubAllEnvs());

/** A list's first page, which is its last. */
const pages = <T,>(items: T[]) => ({ pages: [{ items, total: items.length }], pageParams: [""] });

/** The overview of somebody whose application has this state, with what waits for them. */
function shown(
  application: HostApplicationState,
  waiting: { requests?: HostRequest[]; changes?: HostChange[] } = {},
): string {
  const cache = new QueryClient();
  cache.setQueryData(applicationQuery.queryKey, application);
  cache.setQueryData(hostRequestsQuery("waiting").queryKey, pages(waiting.requests ?? []));
  cache.setQueryData(hostChangesQuery.queryKey, pages(waiting.changes ?? []));
  const router = createMemoryRouter([{ path: "/", element: <HostOverviewPage /> }]);
  return renderToStaticMarkup(
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

it("an application is dated in the time of Los Angeles in every time zone", () => {
  vi.stubEnv("TZ", "Asia/Shanghai");
  const html = shown({ status: "pending", wasHost: false, since: "2027-03-02T03:00:00.000Z" });
  expect(html).toContain(m.host_pending_no_car({ date: "Mar 1, 2027" }));
});

it("a former host sees why the pages are closed, and where to apply again", () => {
  const html = shown({ status: "none", wasHost: true, since: null });
  expect(html).toContain(m.host_pages_former());
  expect(html).toContain('href="/autowealth/#apply"');
  expect(shown({ status: "none", wasHost: false, since: null })).not.toContain(m.host_pages_former());
});

it("changes that wait for the host are listed among the requests, the nearest deadline first", () => {
  const request = { id: "1", car: { name: "Honda Civic" }, answerUntil: "2027-03-05T18:00:00.000Z" };
  const change = { id: "2", car: "Kia Niro", answerUntil: "2027-03-04T18:00:00.000Z" };
  const html = shown(
    { status: "approved", wasHost: false, since: null },
    { requests: [request as HostRequest], changes: [change as HostChange] },
  );
  expect(html).toContain("Kia Niro: a change to a rental waits for your answer by");
  expect(html.indexOf("Kia Niro")).toBeLessThan(html.indexOf("Honda Civic"));
});
