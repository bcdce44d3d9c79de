import { expect, test } from "vitest";
import { ApiError } from "#web/api.ts";
import { failureCode, sessionErrorWords } from "./failure-words.ts";

const refusal = {
  code: "code_without_words",
  message: "There is nothing here.",
  error: "There is nothing here.",
};

test.each([
  ["a refusal with a known code", { code: "invalid_credentials", message: "x" }, "Invalid login credentials"],
  [
    "a challenge that is used up",
    { code: "mfa_ip_address_mismatch", message: "Challenge and verify IP addresses mismatch." },
    "This code can’t be used anymore. Please request a new one.",
  ],
  [
    "a refusal whose code has no words here",
    { code: "saml_provider_disabled", message: "SAML 2.0 is disabled" },
    "SAML 2.0 is disabled",
  ],
  [
    "a refusal of the API whose code has no words here",
    new ApiError(404, "Not Found", JSON.stringify(refusal)),
    "There is nothing here.",
  ],
  [
    "a session that is gone",
    Object.assign(new Error("Auth session missing!"), { name: "AuthSessionMissingError" }),
    "You’ve been logged out. Please sign in again.",
  ],
  ["nobody answering", new TypeError("Failed to fetch"), "Network error, please try again"],
  ["an answer that is none", new ApiError(502, "Bad Gateway", "<html>"), "Network error, please try again"],
  ["nothing at all", undefined, "Network error, please try again"],
])("a failure is explained: %s", (_, error, words) => {
  expect(sessionErrorWords(error)).toBe(words);
});

test("a refusal without a reason is explained in the words of the failed action", () => {
  expect(sessionErrorWords({ code: "odd" }, "Login failed")).toBe("Login failed");
  expect(sessionErrorWords({ code: "odd" })).toBe("");
});

test("an error code named like an object's own property is not one of ours", () => {
  expect(sessionErrorWords({ code: "constructor", message: "Odd" })).toBe("Odd");
  expect(
    failureCode(new ApiError(409, "Conflict", JSON.stringify({ ...refusal, code: "username_taken" }))),
  ).toBe("username_taken");
});
