import type { ReactNode } from "react";
import { Link } from "react-router";
import { AdminIcon } from "./admin-icon.tsx";

/** A screen's head: where it came from, what it is, and what can be done with all of it. */
export function AdminTitle({
  title,
  back,
  children,
}: {
  title: ReactNode;
  back?: { to: string; label: string };
  children?: ReactNode;
}) {
  return (
    <header className="admin-title">
      <div>
        {back && (
          <Link className="link small" to={back.to}>
            <AdminIcon name="back" />
            <span>{back.label}</span>
          </Link>
        )}
        <h1>{title}</h1>
      </div>
      {children && <div className="admin-actions">{children}</div>}
    </header>
  );
}
