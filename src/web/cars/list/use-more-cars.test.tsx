// @vitest-environment happy-dom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { createRoutesStub } from "react-router";
import { expect, test, vi } from "vitest";
import type { ShownCar } from "#web/cars/shown-car.ts";
import { useMoreCars } from "./use-more-cars.ts";

const page = (ids: string[], nextCursor?: string) => ({
  cars: ids.map((id) => ({ id })) as ShownCar[],
  nextCursor,
});
const first = page(["a", "b"], "2");
const pages = new Map([
  ["2", page(["c", "b", "d"], "3")],
  ["3", page(["d", "e", "a"])],
]);

function List() {
  const { cars, nextCursor, load } = useMoreCars(first);
  return (
    <button type="button" onClick={() => load(`/more?cursor=${nextCursor}`)}>
      {cars.map(({ id }) => id).join(" ")}
    </button>
  );
}

test("a car that moves between pages is listed once, at its first place", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const host = document.body.appendChild(document.createElement("div"));
  const root = createRoot(host);
  const Page = createRoutesStub([
    { path: "/", Component: List },
    {
      path: "/more",
      loader: ({ request }) => pages.get(new URL(request.url).searchParams.get("cursor") ?? ""),
    },
  ]);
  await act(async () => root.render(<Page initialEntries={["/"]} />));
  const button = host.querySelector("button");
  for (const shown of ["a b c d", "a b c d e"]) {
    await act(async () => button?.click());
    await act(async () => vi.waitFor(() => expect(button?.textContent).toBe(shown)));
  }
  act(() => root.unmount());
  vi.unstubAllGlobals();
});
