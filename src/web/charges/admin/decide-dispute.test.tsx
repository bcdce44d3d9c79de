// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import type { AdminCharge } from "#contract/charges.ts";
import { m } from "#web/paraglide/messages.js";
import { currentToast } from "#web/ui/toast.ts";
import { DecideDispute } from "./decide-dispute.tsx";

test("an administrator who decides an already decided charge sees the reason, although the form is gone", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  let isOpen = true;
  vi.stubGlobal("fetch", async () => {
    isOpen = false;
    return Response.json({ code: "charge_closed", message: "", error: "" }, { status: 409 });
  });
  function Queue() {
    const { data } = useQuery({ queryKey: ["api", "admin", "disputes"], queryFn: () => ({ isOpen }) });
    return data?.isOpen && <DecideDispute charge={{ id: "1" } as AdminCharge} />;
  }
  const page = document.body.appendChild(document.createElement("div"));
  const root = createRoot(page);
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <Queue />
      </QueryClientProvider>,
    ),
  );
  await act(async () => vi.waitFor(() => expect(page.querySelector("form")).not.toBeNull()));
  const [decision, reason] = [page.querySelector("select"), page.querySelector("textarea")];
  if (decision) decision.value = "upheld";
  if (reason) reason.value = "The photos show it";
  await act(async () => page.querySelector("form")?.requestSubmit());
  await act(async () => vi.waitFor(() => expect(page.querySelector("form")).toBeNull()));
  await vi.waitFor(() => expect(currentToast()?.title).toBe(m.charges_failed_closed()));
  act(() => root.unmount());
  vi.unstubAllGlobals();
});
