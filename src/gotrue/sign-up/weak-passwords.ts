import { readFileSync } from "node:fs";
import { brand } from "#domain/brand.ts";
import { isAccountLike, normalPassword } from "#domain/people/credentials.ts";
import { guessedPassword } from "#domain/people/guessed-passwords.ts";
import { AuthError } from "#gotrue/auth-error.ts";
import type { AuthServices } from "#gotrue/auth-services.ts";

/**
 * The 10,000 passwords that attackers try first, of six characters and more, in lower case: from
 * @zxcvbn-ts/language-common 4.1.3 (MIT).
 */
const common = new Set(
  readFileSync(new URL("common-passwords.txt", import.meta.url), "utf8")
    .trim()
    .split("\n"),
);

type Of = { email?: string | null; metadata: Record<string, unknown> };

/**
 * Refuses a new password that attackers try first: a common one, our name, a row of keys, or a password made of
 * known facts about the account. AUTH_AUTOCONFIRM, for clients' own tests on this machine, accepts any password.
 * Throws AuthError.
 */
export function refuseWeak(
  { config }: Pick<AuthServices, "config">,
  password: string,
  { email, metadata: { username, full_name } }: Of,
): void {
  if (config.auth.autoconfirm) return;
  if (isCommon(password))
    throw new AuthError(
      "weak_password",
      "Password is known to be weak and easy to guess, please choose a different one.",
      pwned,
    );
  const guessed = guessedPassword(password, isCommon);
  if (guessed) throw new AuthError("weak_password", sentences[guessed], { weakPassword: [guessed] });
  const account = { email: email ?? "", username: textOf(username), fullName: textOf(full_name) };
  if (isAccountLike(password, account, isCommon))
    throw new AuthError(
      "weak_password",
      "Password is too much like the name or the address of the account.",
      personal,
    );
}

/** GoTrue calls a common password "pwned". */
const pwned = { weakPassword: ["pwned"] };
const personal = { weakPassword: ["personal"] };

const sentences = {
  brand: `Password is the name ${brand.name.en} with little beside it, please choose a different one.`,
  pattern: "Password is a repeat or a row of keys and easy to guess, please choose a different one.",
};

const isCommon = (password: string): boolean => common.has(normalPassword(password).toLowerCase());
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
