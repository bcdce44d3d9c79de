// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ReturnFirst } from "./return-first.tsx";

let root: Root;
let page: HTMLElement;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  page = document.body.appendChild(document.createElement("div"));
  root = createRoot(page);
});
afterEach(() => {
  act(() => root.unmount());
  page.remove();
  vi.unstubAllGlobals();
});

const quote = { fee: "0.00", effectiveReturnDate: "2027-04-18", after: { total: "100.00" } };
const waiting = { kind: "extension", effectiveReturnDate: "2027-06-01" };
const nothing = { isEarly: true, isFree: false, quote: null, obstacle: null, waiting: null };

test.each<[string, boolean, object, string[]]>([
  ["in the first days", true, { isFree: true, quote }, ["You’re within the risk-free period"]],
  [
    "without a fee on a later day",
    true,
    { quote },
    ["An early return takes 4 weeks’ notice", "until Apr 18, 2027"],
  ],
  ["that saves nothing", true, { obstacle: "no_cheaper" }, ["cost as much as it does until May 1, 2027"]],
  [
    "by an administrator",
    false,
    { waiting },
    ["doesn’t shorten the rental", "The renter has asked to keep the car"],
  ],
])("an early return %s says what it costs and changes", async (_, isRenter, quoted, words) => {
  vi.stubGlobal("fetch", async () => Response.json({ ...nothing, ...quoted }));
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <ReturnFirst orderId="7" returnDate="2027-05-01" isRenter={isRenter} showPrice={() => null}>
          {() => null}
        </ReturnFirst>
      </QueryClientProvider>,
    ),
  );
  await act(async () => vi.waitFor(() => expect(page.querySelector("button")).not.toBeNull()));
  for (const said of words) expect(page.textContent).toContain(said);
  expect(page.textContent?.includes("risk-free period")).toBe("isFree" in quoted);
  expect(/\byou/i.test(page.textContent ?? "")).toBe(isRenter);
});
