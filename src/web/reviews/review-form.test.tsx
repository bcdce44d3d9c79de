// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { m } from "#web/paraglide/messages.js";
import { submitForm } from "#test/submit-form.ts";
import { ReviewForm } from "./review-form.tsx";

let root: Root;
let host: HTMLElement;
let sent: unknown[];
const onDone = vi.fn<() => void>();

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  sent = [];
  onDone.mockReset();
  vi.stubGlobal("fetch", (_url: unknown, { body }: { body?: string } = {}) => {
    sent.push(JSON.parse(body ?? "null"));
    return Promise.resolve(Response.json({}));
  });
  host = document.body.appendChild(document.createElement("div"));
  root = createRoot(host);
  act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <ReviewForm
          orderId="0d3a0000-0000-4000-8000-000000000001"
          side="renter"
          isBlind={false}
          onDone={onDone}
        />
      </QueryClientProvider>,
    ),
  );
});
afterEach(() => {
  act(() => root.unmount());
  host.remove();
  vi.unstubAllGlobals();
});

test("a review without stars is not sent, and says what is missing", async () => {
  await submitForm(host);
  expect(sent).toEqual([]);
  expect(host.querySelector("[role=alert]")?.textContent).toBe(m.reviews_rating_missing());
});

test("a review is sent with its stars as a number, and with its words", async () => {
  host.querySelector<HTMLInputElement>('input[value="4"]')?.click();
  const words = host.querySelector("textarea");
  if (words) words.value = " Clean car. ";
  await submitForm(host);
  expect(sent).toEqual([expect.objectContaining({ rating: 4, comment: "Clean car." })]);
  expect(onDone).toHaveBeenCalledOnce();
});
