import { z } from "zod";
import { emailAddress } from "#domain/fields/rules.ts";
import { passwordError } from "#domain/people/credentials.ts";
import { isEmailAddress } from "#domain/people/email-address.ts";
import { isPlainText, withoutUnseen } from "#domain/plain-text.ts";
import { AuthError } from "./auth-error.ts";

const text = z.string().max(4000);
const optionalText = text.nullish().transform((value) => value ?? undefined);
/** As long as a body may be: a password that is too long gets the password's own error. */
const optionalPassword = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined);
const Metadata = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((data) => data ?? {});

/** Bodies of clients, read loosely: a missing field and null are the same, and unknown fields are ignored. */
export const SignUpBody = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalPassword,
  data: Metadata,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
});

export const TokenBody = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalPassword,
  refresh_token: optionalText,
  auth_code: optionalText,
  code_verifier: optionalText,
});

export const MailBody = z.object({
  email: optionalText,
  phone: optionalText,
  type: optionalText,
  data: Metadata,
  create_user: z
    .boolean()
    .nullish()
    .transform((wanted) => wanted ?? true),
  code_challenge: optionalText,
  code_challenge_method: optionalText,
});

export const VerifyBody = z.object({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
  /**
   * An addition to the protocol, for confirming a sign-up: the password that the person chose, "" if they have not
   * chosen one yet, null if they don't know it.
   */
  password: z.string().nullish(),
});

export const UserBody = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalPassword,
  nonce: optionalText,
  current_password: optionalPassword,
  data: z.record(z.string(), z.unknown()).nullish(),
  /** Nobody may change this field themselves: it is only read in order to be refused. */
  app_metadata: z
    .unknown()
    .optional()
    .transform((value) => value ?? undefined),
  code_challenge: optionalText,
  code_challenge_method: optionalText,
});

export const FactorBody = z.object({
  friendly_name: optionalText,
  factor_type: optionalText,
  issuer: optionalText,
  phone: optionalText,
});
export const FactorCodeBody = z.object({ challenge_id: optionalText, code: optionalText });

export const AdminUserBody = z.object({
  id: optionalText,
  email: optionalText,
  phone: optionalText,
  password: optionalPassword,
  email_confirm: z.boolean().nullish(),
  phone_confirm: z.boolean().nullish(),
  user_metadata: z.record(z.string(), z.unknown()).nullish(),
  app_metadata: z.record(z.string(), z.unknown()).nullish(),
  ban_duration: optionalText,
});

export const LinkBody = z.object({
  type: optionalText,
  email: optionalText,
  new_email: optionalText,
  password: optionalPassword,
  data: Metadata,
  redirect_to: optionalText,
});

const word = z.string().max(4000).optional();
/**
 * The query of an address, each parameter once. `redirect_to` is read separately, since an invalid one is ignored.
 */
export const CallQuery = z.object({ grant_type: word, scope: word });
export const VerifyQuery = z.object({ token: word, type: word });
export const PageQuery = z.object({ page: word, per_page: word });

/** Reads a body, or throws AuthError with the first invalid field. */
export function readBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AuthError(
    issue?.path.length ? "validation_failed" : "bad_json",
    issue?.path.length ? `${issue.path.join(".")} is not valid` : undefined,
  );
}

/** An address in lower case. Throws AuthError for anything else. */
export function readEmail(typed: string): string {
  const email = emailAddress.tidy(typed);
  if (!isEmailAddress(email))
    throw new AuthError("validation_failed", "Unable to validate email address: invalid format");
  return email.toLowerCase();
}

/** A phone's digits of E.164, without the plus. Throws AuthError for anything else. */
export function readPhone(phone: string): string {
  const digits = withoutUnseen(phone)
    .normalize("NFKC")
    .trim()
    .replace(/^\+/, "")
    .replace(/[\s().\p{Pd}]/gu, "");
  if (!/^[1-9]\d{6,14}$/.test(digits))
    throw new AuthError("validation_failed", "Invalid phone number format (E.164 required)");
  return digits;
}

/** A new password that is valid. Throws AuthError otherwise. */
export function readNewPassword(password: string): string {
  const error = passwordError(password);
  if (error === "too_long")
    throw new AuthError("validation_failed", "Password cannot be longer than 72 characters");
  if (error === "too_short") throw new AuthError("weak_password", undefined, { weakPassword: ["length"] });
  return password;
}

/** Bytes of JSON. A token with more metadata would not fit into the header that carries it. */
const longestMetadata = 4000;

/**
 * Metadata that tokens carry, such as names and choices: small, and without characters that a database or an email
 * can't hold. A code for administrators belongs to its sign-up only and is never in here. Throws AuthError.
 */
export function readMetadata(data: Record<string, unknown>): Record<string, unknown> {
  const json = asJson(data);
  const isClean = !/\\u0000|\\ud[89a-f][0-9a-f]{2}/i.test(json);
  const areNames = Object.entries(data).every(([, value]) => typeof value !== "string" || isPlainText(value));
  if (Buffer.byteLength(json) > longestMetadata || !isClean || !areNames)
    throw new AuthError("validation_failed", "data is not valid");
  const { admin_code: _code, ...kept } = data;
  return kept;
}

/** Throws for metadata that is nested too deeply for the stack. */
function asJson(data: Record<string, unknown>): string {
  try {
    return JSON.stringify(data);
  } catch {
    throw new AuthError("validation_failed", "data is not valid");
  }
}

/** A PKCE challenge, S256 only. Throws AuthError for an invalid one. */
export function readChallenge({
  code_challenge,
  code_challenge_method,
}: {
  code_challenge?: string;
  code_challenge_method?: string;
}): string | undefined {
  if (!code_challenge) return undefined;
  if (code_challenge_method?.toLowerCase() !== "s256" || !/^[A-Za-z0-9_-]{43}$/.test(code_challenge)) {
    throw new AuthError("validation_failed", "code_challenge must be 43 characters, with the method s256");
  }
  return code_challenge;
}
