import { Link } from "react-router";
import type { CurrentUser } from "#contract/accounts.ts";
import { m } from "#web/paraglide/messages.js";
import { AdminIcon } from "#web/admin/admin-icon.tsx";
import { mayUse, sections } from "#web/admin/sections.ts";

const names = new Map([
  ["/admin/upload", m.admin_short_upload],
  ["/admin/manage-cars", m.admin_short_cars],
  ["/admin/order-management", m.admin_short_orders],
]);

type ShortcutsProps = {
  user: CurrentUser;
  /** The address of a tab of the dashboard; undefined for a tab that the user may not open. */
  tabOf: (id: "vehicles" | "users") => string | undefined;
};

/** The pages that are used most, as far as the user may open them. */
export function Shortcuts({ user, tabOf }: ShortcutsProps) {
  const [users, vehicles] = [tabOf("users"), tabOf("vehicles")];
  const ways = sections.filter(({ to, needs }) => names.has(to) && mayUse(user, needs));
  return (
    <nav
      className="flex flex-wrap gap-2 mt-3 max-md:[&>.btn]:flex-auto"
      aria-label={m.admin_dash_shortcuts()}
    >
      {ways.map(({ to, icon }) => (
        <Link key={to} className="btn btn-secondary" to={to}>
          <AdminIcon name={icon} />
          {names.get(to)?.()}
        </Link>
      ))}
      {vehicles && (
        <Link className="btn btn-secondary" to={vehicles} preventScrollReset>
          <AdminIcon name="car" />
          {m.admin_short_vehicles()}
        </Link>
      )}
      {mayUse(user, ["manage_users", "view_admin"]) && (
        <Link className="btn btn-secondary" to={users ?? "/admin/users"} preventScrollReset>
          <AdminIcon name="user" />
          {users ? m.admin_short_users() : m.admin_short_admins()}
        </Link>
      )}
    </nav>
  );
}
