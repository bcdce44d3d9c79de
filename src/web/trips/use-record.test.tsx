// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { m } from "#web/paraglide/messages.js";
import { RecordMaker } from "./record-maker.tsx";
import { type ConditionState, withRecord } from "./use-record.ts";

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
const open = (orderId: string, shown = state) => {
  page = document.body.appendChild(document.createElement("div"));
  root = createRoot(page);
  act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <RecordMaker orderId={orderId} kind="return" state={shown} finish="Done" onFinished={() => {}} />
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

test("a record's typed values survive a reload, for that rental only", () => {
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

const photos = ["front", "back", "interior", "odometer"].map((slot) => ({ slot, id: slot }));
const withPhotos = {
  ...state,
  records: [
    {
      id: "begun",
      kind: "return",
      stretch: 1,
      finishedAt: null,
      odometer: null,
      fuelEighths: null,
      images: photos,
    },
  ],
} as unknown as ConditionState;
const finish = async () => {
  await act(async () => page.querySelector<HTMLButtonElement>("button[type=submit]")?.click());
  await vi.waitFor(() => expect(page.querySelector(".error, .notice-bad, [role=alert]")).not.toBeNull());
};

test("a record without a fuel reading can't be finished", async () => {
  const sent = vi.fn<typeof fetch>(async () => Response.error());
  vi.stubGlobal("fetch", sent);
  open("third", withPhotos);
  type("condition-odometer", "31,250");
  await finish();
  expect(page.textContent).toContain(m.condition_fuel_missing());
  // The record's photos are fetched to be shown; nothing is sent.
  expect(sent.mock.calls.filter(([, init]) => init?.method === "POST")).toEqual([]);
});

test("a record that can't be sent without a network says so and keeps what was typed", async () => {
  vi.stubGlobal(
    "fetch",
    vi.fn<typeof fetch>(async () => {
      throw new TypeError("Failed to fetch");
    }),
  );
  open("fourth", withPhotos);
  type("condition-odometer", "31,250");
  type("condition-fuel", "8");
  await finish();
  await vi.waitFor(() => expect(page.textContent).toContain(m.condition_not_finished()));
  expect(page.textContent).not.toContain(m.condition_waiting_network());
  expect(field("condition-odometer").value).toBe("31,250");
});

test("photos that were sent side by side all stay, whichever answer comes last", () => {
  const answer = (...slots: string[]) =>
    ({ id: "begun", images: slots.map((slot) => ({ slot, id: slot })) }) as unknown as Parameters<
      typeof withRecord
    >[1];
  const [kept] = withRecord(
    withRecord([answer("front")], answer("front", "back")),
    answer("front", "interior"),
  );
  expect(kept?.images.map(({ slot }) => slot)).toEqual(["front", "interior", "back"]);
});
