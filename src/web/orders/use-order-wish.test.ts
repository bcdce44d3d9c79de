import { expect, test } from "vitest";
import { orderTimes } from "#contract/desk-orders.ts";
import { readOrderWish, wishTimes, withWords } from "./use-order-wish.ts";

test.each([
  ["", { search: "", status: "", time: "all" }],
  ["search=+Wei+&status=confirmed&time=week", { search: "Wei", status: "confirmed", time: "week" }],
  ["status=lost&time=year&status=pending", { search: "", status: "", time: "all" }],
  [`search=${"x".repeat(200)}`, { search: "x".repeat(100), status: "", time: "all" }],
])("reads %j", (query, wish) => {
  expect(readOrderWish(new URLSearchParams(query))).toEqual(wish);
});

test("an address keeps what else it says, and holds no empty words", () => {
  const query = new URLSearchParams("tab=orders&status=pending&search=wei");
  expect(String(withWords(query, { status: "", search: "", time: "all", order: "7" }))).toBe("tab=orders&order=7");
});

test("the times are those of the API", () => {
  expect(wishTimes).toEqual(orderTimes);
});
