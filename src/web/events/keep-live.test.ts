import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { isChanged } from "./keep-live.ts";
import type { LiveEvent } from "./stream.ts";

const client = new QueryClient();
const event = { kind: "order", orderId: "new" } as LiveEvent;

/** Whether a list that is shown a page at a time is asked for again once an order changes that it doesn't hold. */
const isAskedAgain = (path: string, items: object[], happened: LiveEvent = event): boolean => {
  const queryKey = ["api", ...path.split("/"), { pages: true }];
  client.setQueryData(queryKey, { pages: [{ items }] });
  const query = client.getQueryCache().find({ queryKey });
  if (!query) throw new Error("There is no such query");
  return isChanged(query, [happened]);
};

test("a list that another order joins is asked for again, though it holds none or only others", () => {
  expect(isAskedAgain("host/requests", [])).toBe(true);
  expect(isAskedAgain("host/trips", [{ id: "other" }])).toBe(true);
  expect(isAskedAgain("admin/disputes", [{ charge: {}, order: {} }], { ...event, kind: "charge" })).toBe(
    true,
  );
  expect(isAskedAgain("host/reviews", [{ id: "a review" }], { ...event, kind: "review" })).toBe(true);
});

test("the back office's list of orders is asked for again where one of its own has changed", () => {
  expect(isAskedAgain("admin/orders", [{ id: "other" }])).toBe(false);
  expect(isAskedAgain("admin/orders", [{ id: "new" }])).toBe(true);
});

test("what an event doesn't concern stays", () => {
  expect(isAskedAgain("host/reviews", [{ id: "a review" }])).toBe(false);
});
