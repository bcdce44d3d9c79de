import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import type { HostApplicationState } from "#contract/hosting.ts";
import { applicationQuery } from "#web/hosting/queries.ts";
import { m } from "#web/paraglide/messages.js";
import HostOverviewPage from "./overview-page.tsx";

afterEach(() => vi.unstubAllEnvs());

/** The overview of somebody whose application has this state. */
function shown(application: HostApplicationState): string {
  const cache = new QueryClient();
  cache.setQueryData(applicationQuery.queryKey, application);
  const router = createMemoryRouter([{ path: "/", element: <HostOverviewPage /> }]);
  return renderToStaticMarkup(
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

it("dates an application as Los Angeles does, wherever it is read", () => {
  vi.stubEnv("TZ", "Asia/Shanghai");
  const html = shown({ status: "pending", since: "2027-03-02T03:00:00.000Z" });
  expect(html).toContain(m.host_pending_no_car({ date: "Mar 1, 2027" }));
});
