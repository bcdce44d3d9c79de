// @vitest-environment happy-dom
// @own-window
import { act, useEffect, useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { currentToast, dismissToast } from "#web/ui/toast.ts";
import { readingTime, useRefusal } from "./use-refusal.ts";

let root: Root;
let refused: (words: string) => void;
let show: (failure: string) => void;
function Form() {
  const [failure, setFailure] = useState("");
  const take = useRefusal(failure);
  useEffect(() => {
    refused = take;
    show = setFailure;
  }, [take]);
  return failure;
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  root = createRoot(document.createElement("div"));
  act(() => root.render(<Form />));
});
afterEach(() => {
  const shown = currentToast();
  if (shown) dismissToast(shown.id);
  vi.unstubAllGlobals();
});

test("a refusal whose form disappears before showing it is shown in a toast", () => {
  refused("Somebody else was first");
  expect(currentToast()).toBeUndefined();
  act(() => root.unmount());
  expect(currentToast()).toMatchObject({ title: "Somebody else was first", variant: "destructive" });
});

test("a refusal after its form has disappeared is shown in a toast", () => {
  act(() => root.unmount());
  refused("Somebody else was first");
  expect(currentToast()?.title).toBe("Somebody else was first");
});

test("a refusal that was in the form for a moment only is shown in a toast", () => {
  refused("Somebody else was first");
  act(() => show("Somebody else was first"));
  act(() => root.unmount());
  expect(currentToast()?.title).toBe("Somebody else was first");
});

test("a refusal that could be read in the form isn't repeated when the reader leaves", () => {
  vi.useFakeTimers();
  refused("Somebody else was first");
  act(() => show("Somebody else was first"));
  vi.advanceTimersByTime(readingTime);
  act(() => root.unmount());
  expect(currentToast()).toBeUndefined();
  vi.useRealTimers();
});

test("a refusal is dropped once its form is sent again", () => {
  refused("Somebody else was first");
  act(() => show("Somebody else was first"));
  act(() => show(""));
  act(() => root.unmount());
  expect(currentToast()).toBeUndefined();
});
