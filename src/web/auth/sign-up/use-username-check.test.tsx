// @vitest-environment happy-dom
// @own-window
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { usernameCheckDelay, useUsernameCheck } from "./use-username-check.ts";

const fetched = vi.fn<typeof fetch>();
let root: Root;
let host: HTMLElement;

function Shown({ username }: { username: string }) {
  return useUsernameCheck(username);
}
const type = (username: string) => act(() => root.render(<Shown username={username} />));
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("fetch", fetched);
  fetched.mockReset();
  fetched.mockImplementation((address) =>
    Promise.resolve(Response.json(String(address).includes("eq.taken") ? [{ username: "taken" }] : [])),
  );
  host = document.body.appendChild(document.createElement("div"));
  root = createRoot(host);
});
afterEach(() => {
  act(() => root.unmount());
  host.remove();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the user name is checked once, half a second after the last key, in lower case", async () => {
  for (const typed of ["Tak", "Take", "Taken"]) {
    type(typed);
    await wait(usernameCheckDelay - 1);
  }
  expect(fetched).not.toHaveBeenCalled();
  expect(host.textContent).toBe("unknown");
  await wait(1);
  expect(fetched).toHaveBeenCalledTimes(1);
  const [address, init] = fetched.mock.lastCall ?? [];
  expect(String(address)).toMatch(/\/rest\/v1\/profiles\?select=username&username=eq\.taken&limit=1$/);
  expect(new Headers(init?.headers).get("accept-profile")).toBe("public");
  expect(host.textContent).toBe("taken");
});

test.each(["", "an", "an!", "a".repeat(31)])("the invalid user name %j is not checked", async (username) => {
  type(username);
  await wait(usernameCheckDelay * 2);
  expect(fetched).not.toHaveBeenCalled();
});

test("the answer for an earlier user name is ignored", async () => {
  type("taken");
  await wait(usernameCheckDelay);
  type("free_one");
  expect(host.textContent).toBe("unknown");
  await wait(usernameCheckDelay);
  expect(host.textContent).toBe("available");
});

test("the user name's state stays unknown without an answer", async () => {
  fetched.mockImplementation(() => Promise.reject(new TypeError("Failed to fetch")));
  type("taken");
  await wait(usernameCheckDelay);
  expect(host.textContent).toBe("unknown");
});
