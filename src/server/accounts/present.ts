import type { CurrentUser, Profile, ProfileAnswer } from "#contract/accounts.ts";
import { isAdministrator, listedPermissions } from "#domain/people/permissions.ts";
import type { AccountRow } from "#server/auth/accounts.ts";

export const presentProfile = (account: AccountRow): ProfileAnswer => ({
  profile: profileOf(account),
  permissions: listedPermissions(account),
});

export function presentCurrentUser(account: AccountRow): CurrentUser {
  const { id, email, fullName, username, role } = account;
  return {
    id,
    email,
    name: fullName || (username ?? email.split("@")[0] ?? ""),
    userType: role,
    isAdmin: isAdministrator({ role }),
    adminPermissions: listedPermissions(account),
    isReadOnly: account.isReadOnly,
    profile: profileOf(account),
  };
}

const profileOf = ({ id, username, fullName, email, phone, role, createdAt }: AccountRow): Profile => ({
  id,
  username,
  full_name: fullName,
  email,
  phone,
  role,
  created_at: createdAt.toISOString(),
});
