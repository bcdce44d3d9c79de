import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { isChanged } from "./keep-live.ts";
import type { LiveEvent } from "./stream.ts";

const client = new QueryClient();
const event = { kind: "order", orderId: "new" } as LiveEvent;

/** Whether a paged list is read again after an event about an order that the list doesn't hold. */
const isAskedAgain = (path: string, items: object[], happened: LiveEvent = event): boolean => {
  const queryKey = ["api", ...path.split("/"), { pages: true }];
  client.setQueryData(queryKey, { pages: [{ items }] });
  const query = client.getQueryCache().find({ queryKey });
  if (!query) throw new Error("There is no such query");
  return isChanged(query, [happened]);
};

test("reads a list again that another order may join, even where it is empty or holds only other orders", () => {
  expect(isAskedAgain("host/requests", [])).toBe(true);
  expect(isAskedAgain("host/trips", [{ id: "other" }])).toBe(true);
  expect(isAskedAgain("admin/disputes", [{ charge: {}, order: {} }], { ...event, kind: "charge" })).toBe(
    true,
  );
  expect(isAskedAgain("host/reviews", [{ id: "a review" }], { ...event, kind: "review" })).toBe(true);
});

test("reads the back office's list of orders again where one of its own orders has changed", () => {
  expect(isAskedAgain("admin/orders", [{ id: "other" }])).toBe(false);
  expect(isAskedAgain("admin/orders", [{ id: "new" }])).toBe(true);
});

test("doesn't read again what an event doesn't concern", () => {
  expect(isAskedAgain("host/reviews", [{ id: "a review" }])).toBe(false);
});
