import { expect, test } from "vitest";
import { ApiError } from "#web/api.ts";
import { orderLinkFailureWords } from "./order-link-failure-words.ts";

const refused = (status: number, code: string) =>
  new ApiError(
    status,
    "",
    JSON.stringify({ code, message: "The server's own.", error: "The server's own." }),
  );

test.each([
  [
    "too many searches",
    refused(429, "too_many_requests"),
    "Please wait a while before you look for an order again.",
  ],
  ["any other refusal", refused(500, "internal"), "We couldn’t send the link. Please try again later."],
  ["nobody answering", new TypeError("fetch"), "We couldn’t send the link. Please try again later."],
])("the page explains in its own language why no link was sent: %s", (_, error, words) => {
  expect(orderLinkFailureWords(error)).toBe(words);
});
