// @vitest-environment happy-dom
// @own-window
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepRenter, keptRenter } from "#web/booking/cached-renter.ts";
import draftScript from "#web/inline/draft.ts?script";
import sessionScript from "#web/inline/session.ts?script";
import { keepDraft, readDraft } from "#web/conversations/draft-words.ts";
import { draftEvent, draftKey } from "#web/ui/form/draft-names.ts";
import { readSaved, toggleSaved } from "#web/ui/heart/saved-store.ts";
import { lastingDrafts } from "./drafts.ts";
import { sessionEvent, sessionKey } from "./session-names.ts";
import { forgetVisitor } from "./sign-out.ts";

const verified = [{ status: "verified" }];
const sessionOf = (id: string, factors: object[] = []): string =>
  JSON.stringify({ access_token: "e30.e30.x", user: { id, factors } });
const reload = vi.fn<() => void>();

// A page, too, has both scripts in its head, once.
// oxlint-disable-next-line typescript/no-implied-eval -- the very text that the page carries
new Function(`${sessionScript};${draftScript}`)();

beforeEach(() => {
  vi.spyOn(location, "reload").mockImplementation(reload);
});
afterEach(() => {
  forgetVisitor();
  document.body.innerHTML = "";
  reload.mockClear();
});

/** Changes this tab's own session, and sends the event that this tab gets then. */
function become(session: string | undefined): void {
  if (session) localStorage.setItem(sessionKey, session);
  else localStorage.removeItem(sessionKey);
  window.dispatchEvent(new Event(sessionEvent));
}

/** Changes the session as another tab does, and sends the event that this tab gets then. */
function hear(session: string | undefined): void {
  const oldValue = localStorage.getItem(sessionKey);
  if (session) localStorage.setItem(sessionKey, session);
  else localStorage.removeItem(sessionKey);
  window.dispatchEvent(new StorageEvent("storage", { key: sessionKey, oldValue, newValue: session ?? null }));
}

function type(): void {
  document.body.innerHTML = `<form data-draft="request"><input name="phone"></form>`;
  const input = document.querySelector("input");
  if (input) input.value = "650 555 0177";
  input?.dispatchEvent(new Event("input", { bubbles: true }));
  keepDraft("new", "Is it free?");
  sessionStorage.setItem("longbay.renter", "{}");
  toggleSaved("car");
}

const left = () => ({
  field: document.querySelector("input")?.value,
  draft: sessionStorage.getItem(draftKey) ?? "{}",
  renter: sessionStorage.getItem("longbay.renter"),
  words: readDraft("new"),
  saved: readSaved().ids,
});
const nothing = { field: "", draft: "{}", renter: null, words: "", saved: [] };
const everything = {
  field: "650 555 0177",
  draft: expect.stringContaining("650 555 0177") as string,
  renter: "{}",
  words: "Is it free?",
  saved: ["car"],
};

test.each([
  ["the session ends in this tab", () => become(undefined)],
  ["the session ends in another tab", () => hear(undefined)],
  ["somebody else signs in in this tab", () => become(sessionOf("bea"))],
  ["somebody else signs in in another tab", () => hear(sessionOf("bea"))],
  ["somebody else begins to sign in", () => become(sessionOf("bea", verified))],
  ["the session is signed out", forgetVisitor],
])("an account's typed and saved data is gone when %s", (_, action) => {
  become(sessionOf("ann"));
  type();
  localStorage.setItem("language", "zh");
  expect(left()).toEqual(everything);
  action();
  expect(left()).toEqual(nothing);
  expect(localStorage.getItem("language")).toBe("zh");
  localStorage.removeItem("language");
});

test("a signed-in person stays signed in when another account's data is dropped", () => {
  become(sessionOf("ann"));
  type();
  hear(sessionOf("bea"));
  expect(localStorage.getItem(sessionKey)).toBe(sessionOf("bea"));
});

test.each([
  ["signs in", () => become(sessionOf("ann"))],
  ["signs in in another tab", () => hear(sessionOf("ann"))],
  [
    "begins to sign in, stops, and signs in",
    () => {
      become(sessionOf("ann", verified));
      become(undefined);
      become(sessionOf("ann"));
    },
  ],
])("a visitor's typed and saved data stays when the visitor %s", (_, action) => {
  type();
  action();
  expect(left()).toEqual(everything);
  expect(reload).not.toHaveBeenCalled();
});

test("a renewed session, or one that needs two-step verification, removes no data", () => {
  become(sessionOf("ann"));
  type();
  hear(sessionOf("ann"));
  become(sessionOf("ann", verified));
  become(sessionOf("ann"));
  expect(left()).toEqual(everything);
  expect(reload).not.toHaveBeenCalled();
});

test("a page reloads when another tab ended its session, but not when it ended it itself", () => {
  become(sessionOf("ann"));
  become(undefined);
  expect(reload).not.toHaveBeenCalled();
  become(sessionOf("ann"));
  hear(undefined);
  hear(sessionOf("bea"));
  expect(reload).toHaveBeenCalledOnce();
});

test.each([
  ["a message", () => keepDraft("new", "Is it free?"), () => readDraft("new") || undefined],
  ["a renter's details", () => keepRenter({ firstName: "Ann" }), () => keptRenter().firstName],
  ["an unsent change of a car", () => lastingDrafts.keep("car", "red"), () => lastingDrafts.read("car")],
  [
    "a form",
    type,
    () => {
      document.body.innerHTML = `<form data-draft="request"><input name="phone"></form>`;
      document.querySelector("form")?.dispatchEvent(new Event(draftEvent, { bubbles: true }));
      return document.querySelector("input")?.value || undefined;
    },
  ],
])("another account's draft is dropped when it is read, even without an event: %s", (_, keep, read) => {
  become(sessionOf("ann"));
  keep();
  expect(read()).toBeDefined();
  localStorage.setItem(sessionKey, sessionOf("bea"));
  expect(read()).toBeUndefined();
  expect(Object.keys(sessionStorage).filter((key) => key !== "longbay.whose")).toEqual([]);
});

test.each([
  ["blocked", () => vi.spyOn(window, "sessionStorage", "get")],
  ["full", () => vi.spyOn(Storage.prototype, "setItem")],
])("with storage that is %s, a renter's details stay on the page until the person signs out", (_, part) => {
  const storage = part().mockImplementation(() => {
    throw new DOMException("no", "SecurityError");
  });
  keepRenter({ firstName: "Ann" });
  keepRenter({ email: "ann@example.test" });
  expect(keptRenter()).toEqual({ firstName: "Ann", email: "ann@example.test" });
  forgetVisitor();
  expect(keptRenter()).toEqual({});
  storage.mockRestore();
});
