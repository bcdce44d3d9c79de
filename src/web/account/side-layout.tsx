import { useQuery } from "@tanstack/react-query";
import type { ReactNode, RefCallback } from "react";
import { Link, Outlet, useLocation } from "react-router";
import { profileQuery } from "#web/accounts/queries.ts";
import { useLogOut } from "#web/layout/use-log-out.ts";
import { m } from "#web/paraglide/messages.js";
import { displayName } from "#web/session/stored-session.ts";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import "./account.css";

/** `holds` is where pages stand that belong to a section and not below its address. */
export type SideSection = { to: string; label: () => string; icon: IconName; holds?: string };

type SideLayoutProps = {
  /** Names the navigation for screen readers. */
  label: string;
  /** What one is here, below one's name. */
  role: string;
  sections: readonly SideSection[];
  /** What stands beside a section's name, by the section's address. */
  badges?: Record<string, ReactNode>;
  /** Ways to what isn't of this side. */
  elsewhere: readonly SideSection[];
  /** What is said above every page. */
  notice?: ReactNode;
  hidesPage?: boolean;
};

/** Pages of whoever is signed in: their sections at the side, and who one is. */
export function SideLayout({
  label,
  role,
  sections,
  badges,
  elsewhere,
  notice,
  hidesPage = false,
}: SideLayoutProps) {
  const { data } = useQuery(profileQuery);
  const logOut = useLogOut();
  const { pathname } = useLocation();
  const profile = data?.profile;
  const name = profile
    ? displayName({ fullName: profile.full_name, username: profile.username ?? "", email: profile.email })
    : "";
  const isAt = (place: string) => pathname === place || pathname.startsWith(`${place}/`);
  const here = sections.findLast(({ to, holds }) => (holds && isAt(holds)) || isAt(to));

  return (
    <div className="page grid grid-cols-[14.5rem_minmax(0,1fr)] items-start gap-[clamp(2rem,5vw,4.5rem)] pt-[clamp(1.5rem,3vw,2.5rem)] max-lg:grid-cols-1">
      <div className="me-side sticky top-24 grid grid-cols-1 gap-5 max-lg:static max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:items-center max-lg:gap-x-4 max-lg:gap-y-2">
        <p className="me-who grid gap-0.5 pl-3.5 text-sm/[1.45] text-ink-soft wrap-anywhere max-lg:pl-0">
          <b className="text-lg/[1.3] text-ink">{name}</b>
          <span>{role}</span>
        </p>
        <nav className="sections me-nav" aria-label={label}>
          {sections.map(({ to, label, icon }) => (
            <Link key={to} to={to} {...(here?.to === to && { "aria-current": "page", ref: intoView })}>
              <Icon name={icon} />
              {label()}
              {badges?.[to]}
            </Link>
          ))}
          {elsewhere.map(({ to, label, icon }) => (
            <Link key={to} to={to}>
              <Icon name={icon} />
              {label()}
            </Link>
          ))}
        </nav>
        <button
          className="btn btn-quiet btn-sm justify-self-start px-3.5"
          type="button"
          onClick={() => void logOut()}
        >
          <Icon name="out" />
          {m.layout_log_out()}
        </button>
      </div>
      {/* What is a page elsewhere, an order not found, takes this one's edges. */}
      <div className="grid grid-cols-1 gap-9 min-w-0 [&>.page]:w-full [&>.page]:pt-0">
        {notice}
        {!hidesPage && <Outlet />}
      </div>
    </div>
  );
}

/** On narrow screens the sections are a row that scrolls: where one is, is to be seen. */
const intoView: RefCallback<HTMLElement> = (link) =>
  link?.scrollIntoView({ block: "nearest", inline: "center" });
