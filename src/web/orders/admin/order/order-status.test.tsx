// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import type { AdminOrderDetail } from "#contract/admin/orders.ts";
import { adminOrderQuery } from "#web/orders/admin/queries.ts";
import { AdminOrderStatus } from "./order-status.tsx";

const order = { id: "7", orderNumber: "LB-7", status: "pending" } as AdminOrderDetail;

test("a status that is set empties its form at once, and the next choice outlasts what is read anew", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("fetch", async () => Response.json({ ...order, status: "confirmed", change: null }));
  const cache = new QueryClient();
  cache.setQueryData(adminOrderQuery("7").queryKey, order);
  const reading = Promise.withResolvers<void>();
  vi.spyOn(cache, "invalidateQueries").mockReturnValue(reading.promise);
  const page = document.body.appendChild(document.createElement("div"));
  const root = createRoot(page);
  const show = () =>
    act(() =>
      root.render(
        <QueryClientProvider client={cache}>
          <AdminOrderStatus order={cache.getQueryData(adminOrderQuery("7").queryKey) ?? order} />
        </QueryClientProvider>,
      ),
    );
  show();
  const status = () => page.querySelector("select") as HTMLSelectElement;
  const reason = page.querySelector("#admin-order-reason") as HTMLInputElement;
  status().value = "confirmed";
  reason.value = "Called back";
  await act(async () => page.querySelector("form")?.requestSubmit());
  await act(async () => vi.waitFor(() => expect(reason.value).toBe("")));
  show();
  expect(status().value).toBe("confirmed");

  status().value = "cancelled";
  reason.value = "The car broke down";
  await act(async () => reading.resolve());
  show();
  expect([status().value, reason.value]).toEqual(["cancelled", "The car broke down"]);
  act(() => root.unmount());
  vi.unstubAllGlobals();
});
