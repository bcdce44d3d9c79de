// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { m } from "#web/paraglide/messages.js";
import { currentToast } from "#web/ui/toast.ts";
import HostRequestPage from "./request-page.tsx";
import { requestStates } from "./words.ts";

vi.mock("./earnings-table.tsx", () => ({ EarningsTable: () => null }));
vi.mock("./hosted-facts.tsx", () => ({ HostedFacts: () => null }));

const props = { params: { id: "7" } } as Parameters<typeof HostRequestPage>[0];
const request = {
  id: "7",
  orderNumber: "LB-7",
  status: "pending",
  state: "waiting",
  car: { name: "Toyota Camry" },
  renter: { firstName: "Wei" },
  earnings: { total: "900.00" },
  pickupDate: "2027-03-01",
  returnDate: "2027-04-01",
  beside: [],
};

const render = async (cache: QueryClient) => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const page = document.body.appendChild(document.createElement("div"));
  const root = createRoot(page);
  await act(async () =>
    root.render(
      <MemoryRouter>
        <QueryClientProvider client={cache}>
          <HostRequestPage {...props} />
        </QueryClientProvider>
      </MemoryRouter>,
    ),
  );
  return { page, root };
};

test("a request that can't be read just now isn't missing, and one on the screen stays with what was typed", async () => {
  let answer = () => Response.json({ code: "too_many_requests", message: "", error: "" }, { status: 429 });
  vi.stubGlobal("fetch", async () => answer());
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { page, root } = await render(cache);
  const shows = (words: string) =>
    act(async () => vi.waitFor(() => expect(page.textContent).toContain(words)));
  await shows(m.session_failure_over_request_rate_limit());
  expect(page.textContent).not.toContain(m.host_request_missing());

  answer = () => Response.json(request);
  await act(async () => cache.invalidateQueries());
  await shows(m.host_request_ask());
  await act(async () => page.querySelector<HTMLButtonElement>(".acts .btn-secondary")?.click());
  const words = page.querySelector("textarea");
  if (words) words.value = "The car is at the garage";

  answer = () => new Response("", { status: 502 });
  await act(async () => cache.invalidateQueries());
  await shows(m.session_failure_network());
  expect(page.querySelector("textarea")).toBe(words);
  expect(words?.value).toBe("The car is at the garage");
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

test("a host who answers a request too late sees the reason, although the request is closed", async () => {
  let isLate = false;
  vi.stubGlobal("fetch", async (_path: string, { method }: { method?: string }) => {
    if (method === "GET") return Response.json({ ...request, ...(isLate && { state: "lapsed" }) });
    isLate = true;
    return Response.json({ code: "request_answered", message: "", error: "" }, { status: 409 });
  });
  const { page, root } = await render(new QueryClient());
  await act(async () => vi.waitFor(() => expect(page.querySelector(".acts .btn-primary")).not.toBeNull()));
  await act(async () => page.querySelector<HTMLButtonElement>(".acts .btn-primary")?.click());
  await act(async () => vi.waitFor(() => expect(page.textContent).toContain(requestStates.lapsed())));
  await vi.waitFor(() => expect(currentToast()?.title).toBe(m.host_request_late()));
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

test("an accepted request waits for the renter's payment, without buttons and without a rental to see", async () => {
  const accepted = {
    ...request,
    state: "accepted",
    isAwaitingPayment: true,
    payUntil: "2027-02-01T20:00:00Z",
  };
  vi.stubGlobal("fetch", async () => Response.json(accepted));
  const { page, root } = await render(new QueryClient());
  await act(async () =>
    vi.waitFor(() => expect(page.textContent).toContain("payment until Feb 1, 12:00 PM")),
  );
  expect(page.textContent).toContain(m.host_request_unpaid_text());
  expect(page.querySelector(".btn")).toBeNull();
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

test.each([true, false])(
  "an accepted request leads to its rental if it became one: %s",
  async (hasRental) => {
    const ended = { ...request, state: "accepted", status: "cancelled", isAwaitingPayment: false, hasRental };
    vi.stubGlobal("fetch", async () => Response.json(ended));
    const { page, root } = await render(new QueryClient());
    await act(async () =>
      vi.waitFor(() => expect(page.textContent).toContain(m.host_request_state_accepted_ended())),
    );
    expect(page.querySelector(".btn") !== null).toBe(hasRental);
    act(() => root.unmount());
    vi.unstubAllGlobals();
  },
);
