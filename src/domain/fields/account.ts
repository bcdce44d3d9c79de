import { emailAddress, line, required, secret, text, words } from "./rules.ts";
import { longestPersonName, longestPhone, longestCode } from "#domain/text-lengths.ts";
import { longestUsername, passwordError, usernameError } from "#domain/people/credentials.ts";

export const username = text(usernameError, longestUsername);
/** A new password, with any characters, read exactly as it was typed; the service normalizes it. */
export const newPassword = { ...secret, error: passwordError };

export const emailFields = { email: required(emailAddress) };
export const signInFields = { ...emailFields, password: required(secret) };
export const newPasswordFields = { password: required(newPassword), confirmation: secret };
export const profileFields = {
  full_name: required(line(longestPersonName)),
  username,
  phone: line(longestPhone),
};
export const signUpFields = {
  fullName: profileFields.full_name,
  username: required(username),
  email: required(emailAddress),
  phone: profileFields.phone,
  ...newPasswordFields,
  adminCode: words(longestCode),
};
