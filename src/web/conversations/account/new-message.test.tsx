// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { m } from "#web/paraglide/messages.js";
import { NewMessage } from "./new-message.tsx";

const orderId = crypto.randomUUID();
let root: Root;
let page: HTMLElement;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  sessionStorage.clear();
});
afterEach(() => {
  act(() => root.unmount());
  document.body.innerHTML = "";
  vi.unstubAllGlobals();
});

/** The page of an accident's report, with an API that answers by path; what it was sent is what this returns. */
async function report(answer: (path: string) => Response): Promise<{ sent: unknown[] }> {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (path: string, init?: { method?: string; body?: unknown }) => {
    if (init?.method === "POST" && path.endsWith("/conversations")) sent.push(JSON.parse(String(init.body)));
    return answer(path);
  });
  page = document.body.appendChild(document.createElement("div"));
  root = createRoot(page);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[`/dashboard/messages/new?order=${orderId}&report=accident`]}>
          <NewMessage />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  await vi.waitFor(() => expect(page.querySelector("form")).not.toBeNull());
  await act(async () => page.querySelector<HTMLButtonElement>("button[type=submit]")?.click());
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  return { sent };
}
const failed = () => new Response("{}", { status: 503 });

test.each([
  ["is none of the newest", "[]", true],
  ["can't be read, nor can the list of orders", undefined, false],
])("an accident can be reported for an order that %s", async (_how, list, isRead) => {
  const { sent } = await report((path) => {
    if (path.includes(`/orders/${orderId}`) && isRead)
      return Response.json({ id: orderId, orderNumber: "LB-2345-6789", carName: "Honda Civic" });
    if (path.includes("/account/orders?") && list)
      return new Response(list, { headers: { "content-type": "application/json", "x-total-count": "0" } });
    return failed();
  });
  expect(sent).toMatchObject([
    { about: { orderId }, report: "accident", subject: m.help_subject_accident() },
  ]);
  expect(page.textContent).toContain(
    isRead ? m.conversations_about_order({ number: "LB-2345-6789" }) : m.conversations_this_order(),
  );
});
