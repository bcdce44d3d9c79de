// @vitest-environment happy-dom
// @own-window
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { expect, it, vi } from "vitest";
import type { AdminHostCar } from "#contract/admin/host-cars.ts";
import { currentUserQuery } from "#web/admin/queries.ts";
import { m } from "#web/paraglide/messages.js";
import { DecideHost } from "./decide-host.tsx";

const found = {
  car: { id: "c1", state: "submitted" },
  host: { id: "h1", hostingSince: null },
  application: { id: "a1", status: "pending" },
} as unknown as AdminHostCar;

it("a person is declined with a reason alone, and its field says so", async () => {
  const asked = vi.fn<typeof fetch>(async () =>
    Response.json({ code: "reason_needed", message: "", error: "" }, { status: 422 }),
  );
  vi.stubGlobal("fetch", asked);
  const cache = new QueryClient();
  cache.setQueryData(currentUserQuery.queryKey, { isAdmin: true, adminPermissions: ["all"] } as never);
  const page = document.body.appendChild(document.createElement("div"));
  const root = createRoot(page);
  root.render(
    <QueryClientProvider client={cache}>
      <DecideHost found={found} />
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(page.textContent).toContain(m.host_admin_person_reason_hint()));
  page.querySelector<HTMLButtonElement>(".btn-secondary")?.click();
  await vi.waitFor(() =>
    expect(page.querySelector("[role=alert]")?.textContent).toBe(m.admin_users_reason_missing()),
  );
  expect(page.querySelectorAll("[role=alert]")).toHaveLength(1);
  root.unmount();
  vi.unstubAllGlobals();
});
