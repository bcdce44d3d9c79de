// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import type { HeldHost } from "#contract/admin/payouts.ts";
import { HeldHosts } from "./held-hosts.tsx";
import { heldHostsQuery } from "./queries.ts";

const held = {
  host: { id: "7", name: "Wei Lin", email: "wei@mail.example" },
  open: "900.00",
  reason: "Under review",
  flags: [],
} as HeldHost;

test("a hold that ends is read again wherever a list shows it", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("fetch", async () => Response.json([]));
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  cache.setQueryData(heldHostsQuery.queryKey, [held]);
  const list = ["api", "admin", "hosts"];
  cache.setQueryData(list, [{ id: "7", isHeld: true }]);
  const page = document.body.appendChild(document.createElement("div"));
  const root = createRoot(page);
  act(() =>
    root.render(
      <MemoryRouter>
        <QueryClientProvider client={cache}>
          <HeldHosts />
        </QueryClientProvider>
      </MemoryRouter>,
    ),
  );
  await act(async () => page.querySelector<HTMLButtonElement>("button.btn")?.click());
  await act(async () => vi.waitFor(() => expect(cache.getQueryState(list)?.isInvalidated).toBe(true)));
  act(() => root.unmount());
  vi.unstubAllGlobals();
});
