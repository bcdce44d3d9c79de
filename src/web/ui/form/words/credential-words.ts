import type { PasswordError, UsernameError } from "#domain/people/credentials.ts";
import { m } from "#web/paraglide/messages.js";

/** What is wrong with a user name or a new password, wherever one is typed. */
export const usernameWords: Record<UsernameError | "taken", () => string> = {
  required: m.credentials_username_required,
  too_short: m.credentials_username_short,
  characters: m.credentials_username_characters,
  too_long: m.credentials_username_long,
  taken: m.credentials_username_taken,
};

export const passwordWords: Record<PasswordError | "differ", () => string> = {
  too_short: m.credentials_password_short,
  too_long: m.credentials_password_long,
  differ: m.credentials_passwords_differ,
};
