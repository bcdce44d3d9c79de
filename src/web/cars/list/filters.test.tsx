// @vitest-environment happy-dom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { createRoutesStub } from "react-router";
import { expect, test, vi } from "vitest";
import { Filters } from "./filters.tsx";
import { readListQuery } from "./list-query.ts";
import { priceError } from "./prices.ts";

test("every field that the API refuses shows its error and keeps the typed value", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const host = document.body.appendChild(document.createElement("div"));
  const root = createRoot(host);
  const firstDay = "2026-11-22";
  const filters = readListQuery(
    "/search",
    new URLSearchParams("minPrice=900&maxPrice=-1&fromYear=2024&toYear=2020&seats=many&location=San"),
    firstDay,
  );
  const given = {
    form: { current: null },
    filters,
    refused: ["maxPrice", "fromYear", "seats"],
    wrongPrice: priceError(filters),
    firstDay,
    brands: [],
    locations: [{ id: "fremont-ca", city: "Fremont", state: "CA", count: 2 }],
    bounds: { low: 500, high: 2400 },
    total: 0,
    isPending: false,
    clearTo: "/search",
    ask: () => undefined,
    askSoon: () => {},
    cityMap: () => null,
  };
  const Page = createRoutesStub([{ path: "/search", Component: () => <Filters {...given} /> }]);
  await act(async () => root.render(<Page initialEntries={["/search"]} />));
  const wrong = [...host.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[aria-invalid]")];
  expect(
    wrong.map((field) => [
      field.name,
      field.value,
      host.querySelector(`#${field.getAttribute("aria-describedby")}`)?.textContent,
    ]),
  ).toEqual([
    ["maxPrice", "-1", "Please enter a price in dollars, such as 900."],
    ["seats", "many", "Please check this field"],
    ["fromYear", "2024", "The first year is after the last."],
  ]);
  expect(host.querySelector<HTMLSelectElement>("[name=location]")?.value).toBe("San");
  // Cars may be of next year's model.
  for (const name of ["fromYear", "toYear"])
    expect(host.querySelector<HTMLOptionElement>(`[name=${name}] option[value="2027"]`)).not.toBeNull();
  act(() => root.unmount());
  vi.unstubAllGlobals();
});
