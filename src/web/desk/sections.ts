import type { CurrentUser } from "#contract/accounts.ts";
import { can, type Permission } from "#domain/permissions.ts";
import type { DeskIconName } from "./desk-icon.tsx";

/** A part of the back office: its address, its name, and the permissions of which one is enough. None: any administrator. */
export type Section = { to: string; label: () => string; icon: DeskIconName; needs?: readonly Permission[] };

/** What the side shows, in this order. A new screen is one entry here and one line in routes.ts. */
export const sections: readonly Section[] = [];

type Admin = Pick<CurrentUser, "isAdmin" | "adminPermissions">;

/** Whether somebody may use what needs one of these permissions. It only hides; the server decides. */
export const mayUse = ({ isAdmin, adminPermissions }: Admin, needs: readonly Permission[] = []): boolean =>
  isAdmin && (needs.length === 0 || needs.some((permission) => can({ role: "admin", permissions: adminPermissions }, permission)));

/** The section that an address belongs to: the longest that it begins with. */
export const sectionOf = (pathname: string, all = sections): Section | undefined =>
  all.filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`)).toSorted((a, b) => b.to.length - a.to.length)[0];
