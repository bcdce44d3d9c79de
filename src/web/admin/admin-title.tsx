import type { ReactNode } from "react";
import { Link } from "react-router";
import { AdminIcon } from "./admin-icon.tsx";

/** The head of a screen: a link back, the title, and the actions for the whole screen. */
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
    <header className="flex flex-wrap justify-between items-end gap-x-6 gap-y-3 mb-4.5">
      <div>
        {back && (
          <Link className="link small text-[0.875rem]" to={back.to}>
            <AdminIcon name="back" />
            <span>{back.label}</span>
          </Link>
        )}
        <h1 className="text-[1.5rem]/[1.25] tracking-[-0.02em] wrap-anywhere">{title}</h1>
      </div>
      {children && <div className="admin-actions flex flex-wrap items-end gap-2">{children}</div>}
    </header>
  );
}
