import { useQuery } from "@tanstack/react-query";
import type { ReactNode, RefCallback } from "react";
import { Link, Outlet, useLocation } from "react-router";
import { profileQuery } from "#web/accounts/queries.ts";
import { useLogOut } from "#web/layout/use-log-out.ts";
import { m } from "#web/paraglide/messages.js";
import { displayName } from "#web/session/stored-session.ts";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import "#web/styles/account.css";

export type SideSection = {
  to: string;
  label: () => string;
  icon: IconName;
  /** A second address whose pages belong to the section. */
  alsoUnder?: string;
};

type SideLayoutProps = {
  /** Names the navigation for screen readers. */
  label: string;
  /** The person's role here, shown below their name. */
  role: string;
  sections: readonly SideSection[];
  /** Badges beside the names of sections, by the section's address. */
  badges?: Record<string, ReactNode>;
  /** Links to the other sides, such as the host's or the back office. */
  elsewhere: readonly SideSection[];
  /** A notice above every page. */
  notice?: ReactNode;
  hidesPage?: boolean;
};

/** The pages of a signed-in person: their sections at the side, and their name. */
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
  const here = sections.findLast(({ to, alsoUnder }) => (alsoUnder && isAt(alsoUnder)) || isAt(to));

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
      {/* A page that is shown alone elsewhere, such as "order not found", takes the edges of this layout here. */}
      <div className="grid grid-cols-1 gap-9 min-w-0 [&>.page]:w-full [&>.page]:pt-0">
        {notice}
        {!hidesPage && <Outlet />}
      </div>
    </div>
  );
}

/** On narrow screens the sections are a row that scrolls. The current section is scrolled into view. */
const intoView: RefCallback<HTMLElement> = (link) =>
  link?.scrollIntoView({ block: "nearest", inline: "center" });
