import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import type { AdminHostCar } from "#contract/admin/host-cars.ts";
import type { HostCar } from "#contract/host-cars.ts";
import type { HostApplicationState } from "#contract/hosting.ts";
import { DecideHost } from "#web/cars/admin/host-cars/decide-host.tsx";
import { applicationQuery } from "#web/accounts/queries.ts";
import { m } from "#web/paraglide/messages.js";
import { CarStanding } from "./car-standing.tsx";
import type { SaverState } from "./saver-state.ts";
import { SubmitStep } from "./steps/submit-step.tsx";
import { type OwnCar, OwnCarContext } from "./use-own-car.ts";

const car = { id: "7", state: "submitted", waiting: [], reason: "", lacks: [] } as unknown as HostCar;
const ownAt = (step: SaverState["step"]) =>
  ({ saver: {}, state: { car: { ...car, state: "draft" }, step }, newestYear: 2027 }) as unknown as OwnCar;
const own = { saver: {}, state: { car, step: "saved" }, newestYear: 2027 } as unknown as OwnCar;

/** Renders an element for a user whose application to host has this status. */
function shown(element: React.ReactNode, status?: HostApplicationState["status"]): string {
  const cache = new QueryClient();
  if (status) cache.setQueryData(applicationQuery.queryKey, { status, wasHost: false, since: null });
  const router = createMemoryRouter([{ id: "root", path: "/", element }]);
  return renderToStaticMarkup(
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
const shownToHost = (status: HostApplicationState["status"]) =>
  shown(
    <OwnCarContext value={own}>
      <CarStanding car={car} />
      <SubmitStep />
    </OwnCarContext>,
    status,
  );

it.each([
  ["declined", m.host_submitted_person_declined()],
  ["none", m.host_submitted_no_host()],
] as const)("a submitted car can be submitted again when its host's application is %s", (status, words) => {
  const html = shownToHost(status);
  expect(html).toContain(words);
  expect(html).toContain(m.host_submit_anew());
  expect(html).toMatch(new RegExp(`<button[^>]*>${m.host_submit_again()}`));
  expect(html).not.toContain(m.host_submitted_text());
});

it.each(["typed", "saving", "unsent", "refused"] as const)(
  "a car can be submitted once all that is typed is saved, not while the saver's step is %s",
  (step) => {
    const buttonAt = (at: SaverState["step"]) =>
      /<button[^>]*>/.exec(
        shown(
          <OwnCarContext value={ownAt(at)}>
            <SubmitStep />
          </OwnCarContext>,
        ),
      )?.[0];
    expect(buttonAt(step)).toContain("disabled");
    expect(buttonAt("saved")).not.toContain("disabled");
  },
);

it.each([
  ["pending", m.host_submitted_first()],
  ["approved", m.host_submitted_text()],
] as const)("a submitted car waits for us when its host's application is %s", (status, words) => {
  const html = shownToHost(status);
  expect(html).toContain(words);
  expect(html).not.toContain("<button");
});

it.each([null, { status: "approved" }])(
  "the back office shows that no application waits after %j",
  (application) => {
    const desk = (state: HostCar["state"]) =>
      shown(
        <DecideHost
          found={
            { car: { ...car, state }, host: { hostingSince: null }, application } as unknown as AdminHostCar
          }
        />,
      );
    expect(desk("submitted")).toContain(m.host_admin_not_applying());
    expect(desk("paused")).toBe("");
  },
);
