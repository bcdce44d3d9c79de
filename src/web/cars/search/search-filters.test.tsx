// @vitest-environment happy-dom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { createRoutesStub } from "react-router";
import { expect, test, vi } from "vitest";
import { SearchFilters } from "./search-filters.tsx";
import { readSearchQuery } from "./search-query.ts";

test("every field that the search would not take says so, and keeps what was asked", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const host = document.body.appendChild(document.createElement("div"));
  const root = createRoot(host);
  const filters = readSearchQuery(new URLSearchParams("minPrice=900&maxPrice=-1&toYear=2024"), "2026-11-22");
  const given = { filters, refused: ["maxPrice", "toYear"], today: "2026-11-22", makes: [], locations: [] };
  const Page = createRoutesStub([{ path: "/search", Component: () => <SearchFilters {...given} /> }]);
  await act(async () => root.render(<Page initialEntries={["/search"]} />));
  const wrong = [...host.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[aria-invalid]")];
  expect(wrong.map(({ name, value }) => [name, value])).toEqual([
    ["maxPrice", "-1"],
    ["toYear", "2024"],
  ]);
  for (const field of wrong)
    expect(host.querySelector(`#${field.getAttribute("aria-describedby")}`)?.textContent).toBe(
      "Please check this field",
    );
  act(() => root.unmount());
  vi.unstubAllGlobals();
});
