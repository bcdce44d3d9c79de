// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import type { Profile } from "#contract/accounts.ts";
import { m } from "#web/paraglide/messages.js";
import { currentToast } from "#web/ui/toast.ts";
import { ProfileSetting } from "./profile-setting.tsx";

const updateUser = vi.fn<() => Promise<{ error: unknown }>>();
vi.mock("#web/session/auth-client.ts", () => ({ authClient: async () => ({ updateUser }) }));

const profile = { full_name: "Ada Lin", username: "ada", phone: "" } as Profile;

test("names that the session doesn't get leave the form open, with the reason, until they are sent again", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("fetch", async () => Response.json({ profile }));
  const page = document.body.appendChild(document.createElement("div"));
  const root = createRoot(page);
  act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <ProfileSetting profile={profile} />
      </QueryClientProvider>,
    ),
  );
  const details = page.querySelector("details");
  if (details) details.open = true;
  const send = () => act(async () => page.querySelector("form")?.requestSubmit());
  updateUser.mockResolvedValueOnce({ error: { code: "session_expired" } });
  await send();
  await act(async () =>
    vi.waitFor(() => expect(page.textContent).toContain(m.session_failure_session_gone())),
  );
  expect(details?.open).toBe(true);
  expect(currentToast()?.title).toBe(m.account_profile_failed());

  updateUser.mockResolvedValueOnce({ error: null });
  await send();
  await act(async () => vi.waitFor(() => expect(details?.open).toBe(false)));
  expect(currentToast()?.title).toBe(m.account_profile_saved());
  act(() => root.unmount());
  vi.unstubAllGlobals();
});
