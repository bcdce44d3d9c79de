import { expect, test } from "vitest";
import { ApiError } from "#web/api.ts";
import { forgotFailureWords } from "./forgot-password.ts";

const refused = (status: number, code: string) =>
  new ApiError(
    status,
    "",
    JSON.stringify({ code, message: "The server's own.", error: "The server's own." }),
  );

test.each([
  [
    "too many requests",
    refused(429, "too_many_requests"),
    "Request rate limit reached. Please wait a few minutes.",
  ],
  ["a refusal without words of its own", refused(500, "unheard_of"), "Failed to send reset email"],
  ["nobody answering", new TypeError("fetch"), "Failed to send reset email, please try again later"],
])("the page explains in its own language why no email was sent: %s", (_, error, words) => {
  expect(forgotFailureWords(error)).toBe(words);
});
