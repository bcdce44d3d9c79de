// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Replacements as Offered } from "#contract/continuity.ts";
import { m } from "#web/paraglide/messages.js";
import { Replacements } from "./replacements.tsx";

const offered: Offered = {
  state: "offered",
  reason: "needed_back",
  carName: "Honda Civic",
  endsOn: "2026-12-14",
  cars: [
    {
      id: "1",
      name: "Kia Niro",
      year: 2024,
      city: "San Jose",
      image: "/niro.webp",
      total: "3000.00",
      saved: "0.00",
      from: "2026-12-15",
      isHeld: true,
    },
  ],
  heldUntil: "2026-12-03T20:00:00.000Z",
  unused: { days: 60, amount: "2000.00", refund: "2000.00" },
};

let root: Root;
let page: HTMLElement;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(offered)));
  page = document.body.appendChild(document.createElement("div"));
  root = createRoot(page);
});
afterEach(() => {
  act(() => root.unmount());
  document.body.innerHTML = "";
  vi.unstubAllGlobals();
});

const show = () =>
  act(async () =>
    root.render(
      <MemoryRouter>
        <Replacements order={{ id: "7" }} onAnswered={() => undefined} />
      </MemoryRouter>,
    ),
  );

test("an offer that is read at the second try shows no error of the first", async () => {
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await show();
  await vi.waitFor(() => expect(page.textContent).toContain(m.session_failure_network()));
  vi.stubGlobal("fetch", fetch);
  await show();
  await vi.waitFor(() => expect(page.textContent).toContain("Kia Niro"));
  expect(page.textContent).not.toContain(m.session_failure_network());
});

test("each offered car shows the first day for its renter", async () => {
  await show();
  await vi.waitFor(() => expect(page.textContent).toContain(m.replacement_from({ day: "Dec 15, 2026" })));
});
