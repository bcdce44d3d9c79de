import { type Role, roles } from "#domain/people/permissions.ts";
import { m } from "#web/paraglide/messages.js";

/** Where the choice of the selection screen is kept. It says which form is shown, and grants nothing. */
export const accountTypeKey = "selectedUserType";

export const accountTypeFrom = (value: unknown): Role | undefined => roles.find((role) => role === value);

/** The form's variant: what the address asks for, else what was chosen before, else a customer. */
export function accountType(asked: string | null, kept: () => string | null): Role {
  const said = accountTypeFrom(asked);
  if (said) return said;
  try {
    return accountTypeFrom(kept()) ?? "customer";
  } catch {
    return "customer";
  }
}

export const accountTypeWords: Record<Role, () => string> = {
  customer: m.auth_type_customer_account,
  host: m.auth_type_host_account,
  admin: m.auth_type_admin_account,
};
