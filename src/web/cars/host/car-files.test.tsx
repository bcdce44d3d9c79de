// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { HostCar } from "#contract/host-cars.ts";
import { nothingTyped } from "#domain/cars/host/fields.ts";
import { m } from "#web/paraglide/messages.js";
import { stepNames } from "./form-steps.ts";
import OwnCarPage from "./own-car-page.tsx";
import { ownCarQuery } from "./queries.ts";

const id = "7";
const own = { id, state: "draft", version: "1", updatedAt: "1", errors: {}, lacks: [], waiting: [] };
const files = { images: [], pictures: [], papers: [] };
const car = { ...nothingTyped(), ...own, ...files } as unknown as HostCar;

let root: Root;
let page: HTMLElement;
let router: ReturnType<typeof createMemoryRouter>;
/** The calls that send files, and how the test answers each. */
let calls: {
  path: string;
  form: FormData;
  answer: (status: number, body: unknown) => Promise<void>;
  lose: () => Promise<void>;
}[];

/** What sends the files: it gets an answer only when the test gives one. */
class Call extends EventTarget {
  upload = new EventTarget();
  status = 0;
  statusText = "";
  responseText = "";
  path = "";
  open(_: string, path: string) {
    this.path = path;
  }
  setRequestHeader() {}
  abort() {
    this.dispatchEvent(new Event("abort"));
  }
  send(form: FormData) {
    const answer = (status: number, body: unknown) =>
      act(async () => {
        [this.status, this.responseText] = [status, JSON.stringify(body)];
        this.dispatchEvent(new Event("load"));
      });
    const lose = () => act(async () => void this.dispatchEvent(new Event("error")));
    calls.push({ path: this.path, form, answer, lose });
  }
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  vi.stubGlobal("XMLHttpRequest", Call);
  localStorage.clear();
  calls = [];
});
afterEach(() => {
  act(() => root.unmount());
  page.remove();
  vi.unstubAllGlobals();
});

async function open(): Promise<void> {
  const cache = new QueryClient();
  cache.setQueryData(ownCarQuery(id).queryKey, car);
  page = document.body.appendChild(document.createElement("div"));
  root = createRoot(page);
  const params = { id } as never;
  const element = <OwnCarPage params={params} loaderData={undefined} matches={[] as never} />;
  router = createMemoryRouter(
    [
      { id: "root", loader: () => ({ today: "2026-11-30" }), children: [{ path: "/host/cars/7", element }] },
      { path: "/host/cars", element: <p>Cars</p> },
    ],
    {
      initialEntries: ["/host/cars/7?step=pictures"],
      hydrationData: { loaderData: { root: { today: "2026-11-30" } } },
    },
  );
  await act(async () =>
    root.render(
      <QueryClientProvider client={cache}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    ),
  );
}
const goTo = (address: string) => act(() => router.navigate(address));
async function choose(input: string, names: readonly string[]): Promise<void> {
  const field = page.querySelector(input) as HTMLInputElement;
  const files = names.map((name) => new File(["x"], name, { type: "image/jpeg" }));
  Object.defineProperty(field, "files", { value: files, configurable: true });
  await act(async () => void field.dispatchEvent(new Event("change", { bubbles: true })));
}
const status = () => page.querySelector(".sticky [role=status]")?.textContent;
const accept = (at: number) => calls[at]?.answer(200, { car, refused: [] });
/** Whether the browser would ask before it leaves the page. */
const asks = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

it("photos on their way are sent whichever step is shown, and the form says how many are left", async () => {
  await open();
  await choose("#host-pictures", ["a.jpg", "b.jpg"]);
  expect(status()).toBe(m.host_save_files({ count: 2 }));
  await goTo("?step=words");
  await accept(0);
  expect(status()).toBe(m.host_save_files({ count: 1 }));
  expect(asks()).toBe(true);
  await accept(1);
  expect(calls.map(({ form }) => (form.get("images") as File).name)).toEqual(["a.jpg", "b.jpg"]);
  expect(status()).toContain(m.host_save_saved());
  expect(asks()).toBe(false);
});

