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
/** What the server answers. */
let answer: { status: number; body: object };
const sent: Record<string, unknown>[] = [];

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  host = document.body.appendChild(document.createElement("div"));
  root = createRoot(host);
  sent.length = 0;
  answer = { status: 412, body: { code: "stale", message: "Someone else was first.", error: "" } };
  vi.stubGlobal("fetch", (_path: string, init: { body: string }) => {
    sent.push(JSON.parse(init.body) as Record<string, unknown>);
    return Promise.resolve(
      new Response(JSON.stringify(answer.body), {
        status: answer.status,
        headers: { "content-type": "application/json" },
      }),
    );
  });
});
afterEach(() => {
  act(() => root.unmount());
  host.remove();
  vi.unstubAllGlobals();
});

const client = new QueryClient();
const show = (shown: AdminUser) =>
  act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <RightsForm user={shown} mine={["all"]} onDone={() => undefined} />
      </QueryClientProvider>,
    ),
  );

test("a rights form keeps the choices and says so when the account has changed in the meantime", async () => {
  await show(user);
  const reason = host.querySelector<HTMLInputElement>('[name="reason"]');
  if (!reason) throw new Error("no reason");
  reason.value = "Covers for Ann";
  await submitForm(host);
  await vi.waitFor(() => expect(host.textContent).toContain(m.admin_users_rights_stale()), {
    timeout: 20_000,
  });
  expect(host.querySelector<HTMLInputElement>('[name="reason"]')?.value).toBe("Covers for Ann");
  // The server sends the account again while the form is open.
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

test("a rights form that stays open after saving begins from the saved account", async () => {
  await show(user);
  const saved = { ...user, permissions: ["manage_cars"] };
  answer = { status: 200, body: saved };
  const reason = () => host.querySelector<HTMLInputElement>('[name="reason"]');
  const field = reason();
  if (!field) throw new Error("no reason");
  field.value = "Covers for Ann";
  await submitForm(host);
  await vi.waitFor(() => expect(reason()).not.toBe(field), { timeout: 20_000 });
  expect(reason()?.value).toBe("");
  await submitForm(host);
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({
    permissions: ["manage_cars"],
    seen: { role: "admin", permissions: ["manage_cars"], isReadOnly: false },
  });
});
