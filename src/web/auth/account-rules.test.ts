import { expect, test } from "vitest";
import { errorsOf } from "#web/ui/form/form-rules.ts";
import {
  accountErrorWords,
  newPasswordRules,
  signInRules,
  signUpRules,
  type SignUpValues,
} from "./account-rules.ts";

const wordsOf = (errors: object) =>
  Object.entries(errors).map(([name, code]) => accountErrorWords(name, code))[0];
const signUpError = (values: SignUpValues, known: Parameters<typeof signUpRules>[0]) =>
  errorsOf(signUpRules(known), values);

const fine: SignUpValues = {
  fullName: "Ann Lee",
  username: "ann_lee",
  email: "ann@mail.example",
  phone: "",
  password: "harbor fog 4",
  confirmation: "harbor fog 4",
  adminCode: "",
};
const nothing: SignUpValues = {
  fullName: "",
  username: "",
  email: "",
  phone: "",
  password: "",
  confirmation: "",
  adminCode: "",
};
const customer = { isTaken: false, needsCode: false };

test("a sign-up form shows one error at a time, in the order and words of the specification", () => {
  const values = { ...nothing };
  const errors: string[] = [];
  const wrong: [keyof SignUpValues, string][] = [
    ["fullName", "Ann Lee"],
    ["username", "an"],
    ["username", "an!"],
    ["username", "ann_lee"],
    ["email", "ann@"],
    ["email", "ann@mail.example"],
    ["password", "harb"],
    ["password", "harbor fog 4"],
    ["confirmation", "harbor fog 4"],
  ];
  for (const [field, next] of wrong) {
    errors.push(wordsOf(signUpError(values, { isTaken: true, needsCode: true })) ?? "");
    values[field] = next;
  }
  errors.push(wordsOf(signUpError(values, { isTaken: true, needsCode: true })) ?? "");
  errors.push(wordsOf(signUpError(values, { isTaken: false, needsCode: true })) ?? "");
  expect(errors).toEqual([
    "Full name is required",
    "Username is required",
    "Username must be at least 3 characters",
    "Username can only contain letters, numbers, and underscores",
    "Email is required",
    "Please enter a valid email address",
    "Password is required",
    "Password must be at least 6 characters",
    "Passwords do not match",
    "Username is already taken",
    "Admin code is required",
  ]);
});

test("a complete sign-up form has no error, and only administrators need a code", () => {
  expect(signUpError(fine, customer)).toEqual({});
  expect(signUpError(fine, { isTaken: false, needsCode: true })).toEqual({ adminCode: "missing" });
  expect(signUpError({ ...fine, adminCode: "x" }, { isTaken: false, needsCode: true })).toEqual({});
});

test("a password longer than 72 bytes is refused and never cut", () => {
  const long = "长".repeat(25);
  expect(wordsOf(errorsOf(newPasswordRules, { password: long, confirmation: long }))).toBe(
    "Password is too long",
  );
  const whole = "长".repeat(24);
  expect(errorsOf(newPasswordRules, { password: whole, confirmation: whole })).toEqual({});
});

test.each([
  ["", "", "Email is required"],
  ["ann", "x", "Please enter a valid email address"],
  ["ann@mail.example", "", "Password is required"],
  ["ann@mail.example", "x", undefined],
])("signing in with %j and %j shows %s", (email, password, words) => {
  expect(wordsOf(errorsOf(signInRules, { email, password }))).toBe(words);
});
