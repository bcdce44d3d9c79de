// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { HostCar } from "#contract/host-cars.ts";
import { nothingTyped, type TypedFields } from "#domain/cars/host/fields.ts";
import { m } from "#web/paraglide/messages.js";
import { CarFilesSender } from "./car-files.tsx";
import { SaveState } from "./save-state.tsx";
import { PriceStep } from "./steps/price-step.tsx";
import { WordsStep } from "./steps/words-step.tsx";
import { OwnCarContext, useOwnCar } from "./use-own-car.ts";

let root: Root;
let page: HTMLElement;
let car: HostCar;
let saved: TypedFields[];

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.useFakeTimers();
  localStorage.clear();
  saved = [];
  const typed = {
    monthlyPrice: "1200.00",
    standingPrice: "1200.00",
    description: "A car.",
    features: ["Sunroof"],
  };
  const own = { id: "7", state: "listed", version: "1", updatedAt: "1", errors: {}, papers: [], images: [] };
  car = { ...nothingTyped(), ...typed, ...own } as unknown as HostCar;
  vi.stubGlobal("fetch", async (_: string, { method, body }: RequestInit = {}) => {
    if (method !== "PATCH") return new Promise(() => undefined);
    const fields = JSON.parse(String(body)) as TypedFields;
    saved.push(fields);
    const { monthlyPrice: price, description: text } = fields;
    car = {
      ...car,
      ...(price !== undefined && { monthlyPrice: `${String(price)}.00` }),
      ...(text !== undefined && { description: String(text).trim() }),
      ...(fields.features !== undefined && {
        features: [fields.features].flat().filter((one) => one !== ""),
      }),
      version: String(saved.length + 1),
      updatedAt: String(saved.length + 1),
    } as HostCar;
    return Response.json(car);
  });
});
afterEach(() => {
  act(() => root.unmount());
  page.remove();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function Form({ Step }: { Step: () => React.ReactNode }) {
  const { saver, state } = useOwnCar(car);
  return (
    <OwnCarContext value={{ saver, state, newestYear: 2027 }}>
      <CarFilesSender saver={saver}>
        <Step />
        <SaveState saver={saver} state={state} />
      </CarFilesSender>
    </OwnCarContext>
  );
}

function open(Step: () => React.ReactNode): void {
  page = document.body.appendChild(document.createElement("div"));
  root = createRoot(page);
  const router = createMemoryRouter([{ path: "/", element: <Form Step={Step} /> }]);
  act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    ),
  );
}

const field = (name: string) => page.querySelector(`#car-${name}`) as HTMLInputElement | HTMLTextAreaElement;
const button = (words: string) =>
  [...page.querySelectorAll("button")].find((one) => one.textContent === words) as HTMLButtonElement;
