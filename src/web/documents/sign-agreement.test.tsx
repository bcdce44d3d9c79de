// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Agreement } from "#contract/documents.ts";
import { m } from "#web/paraglide/messages.js";
import { submitForm } from "#test/submit-form.ts";
import AgreementPage from "./agreement-page.tsx";
import { SignAgreement } from "./sign-agreement.tsx";

const agreement = {
  version: "1",
  textHash: "0".repeat(64),
  renter: "Wei Lin",
  lastAddress: "12 Lytton Avenue, Palo Alto",
  clauses: [],
  accepted: null,
} as unknown as Agreement;
let root: Root;
let host: HTMLElement;
let sent: unknown[];
let answer: () => Response;

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  sent = [];
  answer = () => Response.json({ ...agreement, accepted: { name: "Wei Lin", at: "2026-11-28" } });
  vi.stubGlobal("fetch", (_url: unknown, { body }: { body?: string } = {}) => {
    sent.push(JSON.parse(body ?? "null"));
    return Promise.resolve(answer());
  });
  host = document.body.appendChild(document.createElement("div"));
  root = createRoot(host);
  act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <SignAgreement orderId="0d3a0000-0000-4000-8000-000000000001" agreement={agreement} />
      </QueryClientProvider>,
    ),
  );
});
afterEach(() => {
  act(() => root.unmount());
  host.remove();
  vi.unstubAllGlobals();
});

const fill = (id: string, text: string) => {
  const field = host.querySelector<HTMLInputElement | HTMLTextAreaElement>(`#${id}`);
  if (!field) throw new Error(`There is no field ${id}`);
  // Some password managers fill a field in this way: without an event for the form or for React.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, text);
};

test("an unchanged agreement form sends the address of the last agreement", async () => {
  fill("agreement-name", "Wei Lin");
  await submitForm(host);
  expect(sent).toEqual([
    expect.objectContaining({ name: "Wei Lin", address: "12 Lytton Avenue, Palo Alto" }),
  ]);
});

test("an agreement form sends the values in its fields, even without input events", async () => {
  fill("agreement-name", "Wei Lin");
  fill("agreement-address", "1 Main Street\n  San Jose ");
  await submitForm(host);
  expect(sent).toEqual([expect.objectContaining({ address: "1 Main Street, San Jose" })]);
});

test("an agreement with an emptied address is not sent", async () => {
  fill("agreement-name", "Wei Lin");
  fill("agreement-address", " \n ");
  await submitForm(host);
  expect(sent).toEqual([]);
  expect(host.querySelector("#agreement-address")?.getAttribute("aria-invalid")).toBe("true");
});

/** The API's answer for a refusal. Its message is in English, whatever language the reader uses. */
const refusal = (code: string) => () =>
  Response.json({ code, message: "No.", error: "No.", requestId: "x" }, { status: 409 });

const announced = (): Promise<string> =>
  act(() =>
    vi.waitFor(() => {
      const alert = host.querySelector("[role=alert]");
      if (!alert) throw new Error("Nothing is announced yet");
      return alert.textContent;
    }),
  );

test("an agreement that has just changed is announced in the reader's words", async () => {
  answer = refusal("agreement_changed");
  fill("agreement-name", "Wei Lin");
  await submitForm(host);
  expect(await announced()).toBe(m.documents_changed());
});

test("an agreement that isn't ready yet is announced in the reader's words", async () => {
  answer = refusal("agreement_not_ready");
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await act(async () =>
    root.render(
      <MemoryRouter>
        <QueryClientProvider client={client}>
          <AgreementPage />
        </QueryClientProvider>
      </MemoryRouter>,
    ),
  );
  expect(await announced()).toBe(m.documents_agreement_not_ready());
});
