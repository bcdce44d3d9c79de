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

test("a host who answers a request too late sees the reason, although the request is closed", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  let isLate = false;
  vi.stubGlobal("fetch", async (_path: string, { method }: { method?: string }) => {
    if (method === "GET") return Response.json({ ...request, ...(isLate && { state: "lapsed" }) });
    isLate = true;
    return Response.json({ code: "request_answered", message: "", error: "" }, { status: 409 });
  });
  const page = document.body.appendChild(document.createElement("div"));
  const root = createRoot(page);
  await act(async () =>
    root.render(
      <MemoryRouter>
        <QueryClientProvider client={new QueryClient()}>
          <HostRequestPage {...props} />
        </QueryClientProvider>
      </MemoryRouter>,
    ),
  );
  await act(async () => vi.waitFor(() => expect(page.querySelector(".acts .btn-primary")).not.toBeNull()));
  await act(async () => page.querySelector<HTMLButtonElement>(".acts .btn-primary")?.click());
  await act(async () => vi.waitFor(() => expect(page.textContent).toContain(requestStates.lapsed())));
  await vi.waitFor(() => expect(currentToast()?.title).toBe(m.host_request_late()));
  act(() => root.unmount());
  vi.unstubAllGlobals();
});
