import { Link } from "react-router";
import type { CurrentUser } from "#contract/accounts.ts";
import { m } from "#web/paraglide/messages.js";
import { DeskIcon } from "./desk-icon.tsx";
import { mayUse, sections } from "./sections.ts";

const names = new Map([
  ["/admin/upload", m.desk_short_upload],
  ["/admin/manage-cars", m.desk_short_cars],
  ["/admin/users", m.desk_short_users],
  ["/admin/order-management", m.desk_short_orders],
]);

/** The ways that are gone most often, of those that are open to somebody. */
export function Shortcuts({ user, onVehicles }: { user: CurrentUser; onVehicles: (() => void) | undefined }) {
  const ways = sections.filter(({ to, needs }) => names.has(to) && mayUse(user, needs));
  return (
    <nav className="shortcuts" aria-label={m.desk_dash_shortcuts()}>
      {ways.map(({ to, icon }) => (
        <Link key={to} className="btn btn-secondary" to={to}>
          <DeskIcon name={icon} />
          {names.get(to)?.()}
        </Link>
      ))}
      {onVehicles && (
        <button className="btn btn-secondary" type="button" onClick={onVehicles}>
          <DeskIcon name="car" />
          {m.desk_short_vehicles()}
        </button>
      )}
    </nav>
  );
}
