import { describe, expect, it } from "vitest";
import { emailAddress, line, required, secret, words } from "#domain/fields/rules.ts";
import { ApiError } from "#web/api.ts";
import { errorsOf, type FormRules, readForm, refusedFields, sentOf } from "./form-rules.ts";
import { readPost } from "./posted-form.server.ts";

const fields = {
  name: required(line(5)),
  email: required(emailAddress),
  password: secret,
  note: words(5),
};
const rules: FormRules<typeof fields, "taken" | "differ"> = { fields, known: ["taken"] };
const filled = (typed: Record<string, string>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(typed)) form.append(name, value);
  return form;
};
const whole = { name: "Wei", email: "wei@mail.example", password: "", note: "" };

describe("the reading of a form", () => {
  it("a form's values are trimmed, passwords are not, and unknown fields and files are left out", () => {
    const form = filled({ name: "  Wei\u200b ", password: " a b ", stranger: "x" });
    form.append("note", new File(["x"], "x.txt"));
    expect(readForm(fields, form)).toEqual({ name: "Wei", email: "", password: " a b ", note: "" });
  });

  it("a form sends required values, and optional values that were filled in", () => {
    expect(sentOf(fields, { ...whole, note: "hi" })).toEqual({
      name: "Wei",
      email: "wei@mail.example",
      note: "hi",
    });
  });
});

describe("errors of a form", () => {
  const odd = { name: "", email: "wei at mail", password: "", note: "too long" };

  it("a form's errors are in the order of the page", () => {
    expect(Object.entries(errorsOf(rules, odd))).toEqual([
      ["name", "missing"],
      ["email", "email"],
      ["note", "too_long"],
    ]);
  });

  it("a form shows errors of empty fields first, or one at a time, if its rules say so", () => {
    expect(errorsOf({ ...rules, shows: "gaps first" }, odd)).toEqual({ name: "missing" });
    expect(errorsOf({ ...rules, shows: "gaps first" }, { ...odd, name: "Wei" })).toEqual({
      email: "email",
      note: "too_long",
    });
    expect(errorsOf({ ...rules, shows: "one" }, { ...odd, name: "Wei" })).toEqual({ email: "email" });
  });

  it("errors of several fields come after the errors of single fields", () => {
    const check: typeof rules.check = () => ({ email: "taken", password: "differ" });
    expect(errorsOf({ ...rules, check }, odd)).toMatchObject({ email: "email", password: "differ" });
  });

  it("the server's errors belong to their fields, with a known code or as refused", () => {
    const errors = (fields: object) =>
      refusedFields(rules, new ApiError(422, "", JSON.stringify({ code: "invalid", message: "", fields })));
    const error = (code: string) => ({ code, message: "" });
    expect(errors({ name: error("taken"), "note.0": error("odd"), stranger: error("odd") })).toEqual({
      name: "taken",
      note: "refused",
    });
    expect(refusedFields(rules, new TypeError("Failed to fetch"))).toEqual({});
  });
});

it("a post without script is read by the same rules", async () => {
  const post = (typed: Record<string, string>) =>
    readPost(rules, new Request("http://localhost/", { method: "POST", body: filled(typed) }));
  expect(await post({ ...whole, name: " Wei " })).toEqual({ values: whole });
  expect(await post({ ...whole, email: "wei" })).toEqual({
    values: { ...whole, email: "wei" },
    errors: { email: "email" },
  });
});
