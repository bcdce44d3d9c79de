import { useQuery } from "@tanstack/react-query";
import { type ReactNode, type RefCallback, useEffect } from "react";
import { Link, Navigate, Outlet, useLocation, useNavigate } from "react-router";
import { m } from "#web/paraglide/messages.js";
import "#web/admin/admin.css";
import "#web/styles/long-form.css";
import { toast } from "#web/ui/toast.ts";
import { AdminIcon } from "./admin-icon.tsx";
import { currentUserQuery } from "./queries.ts";
import { mayUse, sectionOf, sections } from "./sections.ts";
import { failureCode } from "#web/session/failure-words.ts";
import { WaitingOrFailed } from "#web/session/states.tsx";
import { Notice } from "#web/ui/notice.tsx";

/**
 * The frame of the back office: the navigation at the side, and pages that only administrators see. The server
 * checks every call of these pages itself.
 */
export default function AdminLayout() {
  const { data: user, error, refetch } = useQuery(currentUserQuery);
  const { pathname } = useLocation();

  if (error && failureCode(error) === "factor_needed") return <Navigate to="/two-step" replace />;
  if (!user)
    return (
      <Alone>
        <WaitingOrFailed error={error} onRetry={() => void refetch()} />
      </Alone>
    );
  if (!user.isAdmin) return <Denied leadsTo={pathname === "/admin/dashboard" ? "/dashboard" : undefined} />;
  const here = sectionOf(pathname);
  const isAllowed = mayUse(user, here?.needs);

  return (
    <div className="admin">
      <nav className="sections admin-nav" aria-label={m.admin_nav()}>
        {sections
          .filter(({ needs }) => mayUse(user, needs))
          .map(({ to, label, icon }) => (
            <Link key={to} to={to} {...(here?.to === to && { "aria-current": "page", ref: intoView })}>
              <AdminIcon name={icon} />
              {label()}
            </Link>
          ))}
      </nav>
      <div className="min-w-0 max-w-472 pt-6 px-[clamp(1rem,2.5vw,2rem)] pb-20">
        {user.isReadOnly && <Notice kind="info">{m.admin_read_only()}</Notice>}
        {isAllowed ? <Outlet /> : <Denied text={m.admin_denied_here()} />}
      </div>
    </div>
  );
}

/** On narrow screens the navigation is a row that scrolls. The current section is scrolled into view. */
const intoView: RefCallback<HTMLElement> = (link) =>
  link?.scrollIntoView({ block: "nearest", inline: "center" });

const Alone = ({ children }: { children: ReactNode }) => (
  <div className="page py-[clamp(2rem,8vw,6rem)] grid gap-4 justify-items-start">{children}</div>
);

/** Milliseconds that the user has to read the reason before being led away. */
const readingTime = 3000;

function Denied({ text = m.admin_denied_text(), leadsTo }: { text?: string; leadsTo?: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    toast({ title: m.admin_denied_title(), description: m.admin_denied_text(), variant: "destructive" });
    if (!leadsTo) return;
    const timer = setTimeout(() => void navigate(leadsTo, { replace: true }), readingTime);
    return () => clearTimeout(timer);
  }, [leadsTo, navigate]);
  return (
    <Alone>
      <h1 className="h2">{m.admin_denied_title()}</h1>
      <p className="muted">{text}</p>
      {leadsTo && <p role="status">{m.admin_redirecting()}</p>}
      <p>
        <Link className="btn btn-primary" to="/dashboard">
          {m.admin_denied_back()}
        </Link>
      </p>
    </Alone>
  );
}
