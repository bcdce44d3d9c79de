import { passwordError, usernameError } from "#domain/people/credentials.ts";
import { m } from "#web/paraglide/messages.js";
import { passwordWords, usernameWords } from "#web/ui/form/credential-words.ts";
import { emailError, type FormError } from "#web/auth/sign-in-check.ts";

export type SignUpField =
  | "fullName"
  | "username"
  | "email"
  | "phone"
  | "password"
  | "confirmation"
  | "adminCode";
export type SignUpValues = Record<SignUpField, string>;

/**
 * The first thing wrong, in the order of the specification. A user name known to be taken comes last; an
 * administrator's code after all.
 */
export function signUpError(
  values: SignUpValues,
  known: { isTaken: boolean; needsCode: boolean },
): FormError<SignUpField> | undefined {
  if (values.fullName === "") return { field: "fullName", words: m.auth_error_name_required };
  const username = usernameError(values.username);
  if (username) return { field: "username", words: usernameWords[username] };
  const email = emailError(values.email);
  if (email) return email;
  if (values.password === "") return { field: "password", words: m.auth_error_password_required };
  const password = newPasswordError(values);
  if (password) return password;
  if (known.isTaken) return { field: "username", words: usernameWords.taken };
  return known.needsCode && values.adminCode === ""
    ? { field: "adminCode", words: m.auth_error_code_required }
    : undefined;
}

/** What is wrong with a new password and its repetition. */
export function newPasswordError({
  password,
  confirmation,
}: {
  password: string;
  confirmation: string;
}): FormError<"password" | "confirmation"> | undefined {
  const error = passwordError(password);
  if (error) return { field: "password", words: passwordWords[error] };
  return password === confirmation ? undefined : { field: "confirmation", words: passwordWords.differ };
}
