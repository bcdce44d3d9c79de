import { m } from "#web/paraglide/messages.js";

/** The sign-in service's English messages in the reader's language, by their stable codes. */
const words = new Map<string, (said: string) => string>(
  Object.entries({
    invalid_credentials: m.session_failure_invalid_credentials,
    email_not_confirmed: m.session_failure_email_not_confirmed,
    user_already_exists: m.session_failure_user_already_exists,
    user_banned: m.session_failure_user_banned,
    signup_disabled: m.session_failure_signup_disabled,
    over_request_rate_limit: m.session_failure_over_request_rate_limit,
    over_email_send_rate_limit: m.session_failure_over_email_send_rate_limit,
    weak_password: m.session_failure_weak_password,
    pwned_password: m.session_failure_common_password,
    personal_password: m.session_failure_personal_password,
    brand_password: m.session_failure_brand_password,
    pattern_password: m.session_failure_pattern_password,
    sign_up_password_needed: m.session_failure_sign_up_password_needed,
    sign_up_password_mismatch: m.session_failure_sign_up_password,
    same_password: m.session_failure_same_password,
    email_exists: m.session_failure_email_exists,
    otp_expired: m.session_failure_otp_expired,
    current_password_mismatch: m.session_failure_current_password_mismatch,
    username_taken: m.session_failure_username_taken,
    mfa_phone_enroll_not_enabled: m.session_failure_phone_off,
    reauthentication_needed: m.session_failure_reauthentication_needed,
    reauthentication_not_valid: m.session_failure_reauthentication_not_valid,
    mfa_verification_failed: m.session_failure_mfa_verification_failed,
    mfa_challenge_expired: m.session_failure_mfa_challenge_expired,
    mfa_ip_address_mismatch: m.session_failure_code_used_up,
    mfa_factor_not_found: m.session_failure_factor_gone,
    mfa_verified_factor_exists: m.session_failure_phone_known,
    mfa_factor_name_conflict: m.session_failure_mfa_factor_name_conflict,
    too_many_enrolled_mfa_factors: m.session_failure_too_many_enrolled_mfa_factors,
    insufficient_aal: m.session_failure_insufficient_aal,
    session_not_found: m.session_failure_session_gone,
    session_expired: m.session_failure_session_gone,
    bad_jwt: m.session_failure_session_gone,
    user_not_found: m.session_failure_session_gone,
    own_affair: m.session_failure_own_affair,
    admin_code_refused: m.session_failure_admin_code,
    storage_blocked: m.session_failure_storage_blocked,
    busy: m.session_failure_busy,
    too_many_requests: m.session_failure_over_request_rate_limit,
  }),
);

/**
 * Adds words for refusals that some pages alone meet, so that the others don't carry them. `said` is the server's own
 * sentence.
 */
export function addFailureWords(more: Record<string, (said: string) => string>): void {
  for (const [code, say] of Object.entries(more)) words.set(code, say);
}

/** The service's reasons for a weak password, apart from its length. */
const weakReasons = new Set<unknown>(["pwned", "personal", "brand", "pattern"]);

/** The stable code of a refusal by the sign-in service or the API, or "" if no answer came. */
export function failureCode(error: unknown): string {
  const { name, code, body, reasons } = recordOf(error);
  const reason: unknown = Array.isArray(reasons) ? reasons[0] : undefined;
  if (code === "weak_password" && weakReasons.has(reason)) return `${String(reason)}_password`;
  if (name === "AuthSessionMissingError") return "session_not_found";
  return String(code ?? recordOf(body).code ?? "");
}

/** Whether the session itself is gone: ended elsewhere, or too old. */
export const isSignedOut = (error: unknown): boolean =>
  words.get(failureCode(error)) === m.session_failure_session_gone;

/** Why it didn't work, in the reader's language; undefined where we have no words of our own for it. */
export const knownFailureWords = (error: unknown, said = ""): string | undefined =>
  words.get(failureCode(error))?.(said);

/**
 * Why an action failed, for people: our words or the refusal's own, else `unexplained`; without an answer, that
 * the network failed.
 */
export function sessionErrorWords(error: unknown, unexplained = ""): string {
  const { message, body } = recordOf(error);
  const code = failureCode(error);
  if (!code) return m.session_failure_network();
  const said = String(recordOf(body).message ?? message ?? "");
  return knownFailureWords(error, said) ?? (said || unexplained);
}

const recordOf = (
  value: unknown,
): Partial<Record<"name" | "code" | "body" | "message" | "reasons", unknown>> =>
  typeof value === "object" && value !== null ? value : {};
