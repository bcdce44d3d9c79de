// @vitest-environment happy-dom
// @own-window
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ExportOrders } from "./export-orders.tsx";

const choosePlace = vi.fn<() => Promise<never>>(() => Promise.reject(new DOMException("", "AbortError")));
let matching: number;
let root: Root;
let page: HTMLElement;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("showSaveFilePicker", choosePlace);
  // There are many orders in all.
  vi.stubGlobal("fetch", (url: string) =>
    Promise.resolve(
      url.includes("stats")
        ? Response.json({ totalOrders: 1_000_000 })
        : url.includes("export.csv")
          ? new Response("Order\n")
          : Response.json([], { headers: { "x-total-count": String(matching) } }),
    ),
  );
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:x" }));
  choosePlace.mockClear();
  page = document.body.appendChild(document.createElement("div"));
  root = createRoot(page);
});
afterEach(() => {
  act(() => root.unmount());
  page.remove();
  vi.unstubAllGlobals();
});

test.each([
  ["few of many orders are not", 5, "", 0],
  ["many orders are", 30_000, "", 1],
  ["few orders that a search finds are not", 5, "?search=lin", 0],
  ["as many orders as a search counts are", 1000, "?search=lin", 1],
])("an export writes straight to the disk, or not: %s", async (_which, total, query, times) => {
  matching = total;
  const client = new QueryClient();
  act(() =>
    root.render(
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[`/${query}`]}>
          <ExportOrders />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  await act(() => vi.waitFor(() => expect(client.isFetching()).toBe(0)));
  await act(async () => page.querySelector("button")?.click());
  await act(() => vi.waitFor(() => expect(client.isMutating()).toBe(0)));
  expect(choosePlace).toHaveBeenCalledTimes(times);
});
