// @vitest-environment happy-dom
// @own-window
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { HostApplicationState } from "#contract/hosting.ts";
import { m } from "#web/paraglide/messages.js";
import { sessionKey } from "#web/session/session-names.ts";
import { ApplyToHost } from "./apply-to-host.tsx";

const session = JSON.stringify({
  access_token: "a.b.c",
  expires_at: 4_000_000_000,
  user: { id: "1", email: "wei@example.com" },
});
const asked = vi.fn<typeof fetch>();
let root: Root;
let host: HTMLElement;

beforeEach(() => {
  vi.stubGlobal("fetch", asked);
  host = document.body.appendChild(document.createElement("div"));
  root = createRoot(host);
});
afterEach(() => {
  root.unmount();
  host.remove();
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** Opens the application of a visitor, or of a user whose application has this status. */
function open(status?: HostApplicationState["status"]): void {
  if (status) {
    localStorage.setItem(sessionKey, session);
    asked.mockResolvedValue(Response.json({ status, since: null, wasHost: false }));
  }
  const router = createMemoryRouter([
    { path: "/", element: <ApplyToHost button="Apply">{null}</ApplyToHost> },
  ]);
  root.render(<RouterProvider router={router} />);
}

/** The buttons and links. */
const actions = () =>
  [...host.querySelectorAll("a, button")].map((one) =>
    `${one.textContent} ${one.getAttribute("href") ?? ""}`.trim(),
  );

const go = `${m.hosting_go()} /host`;

it.each([
  ["hasn't applied", "none", ["Apply", go]],
  ["waits for an answer", "pending", [go]],
  ["was approved", "approved", [go]],
  ["was declined", "declined", [m.hosting_apply_again(), go]],
] as const)("a signed-in user who %s is led to Hosting", async (_what, status, expected) => {
  open(status);
  await vi.waitFor(() => expect(actions()).toEqual(expected));
});

it("a visitor is led to the sign-up", async () => {
  open();
  await vi.waitFor(() => expect(actions()).toEqual(["Apply /signup?type=host"]));
});
