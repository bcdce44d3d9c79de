import { expect, it } from "vitest";
import { errorsLeft } from "./use-field-errors.ts";

it("a field's error disappears when the field is right or wrong in another way", () => {
  const shown = { name: "missing", email: "missing", place: "missing" };
  expect(errorsLeft(shown, { email: "missing", place: "missing" })).toEqual({
    email: "missing",
    place: "missing",
  });
  expect(errorsLeft(shown, { name: "missing", email: "email", phone: "phone" })).toEqual({ name: "missing" });
});
