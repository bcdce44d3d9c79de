import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import { Availability } from "./availability.tsx";

afterEach(() => void vi.restoreAllMocks());

const page = (today: string): string =>
  renderToString(
    <RouterProvider
      router={createMemoryRouter([
        {
          path: "/",
          element: (
            <Availability
              availability={{
                carId: "1ac0ffee-0000-4000-8000-000000000001",
                available: true,
                minRentDays: 30,
                from: today,
                until: "2029-01-01",
                taken: [{ from: "2027-02-03", until: "2027-03-09" }],
                free: [{ from: "2027-03-10", until: "2029-01-01" }],
              }}
              firstDay={today}
            />
          ),
        },
      ])}
    />,
  );

it("date formats are reused from page to page, and never made again for each page", () => {
  const first = page("2027-01-15");
  const made = vi.spyOn(Intl, "DateTimeFormat");
  expect(page("2027-01-15")).toBe(first);
  expect(page("2027-05-02")).toContain("April 2028");
  expect(made).not.toHaveBeenCalled();
});
