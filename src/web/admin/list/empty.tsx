import type { ReactNode } from "react";
import { AdminIcon, type AdminIconName } from "#web/admin/admin-icon.tsx";

type EmptyProps = { icon: AdminIconName; title: string; children?: ReactNode };

/** Shown where a list is empty: nothing exists yet, or nothing matches. */
export const Empty = ({ icon, title, children }: EmptyProps) => (
  <div className="[&_.i]:size-9 [&_.i]:text-edge grid justify-items-center gap-2 px-4 py-12 text-center text-ink-soft">
    <AdminIcon name={icon} />
    <b className="font-label text-ink">{title}</b>
    {children}
  </div>
);
