// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import type { AdminUserDetail } from "#contract/admin/accounts.ts";
import { currentUserQuery } from "#web/admin/queries.ts";
import { UserDetail } from "./user-detail.tsx";

const user = {
  id: "7",
  email: "wei@mail.example",
  fullName: "Wei Lin",
  role: "customer",
  permissions: [],
  createdAt: "2026-10-01T08:00:00.000Z",
  suspendedAt: null,
  orders: 0,
  sessions: null,
  history: [],
} as unknown as AdminUserDetail;

test("the reason of a suspension doesn't stand in the form that ends it", () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  cache.setQueryData(currentUserQuery.queryKey, { id: "1", isAdmin: true, adminPermissions: [] } as never);
  const page = document.body.appendChild(document.createElement("div"));
  const root = createRoot(page);
  const show = (suspendedAt: string | null) =>
    act(() =>
      root.render(
        <MemoryRouter>
          <QueryClientProvider client={cache}>
            <UserDetail user={{ ...user, suspendedAt }} onDone={() => undefined} />
          </QueryClientProvider>
        </MemoryRouter>,
      ),
    );
  const reason = () => page.querySelector<HTMLInputElement>("#person-suspend-reason");
  show(null);
  const typed = reason();
  if (typed) typed.value = "Sent false papers";
  show(null);
  expect(reason()?.value).toBe("Sent false papers");
  show("2026-11-01T08:00:00.000Z");
  expect(reason()?.value).toBe("");
  act(() => root.unmount());
  vi.unstubAllGlobals();
});
