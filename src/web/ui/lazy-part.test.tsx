// @vitest-environment happy-dom
import { act, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, expect, test, vi } from "vitest";
import { lazyPart } from "./lazy-part.tsx";

afterEach(() => vi.unstubAllGlobals());

test("a part whose script is gone says so in its place, and leaves what is typed beside it", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const Gone = lazyPart(
    () => Promise.reject<{ Part: () => string }>(new TypeError("Failed to fetch the module")),
    "Part",
  );
  const There = lazyPart(
    () => Promise.resolve({ Part: ({ word }: { word: string }) => <b>{word}</b> }),
    "Part",
  );
  const host = document.body.appendChild(document.createElement("div"));
  const root = createRoot(host);
  const draw = (isOpen: boolean) =>
    act(async () => {
      root.render(
        <form>
          <input />
          <Suspense>{isOpen && <Gone />}</Suspense>
          <Suspense>{isOpen && <There word="here" />}</Suspense>
        </form>,
      );
      await Promise.resolve();
    });
  await draw(false);
  const input = host.querySelector("input");
  if (input) input.value = "650 555 0177";
  await draw(true);
  expect(host.querySelector("input")?.value).toBe("650 555 0177");
  expect(host.querySelector("[role=alert] a")?.textContent).toBe("Try again");
  expect(host.querySelector("b")?.textContent).toBe("here");
  act(() => root.unmount());
  host.remove();
});
