// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, type ComponentProps } from "react";
import { createRoot, type Root } from "react-dom/client";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AdminOrder } from "#contract/admin/orders.ts";
import { currentUserQuery } from "#web/admin/queries.ts";
import { m } from "#web/paraglide/messages.js";
import type { AdminOrderTable } from "./order-table.tsx";
import { AdminOrders } from "./orders.tsx";

const order = {
  id: "7",
  orderNumber: "LB-7",
  status: "confirmed",
  pickupDate: "2027-03-01",
  returnDate: "2027-04-01",
} as AdminOrder;

// The table draws the rows near the screen, and there is no screen here.
vi.mock("./order-table.tsx", () => ({
  AdminOrderTable: ({ orders, onSet }: Pick<ComponentProps<typeof AdminOrderTable>, "orders" | "onSet">) => (
    <select
      aria-label="status"
      onChange={({ target }) => orders[0] && onSet(orders[0], target.value as never)}
    >
      <option>confirmed</option>
      <option>in_progress</option>
      <option>cancelled</option>
    </select>
  ),
}));

let root: Root;
let page: HTMLElement;
let sent: unknown[];
let answer: () => Promise<Response>;
let listed: AdminOrder[];
let cache: QueryClient;
beforeEach(async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  sent = [];
  listed = [order];
  vi.stubGlobal("fetch", (path: string, init: { method?: string; body?: string }) => {
    if (init.method !== "GET") {
      sent.push(JSON.parse(init.body ?? ""));
      return answer();
    }
    if (path.endsWith("/orders/7"))
      return Promise.resolve(Response.json({ ...order, status: "in_progress" }));
    const isList = path.includes("/orders?");
    return isList
      ? Promise.resolve(Response.json(listed, { headers: { "x-total-count": `${listed.length}` } }))
      : Promise.reject(new TypeError("Failed to fetch"));
  });
  page = document.body.appendChild(document.createElement("div"));
  root = createRoot(page);
  cache = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Infinity }, mutations: { retry: false } },
  });
  cache.setQueryData(currentUserQuery.queryKey, { isAdmin: true, adminPermissions: [] } as never);
  await act(async () =>
    root.render(
      <MemoryRouter>
        <QueryClientProvider client={cache}>
          <AdminOrders titleOf={() => "A car"} partsOf={() => ({}) as never} />
        </QueryClientProvider>
      </MemoryRouter>,
    ),
  );
  await act(async () => vi.waitUntil(() => page.querySelector("[aria-label=status]")));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.innerHTML = "";
  vi.unstubAllGlobals();
});

const dialog = () => document.querySelector("dialog");
const choose = (status: string) =>
  act(async () => {
    const select = page.querySelector<HTMLSelectElement>("[aria-label=status]");
    if (!select) return;
    select.value = status;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });
const confirm = () =>
  act(async () => dialog()?.querySelector<HTMLButtonElement>(".acts .btn-primary")?.click());

test("a cancellation from the list can have a reason", async () => {
  answer = () => Promise.resolve(Response.json({ ...order, status: "cancelled", change: null }));
  await choose("cancelled");
  const field = dialog()?.querySelector<HTMLInputElement>("#asked-reason");
  expect(dialog()?.textContent).toContain(m.admin_orders_reason_hint());
  if (field) field.value = "The car was in an accident";
  await confirm();
  expect(sent).toEqual([
    expect.objectContaining({ status: "cancelled", reason: "The car was in an accident" }),
  ]);
  await act(async () => vi.waitFor(() => expect(dialog()).toBeNull()));
});

test.each([
  [
    "a refusal",
    () =>
      Promise.resolve(
        Response.json({ code: "order_without_car", message: "No car.", error: "No car." }, { status: 409 }),
      ),
    m.admin_orders_error_no_car(),
  ],
  ["a lost network", () => Promise.reject(new TypeError("Failed to fetch")), m.session_failure_network()],
])("a dialog with a refused status stays open with the typed reason: %s", async (_, refused, words) => {
  answer = refused;
  await choose("in_progress");
  const field = dialog()?.querySelector<HTMLInputElement>("#asked-reason");
  if (field) field.value = "Handed over in person";
  await confirm();
  await act(async () => vi.waitFor(() => expect(dialog()?.textContent).toContain(words)));
  expect(dialog()?.querySelector<HTMLInputElement>("#asked-reason")?.value).toBe("Handed over in person");
});

test("a status that somebody else changed is set from theirs, though the list has lost the order", async () => {
  const stale = { code: "stale", message: "Changed.", error: "Changed." };
  answer = () => Promise.resolve(Response.json(stale, { status: 409 }));
  await choose("cancelled");
  listed = [];
  await act(() => cache.refetchQueries({ predicate: ({ queryKey }) => queryKey[2] === "orders" }));
  await confirm();
  await act(async () =>
    vi.waitFor(() => expect(dialog()?.textContent).toContain(m.admin_orders_error_stale())),
  );
  await confirm();
  await act(async () => vi.waitFor(() => expect(sent).toHaveLength(2)));
  expect(sent).toMatchObject([{ from: "confirmed" }, { from: "in_progress" }]);
});
