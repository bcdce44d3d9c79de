// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { EmailSetting } from "./email-setting.tsx";

const updateUser = vi.fn<(attributes: object) => Promise<{ error: null }>>();
vi.mock("#web/session/auth-client.ts", () => ({ authClient: async () => ({ updateUser }) }));

test("invisible characters are dropped from a pasted new email address", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  updateUser.mockResolvedValue({ error: null });
  const host = document.body.appendChild(document.createElement("div"));
  const root = createRoot(host);
  act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <EmailSetting email="ada@example.test" newEmail={undefined} />
      </QueryClientProvider>,
    ),
  );
  const type = (name: string, value: string) => {
    const input = host.querySelector<HTMLInputElement>(`[name=${name}]`);
    if (input) input.value = value;
  };
  type("email", " renter\u200b@example.test");
  type("current_password", "long enough to be one");
  await act(async () => host.querySelector("form")?.requestSubmit());
  expect(updateUser.mock.calls[0]?.[0]).toEqual({
    email: "renter@example.test",
    current_password: "long enough to be one",
  });
  act(() => root.unmount());
  vi.unstubAllGlobals();
});
