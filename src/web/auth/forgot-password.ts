import { forgotPassword } from "#contract/accounts.ts";
import { api, ApiError } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { knownFailureWords } from "#web/session/failure-words.ts";

/** The error of the address field, in the words of this screen. */
export const forgotErrorWords = (_name: string, code: string): string =>
  code === "missing" ? m.auth_forgot_error_required() : m.auth_error_email();

/** Why no email was sent. */
export const forgotFailureWords = (error: unknown): string =>
  knownFailureWords(error) ??
  (error instanceof ApiError ? m.auth_forgot_failed() : m.auth_forgot_failed_network());

/** Requests the email, which leads on to `redirect`. Returns the error, if there is one. */
export async function askForPassword(
  email: string,
  redirect: string,
): Promise<{ words: string; error: unknown } | undefined> {
  try {
    await api(forgotPassword, { body: { email, redirect } });
    return undefined;
  } catch (error) {
    return { words: forgotFailureWords(error), error };
  }
}
