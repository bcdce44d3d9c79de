/** The sign-in service's own refusals: GoTrue's codes, statuses and sentences, which its clients read. */
const table = {
  invalid_credentials: [400, "Invalid login credentials"],
  email_not_confirmed: [400, "Email not confirmed"],
  phone_not_confirmed: [400, "Phone not confirmed"],
  user_banned: [400, "User is banned"],
  user_already_exists: [422, "User already registered"],
  weak_password: [422, "Password should be at least 6 characters."],
  validation_failed: [400, "The request is not valid"],
  bad_json: [400, "Could not parse request body as JSON"],
  over_request_rate_limit: [429, "Request rate limit reached"],
  over_email_send_rate_limit: [429, "email rate limit exceeded"],
  over_sms_send_rate_limit: [429, "sms rate limit exceeded"],
  refresh_token_not_found: [400, "Invalid Refresh Token: Refresh Token Not Found"],
  refresh_token_already_used: [400, "Invalid Refresh Token: Already Used"],
  session_expired: [400, "Invalid Refresh Token: Session Expired"],
  no_authorization: [401, "This endpoint requires a valid Bearer token"],
  bad_jwt: [403, "invalid JWT: unable to parse or verify signature"],
  session_not_found: [403, "Session from session_id claim in JWT does not exist"],
  user_not_found: [403, "User from sub claim in JWT does not exist"],
  not_admin: [403, "User not allowed"],
  otp_expired: [403, "Token has expired or is invalid"],
  same_password: [422, "New password should be different from the old password."],
  conflict: [409, "Something else with these values was created at the same time"],
  email_exists: [422, "A user with this email address has already been registered"],
  phone_exists: [422, "A user with this phone number has already been registered"],
  username_taken: [422, "Username is already taken"],
  sign_up_password_needed: [422, "Confirming this account asks for the password that was chosen at sign-up"],
  sign_up_password_mismatch: [422, "This is not the password that was chosen at sign-up"],
  reauthentication_needed: [400, "Password update requires reauthentication"],
  reauthentication_not_valid: [422, "Nonce has expired or is invalid"],
  current_password_mismatch: [400, "The current password is incorrect"],
  mfa_verification_failed: [422, "Invalid TOTP code entered"],
  mfa_challenge_expired: [
    422,
    "MFA challenge has expired, verify against another challenge or create a new challenge.",
  ],
  mfa_ip_address_mismatch: [422, "Challenge and verify IP addresses mismatch."],
  mfa_factor_not_found: [404, "Factor not found"],
  mfa_factor_name_conflict: [422, "A factor with the friendly name for this user already exists"],
  too_many_enrolled_mfa_factors: [422, "Maximum number of verified factors reached, unenroll to continue"],
  mfa_verified_factor_exists: [
    422,
    "A verified phone factor already exists, unenroll the existing factor to continue",
  ],
  mfa_phone_enroll_not_enabled: [422, "MFA enroll is disabled for Phone"],
  insufficient_aal: [403, "AAL2 required"],
  email_link_needed: [
    403,
    "An administrator enrolls a first factor within an hour of opening an emailed link",
  ],
  bad_code_verifier: [400, "code challenge does not match previously saved code verifier"],
  flow_state_not_found: [404, "invalid flow state, no valid flow state found"],
  flow_state_expired: [422, "invalid flow state, flow state has expired"],
  anonymous_provider_disabled: [422, "Anonymous sign-ins are disabled"],
  phone_provider_disabled: [400, "Unsupported phone provider"],
  phone_country_refused: [422, "Text messages aren't sent to numbers of this country"],
  saml_provider_disabled: [404, "SAML 2.0 is disabled"],
  manual_linking_disabled: [404, "Manual linking is disabled"],
  web3_provider_disabled: [422, "Web3 provider is disabled"],
  provider_disabled: [400, "The provider is not enabled"],
  not_found: [404, "There is nothing at this address"],
  unexpected_failure: [500, "Unexpected failure, please check server logs for more information"],
  request_timeout: [503, "A part of the service isn't responding. Please try again in a moment."],
} as const satisfies Record<string, readonly [number, string]>;

export type AuthCode = keyof typeof table;

type Details = { status?: number; retryAfter?: number; weakPassword?: string[] };

/** A refusal of the sign-in service. Status and sentence come from the table unless the caller gives others. */
export class AuthError extends Error {
  override name = "AuthError";
  readonly code: AuthCode;
  readonly status: number;
  readonly retryAfter: number | undefined;
  readonly weakPassword: string[] | undefined;

  constructor(
    code: AuthCode,
    message: string = table[code][1],
    { status = table[code][0], retryAfter, weakPassword }: Details = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.retryAfter = retryAfter;
    this.weakPassword = weakPassword;
  }
}
