import { isEmailAddress } from "#domain/people/email-address.ts";
import { m } from "#web/paraglide/messages.js";

export type FormError<Field extends string> = { field: Field; words: () => string };

/** The first thing wrong with an address, as every form here asks it. */
export function emailError(email: string): FormError<"email"> | undefined {
  if (email === "") return { field: "email", words: m.auth_error_email_required };
  return isEmailAddress(email) ? undefined : { field: "email", words: m.auth_error_email };
}

export type SignInValues = { email: string; password: string };

export function signInError({ email, password }: SignInValues): FormError<"email" | "password"> | undefined {
  return (
    emailError(email) ??
    (password === "" ? { field: "password", words: m.auth_error_password_required } : undefined)
  );
}
