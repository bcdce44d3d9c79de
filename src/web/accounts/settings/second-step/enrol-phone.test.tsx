// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EnrolPhone } from "./enrol-phone.tsx";

type ByFactor = (asked: { factorId: string }) => Promise<unknown>;
const mfa = {
  enroll: vi.fn<() => Promise<unknown>>(),
  challenge: vi.fn<ByFactor>(),
  unenroll: vi.fn<ByFactor>(),
};
vi.mock("#web/session/auth-client.ts", () => ({ authClient: async () => ({ mfa }) }));

const host = document.createElement("div");
let close: () => void;
let hasCancelled = false;

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  let count = 0;
  mfa.enroll.mockReset().mockImplementation(async () => ({ data: { id: `begun ${++count}` }, error: null }));
  mfa.challenge.mockReset().mockResolvedValue({ data: { id: "challenge" }, error: null });
  mfa.unenroll.mockReset().mockResolvedValue({ error: null });
  hasCancelled = false;
  const root = createRoot(document.body.appendChild(host));
  act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <EnrolPhone
          unfinished={[{ id: "old", name: "", kind: "phone", isVerified: false }]}
          onVerified={async () => undefined}
          onCancel={() => (hasCancelled = true)}
        />
      </QueryClientProvider>,
    ),
  );
  close = () => act(() => root.unmount());
});
afterEach(() => {
  close();
  vi.unstubAllGlobals();
});

async function sendCode() {
  const number = host.querySelector<HTMLInputElement>("[name=phone]");
  if (number) number.value = "+14155550132";
  await act(async () => host.querySelector("form")?.requestSubmit());
}
const codeIsAsked = () =>
  act(async () => vi.waitFor(() => expect(host.querySelector("[name=code]")).not.toBeNull()));
const cancel = () => act(async () => host.querySelector<HTMLButtonElement>("button[type=button]")?.click());
const dropped = () => mfa.unenroll.mock.calls.map(([{ factorId }]) => factorId);

test("Cancel removes the phone that was being added", async () => {
  await sendCode();
  await codeIsAsked();
  await cancel();
  expect([dropped(), hasCancelled]).toEqual([["old", "begun 1"], true]);
});

test("Cancel before a phone was added removes nothing", async () => {
  await cancel();
  expect([dropped(), hasCancelled]).toEqual([[], true]);
});

test("a code that could not be sent leaves no phone in the way of the next try", async () => {
  mfa.challenge.mockResolvedValueOnce({ data: null, error: new Error("No text went") });
  await sendCode();
  await act(async () => vi.waitFor(() => expect(host.querySelector("[role=alert]")).not.toBeNull()));
  await sendCode();
  await codeIsAsked();
  expect(dropped()).toEqual(["old", "old", "begun 1"]);
});