const pass = () => act(() => vi.advanceTimersByTimeAsync(1000));
/** Types a text and thinks a second. */
async function type(name: string, text: string): Promise<void> {
  const shown = field(name);
  act(() => {
    shown.focus();
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(shown), "value")?.set?.call(shown, text);
    shown.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await pass();
}
async function leave(name: string): Promise<void> {
  act(() => field(name).blur());
  await pass();
}

it("a listed car's price is saved when the host leaves the field, and is never half typed", async () => {
  open(PriceStep);
  await type("monthlyPrice", "12");
  expect(page.textContent).toContain(m.host_save_leave());
  await type("monthlyPrice", "1250");
  expect([saved, field("monthlyPrice").value]).toEqual([[], "1250"]);
  await leave("monthlyPrice");
  expect([saved, field("monthlyPrice").value]).toEqual([[{ monthlyPrice: "1250" }], "1250.00"]);
  expect(page.textContent).toContain(m.host_save_saved());
});

it("a listed car's price that moves far is sent once the host confirms it", async () => {
  open(PriceStep);
  await type("monthlyPrice", "12");
  expect(page.querySelector("[role=alert]")).toBeNull();
  await leave("monthlyPrice");
  expect(page.textContent).toContain(m.host_price_leap({ price: "$12" }));
  expect(page.textContent).toContain(m.host_save_price());
  expect(saved).toEqual([]);
  act(() => button(m.host_price_leap_yes({ price: "$12" })).click());
  await pass();
  expect(saved).toEqual([{ monthlyPrice: "12" }]);
  expect(page.textContent).toContain(m.host_save_saved());
});

it("the link that asks for the price's confirmation leads to the question", async () => {
  open(PriceStep);
  await type("monthlyPrice", "12");
  await leave("monthlyPrice");
  // The page focuses the field that the link names.
  act(() => field("monthlyPrice").focus());
  await pass();
  expect(page.textContent).toContain(m.host_price_leap({ price: "$12" }));
  expect(page.textContent).toContain(m.host_save_price());
  await type("monthlyPrice", "125");
  expect(page.textContent).not.toContain(m.host_price_leap({ price: "$125" }));
  expect(page.textContent).toContain(m.host_save_leave());
});

it("a half-typed price waits in its field while the page is hidden", async () => {
  open(PriceStep);
  await type("monthlyPrice", "1251");
  const hidden = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  await pass();
  hidden.mockRestore();
  expect([saved, field("monthlyPrice").value]).toEqual([[], "1251"]);
  expect(page.textContent).toContain(m.host_save_leave());
  await leave("monthlyPrice");
  expect(saved).toEqual([{ monthlyPrice: "1251" }]);
});

it("the host keeps a listed car's price", async () => {
  open(PriceStep);
  await type("monthlyPrice", "12");
  await leave("monthlyPrice");
  act(() => button(m.host_price_leap_no()).click());
  await pass();
  expect([saved, field("monthlyPrice").value]).toEqual([[], "1200.00"]);
});

it("what is typed is sent when the page is hidden, and the field keeps its text", async () => {
  open(WordsStep);
  await type("description", "A quiet ");
  expect(saved).toEqual([]);
  const hidden = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  await pass();
  hidden.mockRestore();
  expect([saved, field("description").value]).toEqual([[{ description: "A quiet " }], "A quiet "]);
  await type("description", "A quiet car");
  await leave("description");
  expect(saved.at(-1)).toEqual({ description: "A quiet car" });
});

it("what is typed is sent when its step is left without leaving the field", async () => {
  open(PriceStep);
  await type("monthlyPrice", "1250");
  act(() => root.render(null));
  await pass();
  expect(saved).toEqual([{ monthlyPrice: "1250" }]);
});

it("a field stays open while another window is in front", async () => {
  open(PriceStep);
  await type("monthlyPrice", "125");
  act(() => void field("monthlyPrice").dispatchEvent(new FocusEvent("focusout", { bubbles: true })));
  await pass();
  expect([saved, field("monthlyPrice").value]).toEqual([[], "125"]);
});

it("a feature that is ticked while others are typed is ticked", async () => {
  open(WordsStep);
  await type("features", "Roof box");
  const bluetooth = () =>
    [...page.querySelectorAll("label.choice")]
      .find((one) => one.textContent === "Bluetooth")
      ?.querySelector("input") as HTMLInputElement;
  // A browser may leave the cursor in the other field.
  act(() => bluetooth().click());
  await pass();
  expect(bluetooth().checked).toBe(true);
  expect(saved.at(-1)).toEqual({ features: ["Sunroof", "Bluetooth", "Roof box"] });
});

it("other features keep their lines while they are typed, also those with a usual feature's name", async () => {
  open(WordsStep);
  const lines = () => field("features").value;
  const isTicked = (words: string) =>
    [...page.querySelectorAll("label.choice")]
      .find((one) => one.textContent === words)
      ?.querySelector("input")?.checked;
  for (const text of ["Roof box\n", "Roof box\nBluetooth", "Roof box\nBluetooth 5\n"]) {
    await type("features", text);
    expect([lines(), isTicked("Bluetooth"), isTicked("Sunroof")]).toEqual([text, false, true]);
  }
  await leave("features");
  expect([lines(), saved]).toEqual([
    "Roof box\nBluetooth 5",
    [{ features: ["Sunroof", "Roof box", "Bluetooth 5", ""] }],
  ]);
});
