import { expect, test } from "vitest";
import { contactAnswerOf, contactBody, contactErrors } from "./contact-message.ts";

const whole = { name: "Wei", email: "wei@mail.example", phone: "", subject: "June", message: "A minivan?" };

test.each([
  ["nothing missing", whole, {}],
  ["all that is missing", { ...whole, name: "", message: "" }, { name: "missing", message: "missing" }],
  [
    "no odd address while something is missing",
    { ...whole, subject: "", email: "wei" },
    { subject: "missing" },
  ],
  ["an odd address", { ...whole, email: "wei at mail" }, { email: "email" }],
])("tells %s", (_, values, errors) => {
  expect(contactErrors(values)).toEqual(errors);
});

test("sends no empty phone and no empty trap", () => {
  const { phone: _, ...needed } = whole;
  expect(contactBody(whole, "zh", "")).toEqual({ ...needed, language: "zh" });
  expect(contactBody({ ...whole, phone: "1" }, "en", "x")).toMatchObject({ phone: "1", website: "x" });
});

test("reads what the server refuses", () => {
  const fields = { message: { code: "card_number", message: "must not hold a card number" } };
  expect(contactAnswerOf({ code: "card_number_refused", fields })).toEqual({
    kind: "faults",
    errors: { message: "card" },
  });
  expect(contactAnswerOf({ code: "too_many_requests", message: "Too many." })).toEqual({
    kind: "failed",
    said: "Too many.",
    isTooMany: true,
  });
  expect(contactAnswerOf(undefined)).toEqual({ kind: "failed", said: "", isTooMany: false });
});
