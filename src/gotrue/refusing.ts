import { type ErrorCode, Refusal } from "#contract/errors.ts";
import { AuthError, type AuthCode } from "./auth-error.ts";
import { HashingBusy } from "./sign-up/passwords.ts";

const codes: Partial<Record<string, ErrorCode>> = {
  invalid_credentials: "invalid_credentials",
  email_not_confirmed: "email_not_confirmed",
  user_banned: "account_suspended",
  over_request_rate_limit: "too_many_requests",
  over_email_send_rate_limit: "too_many_requests",
  over_sms_send_rate_limit: "too_many_requests",
  username_taken: "username_taken",
  mfa_verification_failed: "invalid_credentials",
  insufficient_aal: "insufficient_aal",
  current_password_mismatch: "proof_refused",
  reauthentication_needed: "proof_refused",
  reauthentication_not_valid: "proof_refused",
  request_timeout: "unavailable",
} satisfies Partial<Record<AuthCode, ErrorCode>>;

/** The API's code for a code of the sign-in service, of this one or of a hosted project. */
export const errorCodeOf = (code: string | undefined): ErrorCode => codes[code ?? ""] ?? "signup_refused";

/** Does the work, and throws the API's Refusal where the sign-in service refuses it. */
export async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HashingBusy)
      throw new Refusal("unavailable", "Too many people are signing in. Please try again in a moment.");
    if (!(error instanceof AuthError)) throw error;
    throw new Refusal(errorCodeOf(error.code), error.message, {
      ...(error.retryAfter !== undefined && { retryAfter: error.retryAfter }),
    });
  }
}
