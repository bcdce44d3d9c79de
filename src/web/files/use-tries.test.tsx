// @vitest-environment happy-dom
import { act, useEffect } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "#web/api.ts";
import { useSending } from "./use-sending.ts";
import { UploadRefused, useUploads } from "./use-uploads.ts";

let root: Root;
/** What the server makes of the next tries; it takes a file if nothing is left. */
let failures: unknown[];
let tried: string[];
let taken: string[];

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.useFakeTimers();
  [failures, tried, taken] = [[], [], []];
  root = createRoot(document.createElement("div"));
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function send(file: File): Promise<void> {
  tried.push(file.name);
  await Promise.resolve();
  const failure = failures.shift();
  if (failure) throw failure;
  taken.push(file.name);
}
const file = (name: string) => new File(["x"], name);
const refused = (status: number, code: string) =>
  new ApiError(status, "", JSON.stringify({ code, message: code }));
const now = () => act(() => vi.advanceTimersByTimeAsync(0));
const soon = () => act(() => vi.advanceTimersToNextTimerAsync());

/** Draws a hook; the answer reads its newest result. */
function drawn<T>(useHook: () => T): () => T {
  let shown: T;
  function Probe() {
    const result = useHook();
    useEffect(() => {
      shown = result;
    });
    return null;
  }
  act(() => root.render(<Probe />));
  return () => shown;
}

const several = (one: File): void => {
  const read = drawn(() => useUploads(send));
  act(() => read().add([one]));
};
const single = (one: File): void => {
  const read = drawn(() => useSending(send));
  act(() => read().send(one));
};

describe.each([
  ["several files", several],
  ["a single file", single],
])("%s", (_, begin) => {
  const start = async () => {
    begin(file("a"));
    await now();
  };

  it.each([
    ["a lost network", new TypeError("Failed to fetch")],
    ["a gateway without a server", new ApiError(502, "Bad Gateway", "<html>")],
    ["a server that starts again", refused(503, "unavailable")],
    ["a limit that passes soon", refused(429, "too_many_requests")],
  ])(
    "a file is sent again by itself after %s, though the browser was online all the time",
    async (__, failure) => {
      failures = [failure, failure, failure];
      await start();
      expect(taken).toEqual([]);
      for (let pause = 0; pause < 3; pause += 1) await soon();
      expect([tried, taken]).toEqual([["a", "a", "a", "a"], ["a"]]);
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  it.each([
    ["its content", refused(422, "file_refused")],
    ["the day's limit of files", refused(429, "files_spent")],
    ["the car's status", refused(409, "car_not_in_state")],
    ["showing nothing", new UploadRefused("broken")],
  ])("a file that is refused for %s isn't sent again by itself", async (__, failure) => {
    failures = [failure];
    await start();
    act(() => void window.dispatchEvent(new Event("online")));
    await now();
    expect([tried, vi.getTimerCount()]).toEqual([["a"], 0]);
  });

  it("a file is sent again at once when the browser says that the network is back", async () => {
    failures = [new TypeError("Failed to fetch")];
    await start();
    act(() => void window.dispatchEvent(new Event("online")));
    await now();
    expect([taken, vi.getTimerCount()]).toEqual([["a"], 0]);
  });

  it("nothing is sent again after the screen is left", async () => {
    failures = [new TypeError("Failed to fetch")];
    await start();
    act(() => root.render(null));
    expect(vi.getTimerCount()).toBe(0);
  });
});

it("a file that the server fails again and again doesn't keep the others from being sent", async () => {
  failures = [refused(500, "internal")];
  const read = drawn(() => useUploads(send));
  act(() => read().add([file("a"), file("b"), file("c")]));
  await now();
  expect(taken).toEqual(["b", "c"]);
  await soon();
  expect([taken, read().uploads]).toEqual([["b", "c", "a"], []]);
});

it("a file that was given up isn't sent again by itself", async () => {
  failures = [new TypeError("Failed to fetch")];
  const read = drawn(() => useSending(send));
  act(() => read().send(file("a")));
  await now();
  act(() => read().stop());
  expect(vi.getTimerCount()).toBe(0);
});
