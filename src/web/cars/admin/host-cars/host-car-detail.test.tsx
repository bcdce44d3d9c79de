// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import type { AdminHostCar } from "#contract/admin/host-cars.ts";
import { hostFieldNames } from "#domain/cars/host/fields.ts";
import { m } from "#web/paraglide/messages.js";
import { HostCarDetail } from "./host-car-detail.tsx";

vi.mock("./decide-host.tsx", () => ({ DecideHost: () => null }));
vi.mock("./own-picture.tsx", () => ({ OwnPicture: () => null }));
vi.mock("#web/cars/host/own-car-name.ts", () => ({ ownCarName: () => "Toyota Camry" }));

const found = (version: string) =>
  ({
    car: {
      ...Object.fromEntries(hostFieldNames.map((name) => [name, ""])),
      id: "c1",
      version,
      state: "submitted",
      waiting: [],
      papers: [],
      calendars: { failing: 0, clashing: 0 },
      images: [],
    },
    host: { id: "h1", email: "wei@mail.example" },
    endings: 0,
  }) as unknown as AdminHostCar;

test("the last day of a paper that waits is written as people write days", () => {
  const { car, ...rest } = found("1");
  const waiting = [
    { field: "insurance", from: "2026-12-31", to: "2027-12-31" },
    { field: "city", from: "", to: "Fremont" },
  ];
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <HostCarDetail
          found={{ ...rest, car: { ...car, waiting } } as AdminHostCar}
          onDecided={() => undefined}
          onClose={() => undefined}
        />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  expect(html).toContain("Dec 31, 2026");
  expect(html).toContain("Dec 31, 2027");
  expect(html).not.toContain("2027-12-31");
  expect(html).toContain(m.admin_car_empty_value());
});

test("a typed reason to decline a car stays when the host saves the car in the meantime", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  let version = "1";
  vi.stubGlobal("fetch", async () => {
    version = "2";
    return Response.json({ code: "stale", message: "", error: "" }, { status: 412 });
  });
  function Queue() {
    const { data } = useQuery({ queryKey: ["api", "admin", "queue"], queryFn: () => found(version) });
    return data && <HostCarDetail found={data} onDecided={() => undefined} onClose={() => undefined} />;
  }
  const page = document.body.appendChild(document.createElement("div"));
  const root = createRoot(page);
  await act(async () =>
    root.render(
      <MemoryRouter>
        <QueryClientProvider client={new QueryClient()}>
          <Queue />
        </QueryClientProvider>
      </MemoryRouter>,
    ),
  );
  const field = () => page.querySelector<HTMLTextAreaElement>("#host-car-reason");
  await act(async () => vi.waitFor(() => expect(field()).not.toBeNull()));
  await act(async () => {
    const typed = field();
    if (!typed) return;
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(typed, "No photos");
    typed.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await act(async () => page.querySelector<HTMLButtonElement>(".acts .btn-secondary")?.click());
  await act(async () => vi.waitFor(() => expect(page.textContent).toContain(m.host_admin_stale())));
  expect(field()?.value).toBe("No photos");
  act(() => root.unmount());
  vi.unstubAllGlobals();
});
