import { expect, test } from "vitest";
import { signInError } from "#web/auth/sign-in-check.ts";
import { newPasswordError, signUpError, type SignUpValues } from "./sign-up-check.ts";

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

test("tells of one error at a time, in the order of the specification, with its words", () => {
  const values = { ...nothing };
  const told: string[] = [];
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
    told.push(signUpError(values, { isTaken: true, needsCode: true })?.words() ?? "");
    values[field] = next;
  }
  told.push(signUpError(values, { isTaken: true, needsCode: true })?.words() ?? "");
  told.push(signUpError(values, { isTaken: false, needsCode: true })?.words() ?? "");
  expect(told).toEqual([
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

test("lets a whole form pass, and asks only administrators for a code", () => {
  expect(signUpError(fine, customer)).toBeUndefined();
  expect(signUpError(fine, { isTaken: false, needsCode: true })?.field).toBe("adminCode");
  expect(signUpError({ ...fine, adminCode: "x" }, { isTaken: false, needsCode: true })).toBeUndefined();
});

test("refuses a password longer than 72 bytes, never cuts it", () => {
  const long = "长".repeat(25);
  expect(newPasswordError({ password: long, confirmation: long })?.words()).toBe(
    "Password must be at most 72 bytes",
  );
  expect(newPasswordError({ password: "长".repeat(24), confirmation: "长".repeat(24) })).toBeUndefined();
});

test.each([
  ["", "", "Email is required"],
  ["ann", "x", "Please enter a valid email address"],
  ["ann@mail.example", "", "Password is required"],
  ["ann@mail.example", "x", undefined],
])("signing in with %j and %j: %s", (email, password, words) => {
  expect(signInError({ email, password })?.words()).toBe(words);
});
