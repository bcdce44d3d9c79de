// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { freshToken } from "./fresh-token.ts";
import { sessionKey } from "./session-names.ts";

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("without a network, an expired session is not renewed, and the call fails at once", async () => {
  const send = vi.fn<typeof fetch>();
  vi.stubGlobal("fetch", send);
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const session = { access_token: "e30.e30.x", refresh_token: "r", expires_at: 1, user: { id: "ann" } };
  localStorage.setItem(sessionKey, JSON.stringify(session));
  await expect(freshToken()).rejects.toThrow("without a network");
  expect(send).not.toHaveBeenCalled();
});
