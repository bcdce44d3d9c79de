import { describe, expect, it } from "vitest";
import { errorsLeft } from "./use-field-errors.ts";

describe("errors of a form", () => {
  it("leave when their field is right, or wrong in another way, and none comes while somebody types", () => {
    const shown = { name: "missing", email: "missing", place: "missing" };
    expect(errorsLeft(shown, { email: "missing", place: "missing" }, "name", [])).toEqual({
      email: "missing",
      place: "missing",
    });
    expect(errorsLeft(shown, { name: "missing", email: "email", phone: "phone" }, "email", [])).toEqual({
      name: "missing",
    });
  });

  it("that only the server knows leave with the first change of their own field", () => {
    const shown = { promo: "refused", email: "email" };
    expect(errorsLeft(shown, { email: "email" }, "email", ["refused"])).toEqual(shown);
    expect(errorsLeft(shown, { email: "email" }, "promo", ["refused"])).toEqual({ email: "email" });
  });
});
