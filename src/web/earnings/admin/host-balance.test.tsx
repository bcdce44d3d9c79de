// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import type { HostAdjustments } from "#contract/admin/host-adjustments.ts";
import { m } from "#web/paraglide/messages.js";
import { HostBalance } from "./host-balance.tsx";

vi.mock("./adjust-balance.tsx", () => ({ AdjustBalance: () => null }));

const proposed = {
  debt: null,
  adjustments: [
    {
      id: "a1",
      kind: "take_back",
      status: "awaiting_approval",
      amount: "900.00",
      reason: "A fine",
      order: null,
      by: "Ana",
      createdAt: "2027-03-01T12:00:00Z",
      mayApprove: true,
    },
  ],
} as unknown as HostAdjustments;
const [adjustment] = proposed.adjustments;
const declined = { ...proposed, adjustments: [{ ...adjustment, status: "declined", mayApprove: false }] };

test("a correction that another administrator has already decided loses its buttons", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  let isDecided = false;
  vi.stubGlobal("fetch", async (_path: string, { method }: { method?: string }) => {
    if (method === "GET") return Response.json(isDecided ? declined : proposed);
    isDecided = true;
    return Response.json({ code: "adjustment_decided", message: "", error: "" }, { status: 409 });
  });
  const page = document.body.appendChild(document.createElement("div"));
  const root = createRoot(page);
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <HostBalance hostId="9" />
      </QueryClientProvider>,
    ),
  );
  await act(async () => vi.waitFor(() => expect(page.querySelector("li button")).not.toBeNull()));
  await act(async () => page.querySelector<HTMLButtonElement>("li button")?.click());
  await act(async () => vi.waitFor(() => expect(page.querySelector("li button")).toBeNull()));
  expect(page.textContent).toContain(m.adjust_status_declined());
  expect(page.textContent).toContain(m.adjust_error_decided());
  act(() => root.unmount());
  vi.unstubAllGlobals();
});
