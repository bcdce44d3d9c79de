import { forgotPassword } from "#contract/accounts.ts";
import { api, ApiError } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { knownFailureWords } from "#web/session/failure-words.ts";

/** What is wrong with the address, in this screen's own words. */
export const forgotErrorWords = (_name: string, code: string): string =>
  code === "missing" ? m.auth_forgot_error_required() : m.auth_error_email();

/** Why no email is on its way. */
export const forgotFailureWords = (error: unknown): string =>
  knownFailureWords(error) ??
  (error instanceof ApiError ? m.auth_forgot_failed() : m.auth_forgot_failed_network());

/** Asks for the email, which leads on to `redirect`; answers what went wrong, if anything. */
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
