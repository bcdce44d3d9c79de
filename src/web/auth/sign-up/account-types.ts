import { type Role, roles } from "#domain/people/permissions.ts";
import { m } from "#web/paraglide/messages.js";

/** The storage key of the choice on the selection screen. The choice selects the form, and grants nothing. */
export const accountTypeKey = "selectedUserType";

export const accountTypeFrom = (value: unknown): Role | undefined => roles.find((role) => role === value);

/** The variant of the form: the type in the address, else the earlier choice, else customer. */
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
