import type { ReactNode } from "react";
import { m } from "#web/paraglide/messages.js";
import { failureWords } from "#web/session/failure-words.ts";
import { Notice } from "#web/ui/notice.tsx";
import { AdminIcon, type AdminIconName } from "./admin-icon.tsx";

export function Waiting() {
  return (
    <p className="waiting" role="status">
      <span className="moon-spin" aria-hidden="true" />
      {m.admin_loading()}
    </p>
  );
}

/** What went wrong, in words, and a way to ask again where there is one. */
export function Failed({ error, title, onRetry }: { error: unknown; title?: string; onRetry?: () => void }) {
  if (!error) return null;
  return (
    <Notice kind="bad" isAlert>
      {title && <b>{title} </b>}
      {failureWords(error)}{" "}
      {onRetry && (
        <button className="btn btn-secondary btn-sm" type="button" onClick={onRetry}>
          {m.admin_retry()}
        </button>
      )}
    </Notice>
  );
}

/** Nothing here yet, or nothing that fits. */
export function Empty({
  icon,
  title,
  children,
}: {
  icon: AdminIconName;
  title: string;
  children?: ReactNode;
}) {
  return (
    <div className="desk-empty">
      <AdminIcon name={icon} />
      <b>{title}</b>
      {children}
    </div>
  );
}
