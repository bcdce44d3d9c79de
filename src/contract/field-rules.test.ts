import fc from "fast-check";
import { expect, it } from "vitest";
import * as rules from "#domain/fields/rules.ts";
import { schemasOf } from "./fields.ts";

const fields = {
  name: rules.required(rules.line(8)),
  phone: rules.line(8),
  message: rules.required(rules.words(12)),
  email: rules.required(rules.emailAddress),
  note: rules.words(3),
};
const typed = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom("", "  ", "a\nb", "\u0000", "e\u0301".repeat(4), "wei@mail.example", " wei@mail.example\n"),
);

it.each(Object.entries(fields))("a form accepts for %s exactly what the API accepts", (name, rule) => {
  const schema = schemasOf(fields)[name as keyof typeof fields];
  fc.assert(
    fc.property(typed, (text) => {
      const tidy = rule.tidy(text);
      const isTaken = tidy === "" ? !rule.isRequired : rule.error(tidy) === undefined;
      const { success, data } = schema.safeParse(text);
      expect({ success, data }).toEqual({ success: isTaken, data: isTaken ? tidy : undefined });
    }),
  );
});

it("a field that may be empty may be left out", () => {
  expect(schemasOf(fields).phone.safeParse(undefined).success).toBe(true);
  expect(schemasOf(fields).name.safeParse(undefined).success).toBe(false);
});
