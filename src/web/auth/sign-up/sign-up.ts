import { localStore } from "#web/ui/browser-storage.ts";
import { enterAdminCode } from "#contract/accounts.ts";
import { normalPassword, normalUsername } from "#domain/people/credentials.ts";
import type { Role } from "#domain/people/permissions.ts";
import { api } from "#web/api.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { authClient } from "#web/session/auth-client.ts";
import { signInSettings } from "#web/session/sign-in-settings.ts";
import { confirmRedirect } from "#web/auth/confirm/confirm-redirect.ts";
import type { SignUpValues } from "#web/auth/account-rules.ts";

/**
 * Signs up, and returns whether a session came at once. `type` grants nothing: only the server's own table gives
 * an account more rights than a customer's. An administrator's code is sent with the sign-up. A hosted project
 * would store the code with the user, so there this browser keeps it until the first sign-in.
 */
export async function signUp(
  values: SignUpValues,
  { type, destination }: { type: Role; destination: string },
): Promise<boolean> {
  const { email, password } = values;
  const code = type === "admin" ? values.adminCode : undefined;
  if (code) await enterCode(email, code);
  const { isHosted } = signInSettings();
  const client = await authClient();
  const { data, error } = await client.signUp({
    email,
    password: normalPassword(password),
    options: {
      data: {
        full_name: values.fullName,
        username: normalUsername(values.username),
        phone: values.phone,
        account_type: type,
        ...(code && !isHosted && { admin_code: code }),
        language: currentLanguage(),
      },
      emailRedirectTo: confirmRedirect(destination),
    },
  });
  if (error) throw error;
  if (code && isHosted) keepCode({ email, code });
  return data.session !== null;
}

const enterCode = (email: string, code: string): Promise<unknown> =>
  api(enterAdminCode, { body: { email, code } });

const keptCode = "longbay-admin-code";

function keepCode(kept: { email: string; code: string }): void {
  try {
    localStore()?.setItem(keptCode, JSON.stringify(kept));
  } catch {
    // This browser keeps nothing, so the code is entered again through the API.
  }
}

/**
 * Uses the code that this browser keeps, once, after the user has given their password. An unusable code doesn't
 * stop the sign-in.
 */
export async function redeemKeptCode(email: string): Promise<void> {
  try {
    const kept = JSON.parse(localStore()?.getItem(keptCode) ?? "null") as {
      email?: string;
      code?: string;
    } | null;
    if (!kept?.code || kept.email?.toLowerCase() !== email.toLowerCase()) return;
    localStore()?.removeItem(keptCode);
    await enterCode(email, kept.code);
  } catch {
    // The user is signed in all the same.
  }
}
