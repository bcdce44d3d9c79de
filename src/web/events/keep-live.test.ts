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

test("a list that another order may join is read again, even if it is empty", () => {
  expect(isAskedAgain("host/requests", [])).toBe(true);
  expect(isAskedAgain("host/trips", [{ id: "other" }])).toBe(true);
  expect(isAskedAgain("admin/disputes", [{ charge: {}, order: {} }], { ...event, kind: "charge" })).toBe(
    true,
  );
  expect(isAskedAgain("host/reviews", [{ id: "a review" }], { ...event, kind: "review" })).toBe(true);
});

test("the back office's list of orders is read again only when one of its orders has changed", () => {
  expect(isAskedAgain("admin/orders", [{ id: "other" }])).toBe(false);
  expect(isAskedAgain("admin/orders", [{ id: "new" }])).toBe(true);
});

test("a list that an event doesn't concern is not read again", () => {
  expect(isAskedAgain("host/reviews", [{ id: "a review" }])).toBe(false);
});
