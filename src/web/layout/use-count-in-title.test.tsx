// @vitest-environment happy-dom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { useCountInTitle } from "./use-count-in-title.ts";

function Counted({ count }: { count: number }) {
  useCountInTitle(count, "/dashboard");
  return null;
}

test("the page title shows the count as long as the screen is open", () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  document.title = "Longbay";
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  act(() => root.render(<Counted count={1} />));
  expect(document.title).toBe("(1) Longbay");
  act(() => root.render(<Counted count={2} />));
  expect(document.title).toBe("(2) Longbay");
  act(() => root.unmount());
  expect(document.title).toBe("Longbay");
  vi.unstubAllGlobals();
});
