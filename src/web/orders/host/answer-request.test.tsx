// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { currentToast, dismissToast } from "#web/ui/toast.ts";
import { AnswerRequest } from "./answer-request.tsx";

let root: Root;
let page: HTMLElement;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ state: "declined" })));
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

test.each([
  [false, "They read it with your reason.", "The renter has been emailed."],
  [true, "They don’t see it.", "We’ll find the renter another car."],
])("a declining host learns who reads the reason (for a plan's order: %s)", async (isPlan, hint, done) => {
  const request = { id: "1", pickupDate: "2027-03-01", returnDate: "2027-04-01", isPlan, isPaidFirst: false };
  act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <AnswerRequest request={request} />
      </QueryClientProvider>,
    ),
  );
  act(() => page.querySelector<HTMLButtonElement>(".btn-secondary")?.click());
  expect(page.textContent).toContain(hint);
  const reason = page.querySelector<HTMLSelectElement>("select");
  if (!reason) throw new Error("There is no reason to choose");
  reason.value = "repair";
  await act(async () => page.querySelector<HTMLButtonElement>("[type=submit]")?.click());
  await vi.waitFor(() => expect(currentToast()?.description).toBe(done));
});