it("a paper on its way is sent whichever step is shown", async () => {
  localStorage.setItem(`longbay.host-car.${id}.insurance-day`, JSON.stringify("2027-03-01"));
  await open();
  await goTo("?step=papers");
  await choose("#car-insurance input[type=file]", ["card.jpg"]);
  await goTo("?step=price");
  expect(status()).toBe(m.host_save_files({ count: 1 }));
  await calls[0]?.answer(200, car);
  expect([calls[0]?.form.get("kind"), calls[0]?.form.get("lastDay")]).toEqual(["insurance", "2027-03-01"]);
  expect(status()).toContain(m.host_save_saved());
});

it("a photo that is refused while another step is shown is named there, and waits in its step", async () => {
  await open();
  await choose("#host-pictures", ["a.jpg"]);
  await goTo("?step=price");
  await calls[0]?.answer(200, { car, refused: [{ file: "a.jpg", error: "broken" }] });
  const words = m.host_save_files_refused({ pictures: stepNames.pictures(), papers: stepNames.papers() });
  expect(status()).toBe(words);
  expect(asks()).toBe(false);
  await goTo("?step=pictures");
  expect(page.textContent).toContain("a.jpg");
});

it("the page asks before photos on their way are given up", async () => {
  await open();
  await choose("#host-pictures", ["a.jpg"]);
  await goTo("/host/cars");
  expect(page.querySelector("[role=alertdialog]")?.textContent).toContain(m.host_files_leave_text());
  expect(router.state.location.pathname).toBe("/host/cars/7");
});

const button = (words: string) =>
  [...page.querySelectorAll("button")].findLast((one) => one.textContent === words) as HTMLButtonElement;
const press = (words: string) => act(async () => button(words).click());
const day = () => page.querySelector("#car-insurance input[type=date]") as HTMLInputElement;
function typeDay(typed: string): void {
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(day(), typed);
    day().dispatchEvent(new Event("input", { bubbles: true }));
  });
}
/** Chooses an insurance card that is valid until 2027-03-01. */
async function chooseCard(): Promise<void> {
  await open();
  await goTo("?step=papers");
  typeDay("2027-03-01");
  await choose("#car-insurance input[type=file]", ["card.jpg"]);
}
const daysSent = () => calls.map(({ form }) => form.get("lastDay"));

it("a paper that is sent again has the last day that its file was chosen with", async () => {
  await chooseCard();
  await calls[0]?.lose();
  // Half of another year.
  typeDay("0002-03-01");
  await press(m.account_retry());
  await calls[1]?.answer(200, car);
  expect(daysSent()).toEqual(["2027-03-01", "2027-03-01"]);
  expect(day().value).toBe("0002-03-01");
});

it("the field of a last day is emptied once the day is sent, but not while it has the cursor", async () => {
  await chooseCard();
  act(() => day().focus());
  await calls[0]?.answer(200, car);
  expect(day().value).toBe("2027-03-01");
  act(() => day().blur());
  await choose("#car-insurance input[type=file]", ["card.jpg"]);
  await calls[1]?.answer(200, car);
  expect(day().value).toBe("");
});

it("a host gives up a paper that can't be sent now, and leaves without a question", async () => {
  await chooseCard();
  await calls[0]?.lose();
  expect(asks()).toBe(true);
  await press(m.host_paper_give_up());
  expect(asks()).toBe(false);
  expect(page.querySelector("#car-insurance [role=alert]")).toBeNull();
  await goTo("/host/cars");
  expect(router.state.location.pathname).toBe("/host/cars");
});

it("the page of a deleted draft is left without a question about its photos", async () => {
  await open();
  vi.stubGlobal("fetch", (_: string, { method }: RequestInit = {}) =>
    method === "DELETE" ? Promise.resolve(Response.json({ deleted: true })) : new Promise(() => undefined),
  );
  await choose("#host-pictures", ["a.jpg"]);
  await press(m.host_delete_draft());
  await press(m.host_delete_draft());
  await act(() => vi.waitFor(() => expect(router.state.location.pathname).toBe("/host/cars")));
});

it("the button that leads to the preview keeps the focus, and its way of saving is the same element", async () => {
  await open();
  await goTo("?step=price");
  const kept = () => [page.querySelector(".sticky button"), page.querySelector(".sticky [role=status]")];
  const before = kept();
  (before[0] as HTMLElement).focus();
  await goTo("?step=look");
  expect(kept()).toEqual(before);
  expect(kept()[0]).toBe(document.activeElement);
});
