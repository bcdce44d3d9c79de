// @vitest-environment happy-dom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it, vi } from "vitest";
import { useQueueAddress } from "./use-queue-address.ts";

const states = [{ id: "open" }, { id: "closed" }] as const;

function Queue() {
  const { state, chosenId, show } = useQueueAddress({ name: "state", states, usual: "open" });
  return (
    <>
      <output>{`${state} ${chosenId}`}</output>
      <button type="button" onClick={() => show("closed", "8")} />
      <button type="button" onClick={() => show("open")} />
    </>
  );
}

it("a queue's address names the state and the chosen item and leaves out the usual state", () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const router = createMemoryRouter([{ path: "/", element: <Queue /> }], {
    initialEntries: ["/?state=lost&id=7"],
  });
  const page = document.body.appendChild(document.createElement("div"));
  const root = createRoot(page);
  act(() => root.render(<RouterProvider router={router} />));
  const [choose, leave] = page.querySelectorAll("button");
  expect(page.textContent).toBe("open 7");

  act(() => choose?.click());
  expect(router.state.location.search).toBe("?state=closed&id=8");
  expect(page.textContent).toBe("closed 8");
  act(() => leave?.click());
  expect(router.state.location.search).toBe("");
  expect(page.textContent).toBe("open null");
  expect(router.state.historyAction).toBe("REPLACE");
  act(() => root.unmount());
  vi.unstubAllGlobals();
});
