import { passwordFault, usernameFault } from "#domain/people/credentials.ts";
import { m } from "#web/paraglide/messages.js";
import { passwordWords, usernameWords } from "#web/ui/form/credential-words.ts";
import { emailFault, type Fault } from "#web/auth/sign-in-check.ts";

export type SignUpField = "fullName" | "username" | "email" | "phone" | "password" | "confirmation" | "adminCode";
export type SignUpValues = Record<SignUpField, string>;

/** The first thing wrong, in the order of the specification. A user name known to be taken comes last; an administrator's code after all. */
export function signUpFault(values: SignUpValues, known: { isTaken: boolean; needsCode: boolean }): Fault<SignUpField> | undefined {
  if (values.fullName === "") return { field: "fullName", words: m.auth_fault_name_required };
  const username = usernameFault(values.username);
  if (username) return { field: "username", words: usernameWords[username] };
  const email = emailFault(values.email);
  if (email) return email;
  if (values.password === "") return { field: "password", words: m.auth_fault_password_required };
  const password = newPasswordFault(values);
  if (password) return password;
  if (known.isTaken) return { field: "username", words: usernameWords.taken };
  return known.needsCode && values.adminCode === "" ? { field: "adminCode", words: m.auth_fault_code_required } : undefined;
}

/** What is wrong with a new password and its repetition. */
export function newPasswordFault({ password, confirmation }: { password: string; confirmation: string }): Fault<"password" | "confirmation"> | undefined {
  const fault = passwordFault(password);
  if (fault) return { field: "password", words: passwordWords[fault] };
  return password === confirmation ? undefined : { field: "confirmation", words: passwordWords.differ };
}
