import { localStore } from "#web/ui/browser-storage.ts";
import { Link, useLocation } from "react-router";
import { type Role, roles } from "#domain/people/permissions.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import "#web/auth/auth.css";
import { AuthHead } from "#web/auth/auth-frame.tsx";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { accountTypeKey } from "./account-types.ts";

export const handle = { isUnlisted: true };
export const meta = () => pageMeta({ title: m.auth_type_title() });

const cards: Record<Role, { icon: IconName; title: () => string; text: () => string; action: () => string }> =
  {
    customer: {
      icon: "key",
      title: m.auth_type_customer,
      text: m.auth_type_customer_text,
      action: m.auth_type_customer_action,
    },
    host: {
      icon: "road",
      title: m.auth_type_host,
      text: m.auth_type_host_text,
      action: m.auth_type_host_action,
    },
    admin: {
      icon: "shield",
      title: m.auth_type_admin,
      text: m.auth_type_admin_text,
      action: m.auth_type_admin_action,
    },
  };

const grounds: Record<Role, string> = { customer: "bg-water", host: "bg-hill", admin: "bg-sunken" };

const aside =
  "grid grid-cols-[auto_minmax(0,1fr)_auto] grid-rows-[auto_auto] col-span-full gap-x-4 items-center px-6 py-4 border border-line rounded-lg";

/** Few people are administrators, so their card has the quietest button. */
const buttons: Record<Role, string> = {
  customer: "btn btn-primary btn-wide mt-3 whitespace-normal",
  host: "btn btn-secondary btn-wide mt-3 whitespace-normal",
  admin:
    "btn btn-quiet col-start-3 row-span-2 row-start-1 whitespace-normal max-md:col-start-2 max-md:row-span-1 max-md:row-start-3 max-md:justify-self-start max-md:px-0",
};

export default function UserTypePage() {
  const { search } = useLocation();
  const withType = (role: Role) => {
    const query = new URLSearchParams(search);
    query.set("type", role);
    return `/signup?${query}`;
  };
  return (
    <div className="page stack gap-7">
      <Link className="link justify-self-start mt-6 text-sm/[inherit]" to="/">
        <Icon name="back" />
        <span>{m.auth_back_home()}</span>
      </Link>
      <AuthHead title={m.auth_type_title()}>{m.auth_type_lead()}</AuthHead>
      <ul className="grid grid-cols-2 gap-5 max-md:grid-cols-1">
        {roles.map((role) => {
          const { icon, title, text, action } = cards[role];
          const isAside = role === "admin";
          return (
            <li
              key={role}
              className={isAside ? aside : "card grid grid-cols-1 grid-rows-[auto_auto_1fr_auto] gap-3 p-6"}
            >
              <span
                className={`grid place-items-center size-12 rounded-full text-[1.125rem] ${grounds[role]} ${isAside ? "row-span-2" : ""}`}
              >
                <Icon name={icon} />
              </span>
              <h2 className={isAside ? "h3 text-base" : "h3"}>{title()}</h2>
              <p className={`small muted ${isAside ? "col-start-2 row-start-2" : ""}`}>{text()}</p>
              <Link className={buttons[role]} to={withType(role)} onClick={() => keepType(role)}>
                {action()}
              </Link>
            </li>
          );
        })}
      </ul>
      <p className="auth-foot">
        <span>
          {m.auth_have_account()} <Link to={`/signin${search}`}>{m.auth_sign_in_title()}</Link>
        </span>
      </p>
    </div>
  );
}

function keepType(role: Role): void {
  try {
    localStore()?.setItem(accountTypeKey, role);
  } catch {
    // The type is in the address too.
  }
}
