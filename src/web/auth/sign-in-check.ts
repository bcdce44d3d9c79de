import { isEmailAddress } from "#domain/people/email-address.ts";
import { m } from "#web/paraglide/messages.js";

export type Fault<Field extends string> = { field: Field; words: () => string };

/** The first thing wrong with an address, as every form here asks it. */
export function emailFault(email: string): Fault<"email"> | undefined {
  if (email === "") return { field: "email", words: m.auth_fault_email_required };
  return isEmailAddress(email) ? undefined : { field: "email", words: m.auth_fault_email };
}

export type SignInValues = { email: string; password: string };

export function signInFault({ email, password }: SignInValues): Fault<"email" | "password"> | undefined {
  return emailFault(email) ?? (password === "" ? { field: "password", words: m.auth_fault_password_required } : undefined);
}
