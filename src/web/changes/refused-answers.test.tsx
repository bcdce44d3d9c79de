// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { m } from "#web/paraglide/messages.js";
import "#web/session/refusal-words.ts";
import { currentToast, dismissToast } from "#web/ui/toast.ts";
import { OpenRequest } from "./admin/open-request.tsx";
import { ChangeRequests } from "./host/change-requests.tsx";

vi.mock("./change-price.tsx", () => ({ ChangePrice: () => null }));

const days = { pickupDate: "2027-03-01", returnDate: "2027-04-01", earns: "900.00" };
const hosted = {
  id: "1",
  orderId: "7",
  kind: "extension",
  renter: { name: "Wei Lin" },
  car: "Toyota Camry",
  before: days,
  after: days,
};
const asked = {
  id: "1",
  kind: "extension",
  status: "requested",
  effectiveReturnDate: "2027-04-01",
  after: { rental: days },
};
const offered = { ...asked, kind: "swap" };

let root: Root;
let page: HTMLElement;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  page = document.body.appendChild(document.createElement("div"));
  root = createRoot(page);
});
afterEach(() => {
  act(() => root.unmount());
  page.remove();
  const shown = currentToast();
  if (shown) dismissToast(shown.id);
  vi.unstubAllGlobals();
});

test.each<[string, ReactNode, object]>([
  ["a host", <ChangeRequests key="host" />, hosted],
  ["an administrator", <OpenRequest key="admin" orderId="7" />, asked],
  ["an administrator who withdraws an offer", <OpenRequest key="offer" orderId="7" />, offered],
])(
  "%s who answers a change too late sees the reason, although the change is gone",
  async (_, screen, change) => {
    let isLate = false;
    vi.stubGlobal("fetch", async (_path: string, { method }: { method?: string }) => {
      if (method === "GET") return Response.json(isLate ? [] : [change]);
      isLate = true;
      return Response.json({ code: "change_answered", message: "English", error: "" }, { status: 409 });
    });
    await act(async () =>
      root.render(
        <MemoryRouter>
          <QueryClientProvider client={new QueryClient()}>{screen}</QueryClientProvider>
        </MemoryRouter>,
      ),
    );
    await act(async () => vi.waitFor(() => expect(page.querySelector("button")).not.toBeNull()));
    await act(async () => page.querySelector("button")?.click());
    await act(async () => vi.waitFor(() => expect(page.querySelector("button")).toBeNull()));
    await vi.waitFor(() => expect(currentToast()?.title).toBe(m.changes_answered()));
  },
);
