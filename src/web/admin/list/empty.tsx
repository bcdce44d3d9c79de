import type { ReactNode } from "react";
import { AdminIcon, type AdminIconName } from "#web/admin/admin-icon.tsx";

type EmptyProps = { icon: AdminIconName; title: string; children?: ReactNode };

/** Nothing here yet, or nothing that fits. */
export const Empty = ({ icon, title, children }: EmptyProps) => (
  <div className="admin-empty">
    <AdminIcon name={icon} />
    <b>{title}</b>
    {children}
  </div>
);
