// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import type { ProfileAnswer } from "#contract/accounts.ts";
import type { HostCar } from "#contract/host-cars.ts";
import { nothingTyped } from "#domain/cars/host/fields.ts";
import { profileQuery } from "#web/accounts/queries.ts";
import { type OwnCar, OwnCarContext } from "#web/cars/host/use-own-car.ts";
import { RequestForm } from "#web/booking/request/request-form.tsx";
import { CarReviews } from "#web/reviews/car-reviews.tsx";
import { m } from "#web/paraglide/messages.js";
import { LookStep } from "./look-step.tsx";

let page: HTMLElement;
let root: Root;

afterEach(() => {
  act(() => root.unmount());
  page.remove();
  vi.unstubAllGlobals();
});

/** Opens the look step of a car in this state, while no call is answered. */
async function open(state: string): Promise<void> {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  // The parts that are loaded when they are drawn.
  await import("#web/cars/detail/hosted-by.tsx");
  await import("#web/cars/detail/benefits.tsx");

  const typed = { brand: "Toyota", model: "Camry", monthlyPrice: "1200", maxRentDays: "90", noticeDays: "3" };
  const car = { ...nothingTyped(), ...typed, id: "7", state, images: [], pictures: [] };
  const own = { saver: {}, state: { car: car as unknown as HostCar, pending: {} }, newestYear: 2027 };
  const cache = new QueryClient();
  cache.setQueryData(profileQuery.queryKey, {
    profile: { username: null, full_name: "Wei Lin" },
  } as unknown as ProfileAnswer);
  const element = (
    <OwnCarContext value={own as unknown as OwnCar}>
      <LookStep RequestForm={RequestForm} CarReviews={CarReviews} />
    </OwnCarContext>
  );
  const router = createMemoryRouter(
    [{ id: "root", path: "/", loader: () => ({ today: "2026-11-29" }), element }],
    { hydrationData: { loaderData: { root: { today: "2026-11-29" } } } },
  );
  page = document.body.appendChild(document.createElement("div"));
  root = createRoot(page);
  await act(async () =>
    root.render(
      <QueryClientProvider client={cache}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    ),
  );
}

it("the look step shows the public page's own parts, with the request form switched off", async () => {
  await open("draft");
  await act(async () =>
    vi.waitFor(() => expect(page.textContent).toContain(m.host_public_hosted_by({ name: "Wei" }))),
  );
  const request = page.querySelector("form#request");
  expect(request?.closest("[inert]")).not.toBeNull();
  expect(request?.closest("form form")).toBeNull();
  expect(request?.textContent).toContain("$1,200");
  // Neither the host's own name nor a draft of a request of theirs is in it.
  expect(request?.getAttribute("data-draft")).toBeNull();
  expect(page.querySelector("#availability")?.closest("[inert]")).not.toBeNull();
  expect(page.querySelector("#benefits")).not.toBeNull();
});

it("the look step shows no days as free while those of a public car aren't known", async () => {
  await open("listed");
  expect(page.textContent).toContain(m.host_look_page());
  expect(page.querySelector("#availability")).toBeNull();
});
