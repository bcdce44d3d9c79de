// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AdminUser } from "#contract/admin/accounts.ts";
import { submitForm } from "#test/submit-form.ts";
import { m } from "#web/paraglide/messages.js";
import { RightsForm } from "./rights-form.tsx";

const user: AdminUser = {
  id: "0c7e2b5a-6d0c-4f4e-9d53-0f6f4a3f1c11",
  email: "wei@example.com",
  fullName: "Wei Lin",
  username: null,
  phone: "",
  role: "admin",
  permissions: ["manage_cars", "upload_data"],
  namedRole: "custom",
  isReadOnly: false,
  createdAt: "2026-11-01T00:00:00Z",
  suspendedAt: null,
};
let root: Root;
let host: HTMLElement;
const sent: Record<string, unknown>[] = [];

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  host = document.body.appendChild(document.createElement("div"));
  root = createRoot(host);
  sent.length = 0;
  vi.stubGlobal("fetch", (_path: string, init: { body: string }) => {
    sent.push(JSON.parse(init.body) as Record<string, unknown>);
    const body = JSON.stringify({ code: "stale", message: "Someone else was first.", error: "" });
    return Promise.resolve(
      new Response(body, { status: 412, headers: { "content-type": "application/json" } }),
    );
  });
});
afterEach(() => {
  act(() => root.unmount());
  host.remove();
  vi.unstubAllGlobals();
});

test("a form that a colleague has overtaken says so, keeps what was chosen, and still says what it began from", async () => {
  const client = new QueryClient();
  const show = (shown: AdminUser) =>
    act(async () =>
      root.render(
        <QueryClientProvider client={client}>
          <RightsForm user={shown} mine={["all"]} onDone={() => undefined} />
        </QueryClientProvider>,
      ),
    );
  await show(user);
  const reason = host.querySelector<HTMLInputElement>('[name="reason"]');
  if (!reason) throw new Error("no reason");
  reason.value = "Covers for Ann";
  await submitForm(host);
  await vi.waitFor(() => expect(host.textContent).toContain(m.admin_users_rights_stale()), {
    timeout: 20_000,
  });
  expect(host.querySelector<HTMLInputElement>('[name="reason"]')?.value).toBe("Covers for Ann");
  // The account is read anew beneath it.
  await show({ ...user, permissions: ["manage_cars"] });
  await submitForm(host);
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  const seen = { role: "admin", permissions: ["manage_cars", "upload_data"], isReadOnly: false };
  for (const body of sent)
    expect(body).toMatchObject({
      permissions: ["manage_cars", "upload_data"],
      reason: "Covers for Ann",
      seen,
    });
});
