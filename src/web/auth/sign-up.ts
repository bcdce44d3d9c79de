import type { bindAdminCode } from "#contract/accounts.ts";
import { normalUsername } from "#domain/credentials.ts";
import type { Role } from "#domain/permissions.ts";
import { api } from "#web/api.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { authClient } from "#web/session/auth-client.ts";
import { confirmAddress } from "./confirm-address.ts";
import type { SignUpValues } from "./sign-up-check.ts";

/**
 * Signs up, and answers whether a session came at once. The type is a wish: an administrator's code is bound to the address
 * first, and only the server's own table makes anybody more than a customer.
 */
export async function signUp(values: SignUpValues, { type, destination }: { type: Role; destination: string }): Promise<boolean> {
  const { email, password } = values;
  if (type === "admin") await api<typeof bindAdminCode>({ method: "POST", path: "/api/auth/admin-code" }, { body: { email, code: values.adminCode } });
  const client = await authClient();
  const { data, error } = await client.signUp({
    email,
    password,
    options: {
      data: {
        full_name: values.fullName,
        username: normalUsername(values.username),
        phone: values.phone.trim(),
        account_type: type,
        language: currentLanguage(),
      },
      emailRedirectTo: confirmAddress(destination),
    },
  });
  if (error) throw error;
  return data.session !== null;
}
