import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Order } from "#contract/orders.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { useLogOut } from "#web/layout/use-log-out.ts";
import { OwnOrders } from "#web/orders/order/own-orders.tsx";
import { m } from "#web/paraglide/messages.js";
import { tierName } from "#web/plans/plan-words.ts";
import { signInSettings } from "#web/session/sign-in-settings.ts";
import { displayName } from "#web/session/stored-session.ts";
import "#web/styles/account.css";
import { Icon } from "#web/ui/icon.tsx";
import { EmailSetting } from "./settings/email-setting.tsx";
import { PasswordSetting } from "./settings/password-setting.tsx";
import { ProfileSetting } from "./settings/profile-setting.tsx";
import { profileQuery, userQuery } from "./queries.ts";
import { SecondStepSetting } from "./settings/second-step-setting.tsx";
import { SessionsSetting } from "./settings/sessions-setting.tsx";
import { Failed, Waiting } from "./settings/setting.tsx";

export const meta = () => pageMeta({ title: m.account_title() });

/** One's account: orders, and what keeps it safe. */
export default function AccountPage() {
  const { data, error } = useQuery(profileQuery);
  const user = useQuery(userQuery);
  const logOut = useLogOut();
  const profile = data?.profile;
  const name = profile
    ? displayName({ fullName: profile.full_name, username: profile.username ?? "", email: profile.email })
    : "";

  return (
    <div className="page me">
      <div className="me-side">
        <p className="me-who">
          <b>{name}</b>
          <span>{m.account_customer()}</span>
        </p>
        <nav className="me-nav" aria-label={m.layout_account()}>
          <a href="#orders">
            <Icon name="key" />
            {m.account_orders()}
          </a>
          <a href="#settings">
            <Icon name="gear" />
            {m.account_settings()}
          </a>
          <Link to="/cars">
            <Icon name="search" />
            {m.layout_browse_cars()}
          </Link>
          {profile?.role === "admin" && (
            <Link to="/admin/dashboard">
              <Icon name="gear" />
              {m.admin_nav()}
            </Link>
          )}
        </nav>
        <button className="btn btn-quiet btn-sm log-out" type="button" onClick={() => void logOut()}>
          {m.layout_log_out()}
        </button>
        <button className="btn btn-quiet btn-sm log-out" type="button" onClick={() => void logOut("global")}>
          {m.account_log_out_everywhere()}
        </button>
      </div>
      <div className="me-main">
        <header className="me-head">
          <h1 className="h2">{name ? m.account_welcome({ name }) : m.account_title()}</h1>
          {profile && (
            <p className="muted num">
              {m.account_member_since()} <b>{dateInLosAngeles(Date.parse(profile.created_at)).slice(0, 4)}</b>
            </p>
          )}
        </header>
        <Failed error={error ?? user.error} title={m.account_profile_unread()} />
        <section className="me-part" id="orders" aria-labelledby="orders-title">
          <h2 className="h3" id="orders-title">
            {m.account_orders()}
          </h2>
          <OwnOrders titleOf={titleOf} />
        </section>
        <section className="me-part" id="settings" aria-labelledby="settings-title">
          <h2 className="h3" id="settings-title">
            {m.account_settings()}
          </h2>
          {(!profile || !user.data) && !error && !user.error && <Waiting />}
          {profile && <ProfileSetting profile={profile} />}
          {user.data && (
            <>
              <EmailSetting email={user.data.email} newEmail={user.data.newEmail} />
              <PasswordSetting email={user.data.email} />
              <SecondStepSetting factors={user.data.factors} />
              {!signInSettings().isHosted && <SessionsSetting />}
            </>
          )}
        </section>
      </div>
    </div>
  );
}

const titleOf = ({ car, tier }: Order): string => car?.name ?? (tier ? tierName(tier) : m.order_car_open());
