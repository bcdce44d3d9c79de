// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RecordMaker } from "./record-maker.tsx";
import type { ConditionState } from "./use-record.ts";

const state = {
  status: "in_progress",
  reader: "renter",
  lacks: [],
  mayOverride: false,
  records: [],
  stretchOf: { pickup: 1, return: 1 },
} as unknown as ConditionState;

let root: Root;
let page: HTMLElement;
const open = (orderId: string) => {
  page = document.body.appendChild(document.createElement("div"));
  root = createRoot(page);
  act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <RecordMaker orderId={orderId} kind="return" state={state} finish="Done" onFinished={() => {}} />
      </QueryClientProvider>,
    ),
  );
};
const leave = () => act(() => root.unmount());
const field = (id: string) => {
  const found = page.querySelector<HTMLInputElement | HTMLTextAreaElement>(`#${id}`);
  if (!found) throw new Error(`There is no ${id}`);
  return found;
};
function type(id: string, text: string): void {
  const input = field(id);
  const kind = input instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  act(() => {
    Object.getOwnPropertyDescriptor(kind.prototype, "value")?.set?.call(input, text);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  sessionStorage.clear();
});
afterEach(() => {
  leave();
  document.body.innerHTML = "";
  vi.unstubAllGlobals();
});

test("what is typed of a record is there again when the phone has given up its page, for that rental alone", () => {
  open("first");
  type("condition-odometer", "31,250");
  type("condition-remark", "A scratch on the left door");
  leave();
  open("first");
  expect([field("condition-odometer").value, field("condition-remark").value]).toEqual([
    "31,250",
    "A scratch on the left door",
  ]);
  leave();
  open("second");
  expect(field("condition-odometer").value).toBe("");
});
