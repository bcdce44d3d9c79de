// @vitest-environment happy-dom
// @own-window
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sessionEvent, sessionKey } from "#web/session/session-names.ts";
import { readSaved, savedEvent, toggleSaved, writeSaved } from "#web/ui/heart/saved-store.ts";
import { dismissToast, currentToast } from "#web/ui/toast.ts";
import { startSaved } from "./start-saved.ts";
import { syncSaved } from "./sync-saved.ts";

const asked: string[] = [];
let answer: (call: string) => Response | Promise<Response>;
const body = (status: number, code: string) =>
  Response.json({ code, message: "No", error: "No" }, { status });
const ended = () => body(401, "unauthenticated");

const become = (id: string | undefined): void => {
  if (id === undefined) localStorage.removeItem(sessionKey);
  else
    localStorage.setItem(
      sessionKey,
      JSON.stringify({
        access_token: "e30.e30.x",
        expires_at: Math.floor(Date.now() / 1000) + 3600,
        user: { id },
      }),
    );
};
const said = (): string | undefined => currentToast()?.variant;

beforeEach(() => {
  asked.length = 0;
  answer = (call) => Response.json(call.startsWith("GET") ? ["theirs"] : {});
  vi.stubGlobal("fetch", (path: string, init: { method: string }) => {
    const call = `${init.method} ${path}`;
    asked.push(call);
    return Promise.resolve(answer(call));
  });
  become("ann");
});
afterEach(() => {
  localStorage.clear();
  const shown = currentToast();
  if (shown) dismissToast(shown.id);
  vi.unstubAllGlobals();
});

test("cars saved here are sent to the account, and the account's cars are shown here", async () => {
  toggleSaved("mine");
  await syncSaved();
  expect(asked).toEqual(["PUT /api/account/saved-cars/mine", "GET /api/account/saved-cars/ids"]);
  expect(readSaved()).toEqual({ ids: ["theirs"], pending: {} });
});

test("an ended session loses no saved car and shows no failure", async () => {
  writeSaved({ ids: ["before"], pending: {} });
  toggleSaved("mine");
  answer = ended;
  await syncSaved();
  expect(readSaved()).toEqual({ ids: ["mine", "before"], pending: { mine: true } });
  expect(said()).toBeUndefined();
});

test("cars saved after a session ended are sent when the same account signs in again", async () => {
  answer = ended;
  startSaved();
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  toggleSaved("mine");
  window.dispatchEvent(new Event(savedEvent));
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  await syncSaved();
  answer = (call) => Response.json(call.startsWith("GET") ? ["mine"] : {});
  asked.length = 0;
  window.dispatchEvent(new Event(sessionEvent));
  await vi.waitFor(() => expect(readSaved()).toEqual({ ids: ["mine"], pending: {} }));
  expect(asked).toEqual(["PUT /api/account/saved-cars/mine", "GET /api/account/saved-cars/ids"]);
});

test("one account's saved cars are not sent to another account", async () => {
  toggleSaved("first");
  toggleSaved("second");
  answer = (call) => {
    if (call.startsWith("PUT")) become("bea");
    return Response.json(call.startsWith("GET") ? ["theirs"] : {});
  };
  await syncSaved();
  expect(asked).toHaveLength(1);
});

test("a failure is shown only if a car was saved", async () => {
  answer = () => body(503, "unavailable");
  await syncSaved();
  expect(said()).toBeUndefined();
  toggleSaved("mine");
  await syncSaved();
  expect(said()).toBe("destructive");
  expect(readSaved().pending).toEqual({ mine: true });
});

test("a failure after a log-out is not shown", async () => {
  toggleSaved("mine");
  answer = () => {
    become(undefined);
    return body(503, "unavailable");
  };
  await syncSaved();
  expect(said()).toBeUndefined();
});

test("a car above the limit is removed with an explanation in the page's words", async () => {
  toggleSaved("mine");
  answer = (call) => (call.startsWith("PUT") ? body(409, "too_many_saved") : Response.json(["theirs"]));
  await syncSaved();
  expect(readSaved()).toEqual({ ids: ["theirs"], pending: {} });
  expect(currentToast()?.title).toBe("You’ve already saved 500 cars. Please remove some first.");
});
