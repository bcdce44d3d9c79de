// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import { applicationQuery } from "#web/accounts/queries.ts";
import HostOverviewPage from "./overview-page.tsx";

afterEach(() => vi.unstubAllGlobals());

it("the next steps are those of every car, though the list comes in pages", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const car = (id: string, state: string) => ({
    id,
    state,
    brand: "Toyota",
    model: id,
    trim: "",
    year: "2024",
    papers: [],
    calendars: { failing: 0, clashing: 0 },
    lacks: [],
    reason: "",
  });
  vi.stubGlobal("fetch", async (address: string | URL | Request) => {
    const { pathname, searchParams } = new URL(
      address instanceof Request ? address.url : address,
      "http://localhost",
    );
    const isFirst = !searchParams.get("cursor");
    const cars = isFirst ? [car("Newest", "listed")] : [car("Oldest", "declined")];
    const headers = new Headers(isFirst ? { link: `</api/host/cars?cursor=next>; rel="next"` } : {});
    return pathname === "/api/host/cars" ? Response.json(cars, { headers }) : Response.json([]);
  });
  const cache = new QueryClient();
  cache.setQueryData(applicationQuery.queryKey, { status: "none", wasHost: false, since: null });
  const today = "2026-12-01";
  const router = createMemoryRouter(
    [{ id: "root", path: "/", loader: () => ({ today }), element: <HostOverviewPage /> }],
    { hydrationData: { loaderData: { root: { today } } } },
  );
  const page = document.body.appendChild(document.createElement("div"));
  const root = createRoot(page);
  await act(async () =>
    root.render(
      <QueryClientProvider client={cache}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    ),
  );
  await act(async () =>
    vi.waitFor(() => expect(page.querySelector('a[href="/host/cars/Oldest"]')).toBeTruthy()),
  );
  act(() => root.unmount());
});
